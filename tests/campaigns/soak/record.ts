// What a soak writes each minute: the file from which it is judged, at its end or after its session was ended.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const Count = z.number()
const Counts = z.record(z.string(), Count)

export const ProcessFacts = z.object({
  processes: Count,
  /** Resident, and of it what is no file: what the program itself made. */
  residentBytes: Count,
  anonymousBytes: Count,
  /** The same of each process, by its number. */
  ownBytes: Counts,
  files: Count,
  /** Of the files. */
  sockets: Count,
  /** Time of the processor, with that of children that have ended. */
  processorMs: Count,
})
export type ProcessFacts = z.infer<typeof ProcessFacts>

export const LogNews = z.object({
  bytes: Count,
  /** How often each, by the event of the line. */
  errors: Counts,
  warnings: Counts,
})
export type LogNews = z.infer<typeof LogNews>

export const ProgramSample = ProcessFacts.extend({
  /** Null: of PostgreSQL. */
  pid: Count.nullable(),
  /** After a full collection; null where there is no inspector. */
  heapBytes: Count.nullable(),
  /** Of them compiled code, which ends to grow once all that is called was compiled. */
  codeBytes: Count.nullable(),
  /** Since the sample before. */
  log: LogNews.nullable(),
})
export type ProgramSample = z.infer<typeof ProgramSample>

export const DatabaseFacts = z.object({
  /** Of every table of ours, by name. */
  rows: Counts,
  /** Old versions that PostgreSQL has not taken away yet, of all tables together. */
  deadRows: Count,
  /** Of others than who asks. */
  connections: Count,
  bytes: Count,
  /** Written ahead so far, by the whole server; an archive keeps all of it. */
  walBytes: Count,
})
export type DatabaseFacts = z.infer<typeof DatabaseFacts>

export const LoadCounts = z.object({
  /** By kind. */
  done: Counts,
  /** By kind and code. */
  refused: Counts,
  /** Accepted. */
  labels: Count,
  devicesOnline: Count,
  /** Pages and live parts that panels asked for, and those that were no 200. */
  panelLooks: Count,
  panelFailures: Count,
})
export type LoadCounts = z.infer<typeof LoadCounts>

export const Sample = z.object({
  /** Since the first one. */
  atMs: Count,
  /** By name; of PostgreSQL `postgres of NAME`. */
  programs: z.record(z.string(), ProgramSample),
  databases: z.record(z.string(), DatabaseFacts),
  /** Bytes of each folder below the data folder. */
  folders: Counts,
  load: LoadCounts,
  /** Load of the machine, of the last minute: others use it, too. */
  machineLoad: Count,
})
export type Sample = z.infer<typeof Sample>

export const LabelsAccount = z.object({
  accepted: Count,
  printed: Count,
  overHub: Count,
  overLan: Count,
  isSettled: z.boolean(),
  /** Lost, doubled, contradictions, in words. */
  findings: z.array(z.string()),
})
export type LabelsAccount = z.infer<typeof LabelsAccount>

export const SoakRecord = z.object({
  startedAt: z.string(),
  pharmacies: Count,
  devices: Count,
  plannedMinutes: Count,
  /** Before the first sample, at more than the pace. */
  warmUpMinutes: Count,
  processors: Count,
  samples: z.array(Sample),
  /** Null: it did not end by itself. */
  labels: LabelsAccount.nullable(),
})
export type SoakRecord = z.infer<typeof SoakRecord>

/** Whole or as it was before. */
export function writeRecord(file: string, record: SoakRecord): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(record))
  renameSync(`${file}.new`, file)
}

/** Throws when it is none. */
export function readRecord(file: string): SoakRecord {
  return SoakRecord.parse(JSON.parse(readFileSync(file, 'utf8')))
}
