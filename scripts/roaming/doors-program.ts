// A program: doors out of a network namespace. Arguments: FROM TO, FROM TO, …
import { openDoor } from './door.ts'

const places = process.argv.slice(2)
for (let n = 0; n + 1 < places.length; n += 2) await openDoor(places[n] ?? '', places[n + 1] ?? '')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0))
process.on('disconnect', () => process.exit(0))
process.send?.({ kind: 'ready' })
