#!/bin/sh
# relayctl of the version that is installed.
tree=$(readlink -f /usr/lib/pharmacy-relay/current)
exec "$tree/node" "$tree/scripts/run.cjs" "$tree/operations/main.ts" "$@"
