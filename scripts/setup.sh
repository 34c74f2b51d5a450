#!/bin/sh
# Usage: setup.sh VENV run|dev, with the interpreter's name in $PYTHON.
# Makes VENV hold what requirements.txt lists, which is all that the bot needs to run; or, for developers, what
# requirements-dev.txt lists and local_discord as it is in the checkout. A stamp for each use holds the lock file and the
# interpreter, and is written last: an interrupted install is repeated, and an up-to-date one costs a comparison.
# A run never removes the developers' tools, also if their lock file is out of date.
set -eu
venv=$1 use=$2

if [ -z "${PYTHON:-}" ]; then
    echo "Gridlock needs Python 3.11 or newer, and none was found. Install one, or name it: make setup PYTHON=/path/to/python3" >&2
    exit 1
fi
if ! version=$("$PYTHON" -c 'import sys; assert sys.version_info >= (3, 11); print(sys.version)' 2>/dev/null); then
    echo "$PYTHON is not a Python 3.11 or newer. Name one that is: make setup PYTHON=/path/to/python3" >&2
    exit 1
fi
# Two at once would remove each other's files. Where there is no flock, such as on macOS, nothing prevents that.
if command -v flock >/dev/null; then
    exec 9>"$venv.lock"
    if ! flock --nonblock 9; then
        echo "Another make is setting up $venv. Waiting for it ..." >&2
        flock 9
    fi
fi
run_stamp=$venv/.installed-to-run dev_stamp=$venv/.installed-from
wanted_to_run() {
    echo "$version"
    cat requirements.txt
}
wanted_to_develop() {
    echo "$version"
    cat requirements-dev.txt local_discord/pyproject.toml
}
can_run() {
    wanted_to_run | cmp -s - "$run_stamp" && "$venv/bin/python" -c 'import discord' 2>/dev/null
}
can_develop() {
    wanted_to_develop | cmp -s - "$dev_stamp" && "$venv/bin/python" -c 'import discord, pytest' 2>/dev/null
}
has_tools() {
    [ -f "$dev_stamp" ] && [ "$("$venv/bin/python" -c 'import sys; print(sys.version)' 2>/dev/null)" = "$version" ]
}
# Made by hand, or by a host that runs the Procfile. It is completed, and not made again.
is_foreign() {
    [ ! -f "$run_stamp" ] && [ ! -f "$dev_stamp" ] &&
        [ "$("$venv/bin/python" -c 'import sys; print(sys.version)' 2>/dev/null)" = "$version" ] &&
        "$venv/bin/python" -c 'import discord' 2>/dev/null
}
# The pip of the interpreter installs faster than a new one in the environment, if it is there.
if "$PYTHON" -m pip --python "$PYTHON" --version >/dev/null 2>&1; then
    without_pip=--without-pip
    install() { "$PYTHON" scripts/install.py "$PYTHON" --python "$venv/bin/python" install "$@"; }
else
    without_pip=
    install() { "$PYTHON" scripts/install.py "$venv/bin/python" install "$@"; }
fi
make_environment() {
    rm -f "$run_stamp" "$dev_stamp"
    # shellcheck disable=SC2086  # nothing or one word
    if ! "$PYTHON" -m venv --clear $without_pip "$venv"; then
        echo "Python cannot make a virtual environment here. On Debian and Ubuntu: apt install python3-venv" >&2
        exit 1
    fi
}

# Standoff on large boards is searched faster where there is a C compiler. Without one the bot runs as well.
build_search() {
    "$venv/bin/python" -m gridlock_solver.standoff.build "$@" || echo "The compiled search of Standoff was not built." >&2
}

# The developers' environment has everything that the bot needs.
if can_develop || { [ "$use" = run ] && can_run; }; then
    build_search --quiet
    exit 0
fi
if [ "$use" = run ]; then
    echo "Installing what Gridlock needs into $venv (Python ${version%% *}), about 40 MB to download. This happens once ..."
    has_tools || is_foreign || make_environment
    rm -f "$run_stamp"
    install --require-hashes --only-binary :all: --requirement requirements.txt
    # Compile what the bot imports, so that no start has to do it, even if it may not write here.
    "$venv/bin/python" -c 'import operation.run_local, operation.run_discord'
    wanted_to_run > "$run_stamp"
else
    echo "Installing the developers' tools into $venv (Python ${version%% *}) ..."
    can_run || is_foreign || make_environment
    rm -f "$run_stamp" "$dev_stamp"
    if ! install --require-hashes --only-binary :all: --requirement requirements-dev.txt; then
        echo "The developers' tools could not be installed. On Alpine (musl) that is expected: Playwright has no package for it." >&2
        echo "To play and to host, they are not needed: make run" >&2
        exit 1
    fi
    # Nothing is downloaded for it: the lock file lists what it needs, and what builds it.
    install --no-deps --no-build-isolation --no-index --editable ./local_discord
    wanted_to_develop > "$dev_stamp"
fi
build_search
echo "Done."
