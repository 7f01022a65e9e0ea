// A spool over a stepped clock and a disk in memory, with a printer that does what a test says.
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { writeFailure } from '../../printers/write-outcome.ts'
import type { RemoteNews } from '../rules/forwarding.ts'
import type { PrinterLook } from '../rules/doubt-rule.ts'
import type { Delivery, Label, Route } from '../rules/route.ts'
import { Spool, type SpoolParts } from '../spool.ts'
import { WHOLE } from './labels.ts'
import { MemoryDisk, MemoryStore } from './memory-store.ts'

export { arrival, CUT_SHORT, WHOLE } from './labels.ts'

export const SENT: Delivery = { ok: true }
export const OFF: Delivery = writeFailure('printer_unreachable', false, 'ETIMEDOUT')
export const CUT: Delivery = writeFailure('connection_reset', true, 'ECONNRESET')
/** A printer that takes the label and never closes, until the agent breaks it off. */
export const stuck = async ({ signal }: Label): Promise<Delivery> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(writeFailure('stopped', true, '')))
  })

export interface RigOptions {
  readonly write?: (label: Label, text: string) => Delivery | Promise<Delivery>
  readonly clock?: SteppedClock
  readonly disk?: MemoryDisk
  /** Null: the printer cannot be asked. */
  readonly look?: (() => Promise<Omit<PrinterLook, 'atMs'> | null>) | null
  readonly route?: Route
  /** Left out: by what the disk and the printer take. */
  readonly pace?: SpoolParts['pace']
  /** Left out: nobody reads it. */
  readonly logger?: Logger
  /** Hears of labels of other computers, beside `news`. */
  readonly onRemoteNews?: (news: RemoteNews) => void
}

export type Rig = Awaited<ReturnType<typeof startRig>>

/** Not started yet. */
export function newRig({
  write = () => SENT,
  clock = new SteppedClock(),
  look = null,
  ...more
}: RigOptions = {}) {
  const disk = more.disk ?? new MemoryDisk()
  const store = new MemoryStore(clock, disk)
  const printed: string[] = []
  const history: string[] = []
  const labels: Label[] = []
  const news: RemoteNews[] = []
  const way = (destination: string): Route => ({
    kind: 'printer',
    destination,
    write: async (label) => {
      labels.push(label)
      const text = Buffer.from(label.payload).toString()
      const delivery = await write(label, text)
      if (delivery.ok) printed.push(`${destination}: ${text}`)
      return delivery
    },
  })
  /** A computer that takes every label. */
  const computer = (destination: string): Route => ({
    kind: 'computer',
    destination,
    window: 4,
    deliver: async ({ payload, onHanded }) => {
      onHanded()
      printed.push(`${destination}: ${Buffer.from(payload).toString()}`)
      return { kind: 'forwarded', path: 'lan', now: null }
    },
  })
  const state: { route: Route } = { route: more.route ?? way('P1') }
  const spool = new Spool({
    store,
    clock,
    random: () => 0.5,
    newId: randomUUID,
    route: () => state.route,
    judge: () => WHOLE,
    onRemoteNews: (one) => {
      news.push(one)
      more.onRemoteNews?.(one)
    },
    onChange: (job) => void history.push(`${PrintJob.parse(job).n} ${job.state}`),
    lookAt: async () => (look === null ? null : look()),
    canLook: () => look !== null,
    logger: more.logger ?? silentLogger,
    ...(more.pace === undefined ? {} : { pace: more.pace }),
  })
  const list = async () => spool.list(10_000)
  const states = async () => (await list()).map((job) => `${job.n} ${job.state}`).toReversed()
  const reach = async (...wanted: string[]) =>
    until(wanted.join(', '), async () => {
      const now = await states()
      return wanted.every((one) => now.includes(one))
    })
  const job = async (n: number) => (await list()).find((one) => one.n === n)
  return {
    spool,
    store,
    disk,
    clock,
    printed,
    labels,
    history,
    news,
    state,
    way,
    computer,
    list,
    states,
    reach,
    job,
  }
}

/** Started, and stopped after the test. */
export async function startRig(options: RigOptions = {}) {
  const rig = newRig(options)
  onTestFinished(async () => rig.spool.stop())
  await rig.spool.start()
  return rig
}

/** The process ends without a word; what was asked of the disk last may have reached it. */
export function crash({ store }: Pick<Rig, 'store'>, kept = 0): void {
  store.crash(kept)
}
