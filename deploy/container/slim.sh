#!/bin/sh
# Usage: slim.sh SITE_PACKAGES CATALOGS. Takes away from installed packages what the bot never reads: tests, sources, debug
# symbols, pip, and the dates of languages that have no catalog. The image then takes about 70 MB less.
set -eu
catalogs=$(cd "$2" && pwd)
cd "$1"
# PyNaCl was compiled with cffi, and needs only its _cffi_backend. discord.py brings libraries for sound on Windows.
rm -rf pip pip-* numpy/f2py cffi pycparser discord/bin
find . -depth -type d -name tests -exec rm -rf {} +
find . -type f \( -name '*.[ach]' -o -name '*.pyx' -o -name '*.pxd' -o -name '*.pyi' \) -delete
# Not NumPy's: stripping damages libraries that others were grafted into.
find aiohttp asyncpg nacl sqlalchemy uvloop -name '*.so' -exec strip --strip-unneeded {} +
keep=" root en "
for catalog in "$catalogs"/*.po; do
    name=$(basename "$catalog" .po)
    keep="$keep${name%%[-_]*} $(echo "$name" | tr - _) "
done
for file in babel/locale-data/*.dat; do
    name=$(basename "$file" .dat)
    case $keep in
    *" $name "*) ;;
    *) rm "$file" ;;
    esac
done
