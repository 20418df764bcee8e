#!/bin/sh
# build.sh PLATFORM: the program for this machine in dist/, with its licences and its checksum.
set -eu
cd "$(dirname "$0")/.."
platform=$1

cargo build --release --locked --package trt --bin trt
name=trt-linux-$platform
mkdir -p dist "target/$name"
cp "${CARGO_TARGET_DIR:-target}/release/trt" LICENSE-MIT LICENSE-APACHE docs/configuration.md "target/$name/"
# The same files make the same archive.
tar --sort=name --mtime="@$(git -c 'safe.directory=*' log -1 --format=%ct)" --owner=0 --group=0 --numeric-owner \
    -C target -cf - "$name" | gzip -n >"dist/$name.tar.gz"
cd dist
sha256sum "$name.tar.gz" >"$name.tar.gz.sha256"
