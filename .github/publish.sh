#!/bin/sh
# publish.sh: what is in dist/ as a release of $TAG, and as the image $IMAGE:$TAG for every platform.
set -eu
cd "$(dirname "$0")/.."
image=$(echo "$IMAGE" | tr '[:upper:]' '[:lower:]'):$TAG

(cd dist && sha256sum --check ./*.sha256)
for archive in dist/trt-linux-*.tar.gz; do
    name=$(basename "$archive" .tar.gz) platform=${archive##*-}
    platform=${platform%.tar.gz}
    tar -xzf "$archive" -C dist
    ./dev image "dist/$name/trt" --platform "linux/$platform"
    docker tag trt "$image-$platform"
    docker push --quiet "$image-$platform"
    set -- "$@" "$image-$platform"
done
docker buildx imagetools create --tag "$image" "$@"
gh release create "$TAG" --verify-tag --generate-notes dist/*.tar.gz dist/*.sha256
