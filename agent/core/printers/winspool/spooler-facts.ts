// What the spooler's threads are asked and answer, as the main thread reads it.
import { z } from 'zod'

const Bits = z.int().min(0)

/** One printer of the list. */
export const SpooledPrinter = z.object({
  name: z.string(),
  port: z.string(),
  driver: z.string(),
  comment: z.string(),
  location: z.string(),
  status: Bits,
  attributes: Bits,
})
export type SpooledPrinter = z.infer<typeof SpooledPrinter>

/** With where it prints. */
export const ListedPrinter = SpooledPrinter.extend({
  /** The raw TCP port of its port monitor; null for every other port. */
  address: z.object({ host: z.string(), port: z.int().min(1).max(65_535) }).nullable(),
})
export type ListedPrinter = z.infer<typeof ListedPrinter>

/** How a queue is at this moment. */
export const QueueFacts = z.object({
  status: Bits,
  attributes: Bits,
  /** Jobs of everybody that are in it. */
  jobs: z.int(),
  /** It prints on a USB port whose device is not there. False where that cannot be told. */
  isUnplugged: z.boolean(),
  /** It prints on the port that leads to this agent: its labels would come back without end. */
  leadsHere: z.boolean(),
})
export type QueueFacts = z.infer<typeof QueueFacts>

export const SpoolJob = z.object({
  id: z.int(),
  title: z.string(),
  /** Where it came from, in Windows' own short name; an empty text when not told. */
  computer: z.string(),
  status: Bits,
  /** Since its printing began, in milliseconds; 0 before. */
  printingMs: z.int(),
  pages: z.int(),
})
export type SpoolJob = z.infer<typeof SpoolJob>

/** What was seen while a job was paused, looked at, deleted and looked at again. Null: it was not in the queue. */
export const TakenBack = z.object({
  wasPaused: z.boolean(),
  before: SpoolJob.nullable(),
  after: SpoolJob.nullable(),
})
export type TakenBack = z.infer<typeof TakenBack>

/** A call of Windows that failed. */
export const SpoolFailure = z.object({
  /** Name of the call. */
  step: z.string(),
  /** Windows' error code. NO_ANSWER: the thread did not answer in time, or ended. */
  code: z.int(),
})
export type SpoolFailure = z.infer<typeof SpoolFailure>

export const NO_ANSWER = -1

/** The end of handing a label over. */
export const HandOver = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('queued'), job: z.int() }),
  z.object({
    kind: z.literal('failed'),
    failure: SpoolFailure,
    /** Bytes went into the queue. */
    hasWritten: z.boolean(),
    /** Null: there was no job yet. */
    takenBack: TakenBack.nullable(),
  }),
])
export type HandOver = z.infer<typeof HandOver>

export const TcpPort = z.object({ host: z.string(), port: z.int().min(1).max(65_535) })

/** Of Windows' monitor of TCP/IP ports. */
export const LocalPort = TcpPort.extend({
  /** Windows asks by SNMP how what is there does, and holds what is printed when nobody answers. */
  isSnmpOn: z.boolean(),
})
export type LocalPort = z.infer<typeof LocalPort>

/** The printer of Windows that leads to this agent (local/). */
export const LocalFacts = z.object({
  /** Null: there is no such port. */
  port: LocalPort.nullable(),
  /** Names of the printers on it. */
  printers: z.array(z.string()),
})
export type LocalFacts = z.infer<typeof LocalFacts>

/** Where the agent takes labels. */
export type LocalPlace = z.infer<typeof TcpPort>

export type LocalOrder =
  | { readonly call: 'localFacts' | 'removeLocal' }
  | { readonly call: 'addLocal'; readonly place: LocalPlace; readonly driver: string }

export type Order =
  | { readonly call: 'printers' }
  | LocalOrder
  /** `address`: the raw TCP port of its port monitor. */
  | { readonly call: 'queue' | 'jobs' | 'address'; readonly name: string }
  | { readonly call: 'job' | 'takeBack'; readonly name: string; readonly job: number }
  | {
      readonly call: 'handOver'
      readonly name: string
      readonly title: string
      readonly payload: Uint8Array
      /** write-gate.ts */
      readonly gate: SharedArrayBuffer
    }

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: SpoolFailure }
