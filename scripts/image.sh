#!/usr/bin/env bash
# Usage: image.sh TAG. Builds the image gridlock:TAG with Podman where no registry of images can be reached: its base, which is
# Debian's, is made by debootstrap. It needs root on Debian, installs what is missing, and writes build/containers.conf, which
# CONTAINERS_CONF has to name afterwards. The status is 3 if the image is too large. Where Docker Hub is reached,
# `docker compose build` is all that is needed.
set -euo pipefail
cd "$(dirname "$0")/.."
tag=${1:?Usage: image.sh TAG}
release=trixie
base=localhost/debian:$release-slim
if ! command -v podman runc debootstrap catatonit >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        podman buildah runc crun catatonit debootstrap iptables netavark aardvark-dns
fi
mkdir -p build
# Limits and control groups of a machine that is itself a small virtual one.
cat >build/containers.conf <<'END'
[containers]
default_ulimits = ["nofile=1024:20000", "nproc=1024:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
END
export CONTAINERS_CONF=$PWD/build/containers.conf
if ! podman image exists "$base"; then
    root=$(mktemp -d)
    trap 'rm -rf "$root"' EXIT
    debootstrap --variant=minbase "$release" "$root" >build/debootstrap.log
    # What the official slim image leaves out, too.
    for folder in usr/share/{doc,man,info,locale} var/cache/apt var/lib/apt/lists var/log; do
        find "${root:?}/$folder" -mindepth 1 -delete
    done
    tar -C "$root" -c . | podman import --quiet - "$base" >/dev/null
fi
# pip finds packages as it does on this machine, whose certificates it must not overwrite.
options=()
if [ -f /etc/pip.conf ]; then
    sed 's#/etc/ssl/certs/ca-certificates.crt#/mnt/ca.crt#' /etc/pip.conf >build/pip.conf
    options=(--volume "$PWD/build/pip.conf:/etc/pip.conf:ro" --volume /etc/ssl/certs/ca-certificates.crt:/mnt/ca.crt:ro)
fi
podman build --quiet --format docker --network host --build-arg "DEBIAN=$base" "${options[@]}" --tag "gridlock:$tag" . >/dev/null
size=$(podman image inspect --format '{{.Size}}' "gridlock:$tag")
echo "gridlock:$tag takes $((size / 1000000)) MB."
if [ "$size" -gt 250000000 ]; then
    echo "That is more than the 250 MB that docs/hosting.md promises." >&2
    exit 3
fi
