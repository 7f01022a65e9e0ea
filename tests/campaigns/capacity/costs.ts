// What one thing of each kind costs: time of the processor in each program and in PostgreSQL, bytes on disk and in the log of the database.
import { setTimeout as delay } from 'node:timers/promises'
import type { Sampler } from '../soak/measured/sample.ts'
import type { LoadCounts, Sample } from '../soak/record.ts'

export interface Cost {
  readonly what: string
  readonly count: number
  /** Of one, in ms, by program; what costs less than 0.005 ms is left out. */
  readonly processorMs: Readonly<Record<string, number>>
  readonly totalMs: number
  /** Of one, in all databases: of tables and indexes, and written ahead. */
  readonly tableBytes: number
  readonly walBytes: number
}

/** Of one second, in ms, by program: what goes on when nothing is asked. */
export type Rest = Readonly<Record<string, number>>

export const NO_LOAD: LoadCounts = {
  done: {},
  refused: {},
  labels: 0,
  devicesOnline: 0,
  panelLooks: 0,
  panelFailures: 0,
}
/** What a program goes on with after the last answer: flushes, events, garbage. */
const AFTER_MS = 3_000

/** While nothing but `work` goes on. */
export async function costOf(
  { sampler, rest }: { readonly sampler: Sampler; readonly rest: Rest },
  {
    what,
    count,
    work,
  }: { readonly what: string; readonly count: number; readonly work: (n: number) => Promise<void> },
): Promise<Cost> {
  const before = await sampler.sample(NO_LOAD, { isQuick: true })
  for (let n = 0; n < count; n += 1) await work(n)
  await delay(AFTER_MS)
  const after = await sampler.sample(NO_LOAD, { isQuick: true })
  return costBetween({ before, after }, { what, count, rest })
}

export function costBetween(
  { before, after }: { readonly before: Sample; readonly after: Sample },
  { what, count, rest }: { readonly what: string; readonly count: number; readonly rest: Rest },
): Cost {
  const seconds = (after.atMs - before.atMs) / 1_000
  const spent = Object.entries(processorBetween(before, after)).map(([name, ms]): [string, number] => [
    name,
    Math.max(0, (ms - (rest[name] ?? 0) * seconds) / count),
  ])
  const grown = (of: (sample: Sample, database: string) => number): number =>
    Object.keys(after.databases).reduce((sum, name) => sum + of(after, name) - of(before, name), 0) / count
  return {
    what,
    count,
    processorMs: Object.fromEntries(spent.filter(([, ms]) => ms >= 0.005)),
    totalMs: spent.reduce((sum, [, ms]) => sum + ms, 0),
    tableBytes: grown((sample, name) => sample.databases[name]?.bytes ?? 0),
    walBytes: grown((sample, name) => sample.databases[name]?.walBytes ?? 0),
  }
}

/** By program, in ms. */
export function processorBetween(before: Sample, after: Sample): Record<string, number> {
  return Object.fromEntries(
    Object.entries(after.programs).map(([name, { processorMs }]) => [
      name,
      processorMs - (before.programs[name]?.processorMs ?? 0),
    ]),
  )
}

/** Watched for so long. */
export async function restOf(sampler: Sampler, forMs: number): Promise<Rest> {
  const before = await sampler.sample(NO_LOAD, { isQuick: true })
  await delay(forMs)
  const after = await sampler.sample(NO_LOAD, { isQuick: true })
  const seconds = (after.atMs - before.atMs) / 1_000
  return Object.fromEntries(
    Object.entries(processorBetween(before, after)).map(([name, ms]) => [name, ms / seconds]),
  )
}
