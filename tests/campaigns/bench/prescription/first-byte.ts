// The printer of the benchmark: notes when the first byte of each label arrives, and keeps the bytes of the last one.
import net from 'node:net'
import { listening, portOf } from '@pharmacy-relay/shared/test/listening.ts'

/** How a ZPL label begins; what a printer is asked about itself begins otherwise. */
const BEGIN = '^XA'
const LIMIT_MS = 60_000

export interface FirstBytePrinter {
  /** As settings name it. */
  readonly printer: string
  readonly port: number
  /** Resolves with the moment of the next label's first byte, as `Date.now()` has it, with fractions. Rejects after 60 s. */
  next(): Promise<number>
  /** Of the label whose first byte was waited for last, once its connection is quiet. */
  last(): Buffer
  stop(): void
}

export const wallMs = (): number => performance.timeOrigin + performance.now()

export async function startFirstBytePrinter(): Promise<FirstBytePrinter> {
  let waiting: PromiseWithResolvers<number> | null = null
  let label: Buffer[] = []
  const server = net.createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (part: Buffer) => {
      const atMs = wallMs()
      const isFirst = waiting !== null && part.includes(BEGIN)
      if (isFirst) {
        label = []
        waiting?.resolve(atMs)
        waiting = null
      }
      label.push(part)
    })
  })
  const port = await listening(server)
  return {
    printer: `tcp:127.0.0.1:${port}`,
    port: portOf(server),
    next: async () => {
      const arrival = Promise.withResolvers<number>()
      waiting = arrival
      const late = setTimeout(() => arrival.reject(new Error('no label came to the printer')), LIMIT_MS)
      return arrival.promise.finally(() => clearTimeout(late))
    },
    last: () => Buffer.concat(label),
    stop: () => void server.close(),
  }
}
