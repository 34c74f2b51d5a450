#!/bin/sh
# Usage: setup.sh VENV STAMP LOCK_FILE, with the interpreter's name in $PYTHON.
# Makes VENV hold exactly what LOCK_FILE lists, for that interpreter, and local_discord as it is in the checkout. The
# stamp holds the lock file and the interpreter, and is written last: an interrupted install is repeated, and an
# up-to-date one costs a comparison.
set -eu
venv=$1 stamp=$2 lock=$3

if [ -z "${PYTHON:-}" ]; then
    echo "Gridlock needs Python 3.11 or newer, and none was found. Install one, or name it: make setup PYTHON=/path/to/python3" >&2
    exit 1
fi
if ! version=$("$PYTHON" -c 'import sys; assert sys.version_info >= (3, 11); print(sys.version)' 2>/dev/null); then
    echo "$PYTHON is not a Python 3.11 or newer. Name one that is: make setup PYTHON=/path/to/python3" >&2
    exit 1
fi
wanted() {
    echo "$version"
    cat "$lock" local_discord/pyproject.toml
}
if wanted | cmp -s - "$stamp" && "$venv/bin/python" -c 'import discord, pytest' 2>/dev/null; then
    exit 0
fi
echo "Setting up $venv (Python ${version%% *}); this takes about a minute the first time ..."
rm -f "$stamp"
if ! "$PYTHON" -m venv --clear "$venv"; then
    echo "Python cannot make a virtual environment here. On Debian and Ubuntu: apt install python3-venv" >&2
    exit 1
fi
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
    --requirement "$lock"
# Nothing is downloaded for it: the lock file lists what it needs, and what builds it.
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index \
    --editable ./local_discord
wanted > "$stamp"
echo "Done."
