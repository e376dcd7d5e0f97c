#!/bin/sh
# Starts the server as it is meant to run: `npm start`, the service and the image all do it by this.
root=$(dirname "$0")/..

# Compiled code is kept between starts, where the folder can be written. Without it each start takes
# the compiler of TypeScript into memory, and 20 MB stay taken.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE-$root/node_modules/.cache/node}"

# What is freed in one of many arenas is of use to nobody else.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX-2}"

# Twice 16 MB for young objects would stay taken by a server at rest.
exec "$root/node_modules/.bin/node" --max-semi-space-size=8 "$root/server/main.ts"
