// A program: the label programs at the counter, in the network namespace of the Client. Arguments: port, seed.
//
// Tells each label that was sent; ends after those under way when its parent asks.
import { diceOf } from '../fault-campaign/dice.ts'
import { Payloads } from '../fault-campaign/payloads.ts'
import { sendLabels, type Sent } from '../fault-campaign/sender.ts'

export interface SentAt extends Sent {
  /** When its sender had its answer; by the wall clock, in ms. */
  readonly atMs: number
}

const PROGRAMS = 3
const PAUSE_MS = { low: 100, high: 500 }

const [port = '', seed = ''] = process.argv.slice(2)
const over = new AbortController()
process.on('message', () => over.abort())
process.on('disconnect', () => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => over.abort())
const dice = diceOf(Number(seed), 'roaming')
const payloads = new Payloads(dice, 'zpl')
await Promise.all(
  Array.from({ length: PROGRAMS }, async () =>
    sendLabels({
      ...{ from: '127.0.0.1', to: { host: '127.0.0.1', port: Number(port) }, next: () => payloads.next() },
      ...{ dice, pauseMs: PAUSE_MS, signal: over.signal },
      onSent: (sent) => void process.send?.({ ...sent, atMs: Date.now() } satisfies SentAt),
    }),
  ),
)
process.disconnect?.()
