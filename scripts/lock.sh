#!/bin/sh
# Usage: lock.sh UV. Writes the lock files; none of them names a download address.
set -eu
uv=$1
options="--universal --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --quiet --upgrade"
# shellcheck disable=SC2086  # the options are words
"$uv" pip compile pyproject.toml $options --output-file requirements.txt >/dev/null
# shellcheck disable=SC2086
"$uv" pip compile pyproject.toml --group dev $options --constraint requirements.txt --output-file requirements-dev.txt >/dev/null
# shellcheck disable=SC2086
"$uv" pip compile --group deploy $options --constraint requirements-dev.txt --output-file deploy/tools.txt >/dev/null
# shellcheck disable=SC2086
"$uv" pip compile --group speed $options --constraint requirements.txt --output-file requirements-speed.txt >/dev/null
