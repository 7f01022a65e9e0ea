#!/bin/sh
# Ends with 0 when the program of this container is ready: healthy PORT, that of its /readyz.
exec /usr/lib/pharmacy-relay/current/node -e 'fetch(`http://127.0.0.1:${process.argv[1]}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' "$1"
