// What a spool promises in every moment and at rest (security-and-reliability 3.1), against what its printer really did.
import type { JobState } from '@pharmacy-relay/shared/print-job.ts'
import type { JobRow } from '../store/spool-store.ts'
import type { MemoryDisk } from './memory-store.ts'
import type { ModelPrinter } from './model-printer.ts'

export interface Lived {
  readonly disk: MemoryDisk
  readonly printer: ModelPrinter
  readonly accepted: ReadonlySet<string>
  readonly touched: ReadonlySet<string>
}

/** A job at rest is in one of these; held and unknown ones wait for a person. */
const RESTING: readonly JobState[] = [
  ...(['sent_to_printer', 'printed', 'unknown', 'failed', 'cancelled', 'expired', 'held'] as const),
]

export function checkAlways(lived: Lived): void {
  const { disk, accepted, printer } = lived
  const ids = disk.jobs.map(({ row }) => row.id)
  promise(
    'R1: what was accepted is on the disk',
    [...accepted].every((id) => ids.includes(id)),
  )
  promise('R4: an id is one job', new Set(ids).size === ids.length)
  promise('R3: no label comes out twice', new Set(printer.paper).size === printer.paper.length)
  checkLastTry(lived)
  checkOrder(lived)
  for (const { row } of disk.jobs) checkState(row, lived)
}

export function checkAtEnd({ disk }: Lived): void {
  for (const { row } of disk.jobs)
    promise(`R2: label ${row.n} has an end, not ${row.state}`, RESTING.includes(row.state))
  const reprints = disk.jobs.flatMap(({ row }) => (row.reprint === null ? [] : [row.reprint]))
  const names = reprints.map(({ of, count }) => `${of} ${count}`)
  promise('R4: a reprint is made once', new Set(names).size === names.length)
}

/** Sent a second time by itself only when nothing of the tries before came out, or still may. */
function checkLastTry({ printer }: Lived): void {
  const last = printer.sent.at(-1)
  if (last === undefined || last.outcome !== null) return
  const before = printer.sent.slice(0, -1).filter(({ title }) => title === last.title)
  promise(
    `R3: ${last.title} is sent again only when nothing came out`,
    before.every(({ outcome }) => outcome === 'nothing' || outcome === 'lost') &&
      !printer.hasOrMayPrint(last.title),
  )
}

/** Labels are begun in their order; what a person moved, or a crash interrupted, may stand elsewhere. */
function checkOrder({ printer, disk, touched }: Lived): void {
  const last = printer.sent.at(-1)
  if (last === undefined || last.outcome !== null) return
  const firstTries = printer.sent.filter(
    ({ title }, index) => printer.sent.findIndex((sent) => sent.title === title) === index,
  )
  if (!firstTries.includes(last)) return
  const numbers = firstTries.flatMap(({ title, life }) => {
    const job = disk.jobs.find(({ row }) => titleOf(row) === title)
    if (job === undefined || life !== last.life) return []
    const isMoved = touched.has(job.row.id) || job.row.reprint !== null
    return isMoved || job.steps.some(({ state }) => state === 'unknown') ? [] : [job.row.n]
  })
  const isRising = numbers.every((n, index) => index === 0 || n > (numbers[index - 1] ?? 0))
  promise(`order: the labels began as ${numbers.join()}`, isRising)
}

function checkState(row: JobRow, { printer, touched }: Lived): void {
  const title = titleOf(row)
  const isOnPaper = printer.paper.includes(title)
  if (row.state === 'printed') promise(`label ${row.n} is called printed and is not`, isOnPaper)
  const isUnprinted = row.state === 'cancelled' || row.state === 'expired' || row.state === 'held'
  if (isUnprinted) promise(`label ${row.n} came out although ${row.state}`, !printer.hasOrMayPrint(title))
  if (row.state === 'failed' && !touched.has(row.id))
    promise(`label ${row.n} came out although failed`, !printer.hasOrMayPrint(title))
}

const titleOf = ({ id }: JobRow): string => `label ${id}`

function promise(text: string, isKept: boolean): void {
  if (!isKept) throw new Error(`broken: ${text}`)
}
