// A program: lines out of a network namespace and into it. Argument: as JSON where each begins and where it leads.
import { z } from 'zod'
import { Line } from '../../../kit/line.ts'

const Place = z.object({ host: z.string(), port: z.int() })
const Lines = z.array(z.object({ at: Place, to: Place }))

for (const { at, to } of Lines.parse(JSON.parse(process.argv[2] ?? ''))) await new Line({ to }).start(at)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0))
process.on('disconnect', () => process.exit(0))
process.send?.({ kind: 'ready' })
