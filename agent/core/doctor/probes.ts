// What the doctor tries: connections that say nothing, a file on the disk of the labels. Each is bounded and undone.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { ConnectOutcome, DiskFound, Knock, Timed } from './doctor-facts.ts'

/** Computers on one network answer within milliseconds; Windows tells of a refusal after 2 s. */
export const KNOCK_MS = 2_500
const MAX_KNOCKS = 16
/** As large as a label. */
const PROBE_BYTES = 4_096

/** How long it took, on the monotonic clock. */
export async function timed<T>(clock: Clock, work: () => Promise<T>): Promise<Timed<T>> {
  const startedMs = clock.monotonicMs()
  const value = await work()
  return { value, tookMs: clock.monotonicMs() - startedMs }
}

/** What `work` came to, or `late` when that takes longer; the work itself ends by itself. */
export async function within<T, L>(
  limitMs: number,
  work: Promise<T>,
  { clock, late }: { readonly clock: Clock; readonly late: L },
): Promise<T | L> {
  const over = Promise.withResolvers<L>()
  const cancel = clock.after(limitMs, () => over.resolve(late))
  return Promise.race([work, over.promise]).finally(cancel)
}

/** Connects to all at once and closes without a word, which no listener takes for a label. */
export async function knock(clock: Clock, addresses: readonly string[], port: number): Promise<Knock[]> {
  const known = addresses.slice(0, MAX_KNOCKS)
  return Promise.all(
    known.map(async (address) => ({ address, outcome: await connect(clock, address, port) })),
  )
}

/** Null when the port of this computer takes a connection, else why not. */
export async function knockAtOwn(clock: Clock, host: string, port: number): Promise<Reason | null> {
  const outcome = await connect(clock, host, port)
  return outcome === 'connected' ? null : reason(OWN_CODES[outcome], {})
}

const OWN_CODES = { refused: 'port_refused_here', silent: 'host_silent', no_route: 'network_away' } as const

async function connect(clock: Clock, host: string, port: number): Promise<ConnectOutcome> {
  const socket = net.connect({ host, port })
  const { promise, resolve } = Promise.withResolvers<ConnectOutcome>()
  socket.once('connect', () => resolve('connected'))
  socket.on('error', (error) => resolve(outcomeOf(error)))
  const outcome = await within(KNOCK_MS, promise, { clock, late: 'silent' as const })
  socket.destroy()
  return outcome
}

function outcomeOf(error: Error): ConnectOutcome {
  const code: unknown = Reflect.get(error, 'code')
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return 'refused'
  return code === 'ETIMEDOUT' ? 'silent' : 'no_route'
}

/** Writes a small file beside the labels, flushes it and takes it away. A text says why that does not work. */
export async function probeDisk(clock: Clock, folder: string): Promise<DiskFound | string> {
  const file = path.join(folder, `doctor-${randomUUID()}.tmp`)
  try {
    const { bavail, bsize } = await fs.statfs(folder)
    const { tookMs } = await timed(clock, async () => writeFlushed(file))
    return { freeBytes: bavail * bsize, flushMs: Math.round(tookMs) }
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
    return typeof code === 'string' ? code : 'unknown reason'
  } finally {
    await fs.rm(file, { force: true }).catch(() => undefined)
  }
}

async function writeFlushed(file: string): Promise<void> {
  const handle = await fs.open(file, 'wx', 0o600)
  try {
    await handle.write(Buffer.alloc(PROBE_BYTES))
    await handle.sync()
  } finally {
    await handle.close()
  }
}
