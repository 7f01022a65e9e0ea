// What a thread is started with, read by hand (row-reader.ts).
import type { RefusedLabel } from '../operations.ts'
import { finiteNumber, oneOf, rowOf, text, wholeNumber } from './row-reader.ts'
import type { SpoolLimits } from '../spool-limits.ts'

export interface SpoolSetup {
  readonly folder: string
  readonly limits: SpoolLimits
  /** Because the thread before ended, which may have committed them. */
  readonly refused: readonly RefusedLabel[]
  /** NORMAL is for the proof by power cuts only: a commit does not wait for the disk. */
  readonly synchronous: 'FULL' | 'NORMAL'
}

/** Throws when it is not what SpoolThread starts a thread with. */
export function readSpoolSetup(workerData: unknown): SpoolSetup {
  const setup = rowOf(workerData)
  const { refused } = setup
  if (!Array.isArray(refused)) throw new Error('The spool expected a list of refused labels')
  return {
    folder: text(setup, 'folder'),
    limits: readLimits(setup['limits']),
    refused: refused.map(readRefused),
    synchronous: oneOf(setup, 'synchronous', ['FULL', 'NORMAL']),
  }
}

function readLimits(value: unknown): SpoolLimits {
  const limits = rowOf(value)
  return {
    waiting: wholeNumber(limits, 'waiting', 1),
    waitingBytes: wholeNumber(limits, 'waitingBytes', 1),
    fileBytes: wholeNumber(limits, 'fileBytes', 1),
    reserveBytes: wholeNumber(limits, 'reserveBytes'),
    payloadDays: finiteNumber(limits, 'payloadDays', 0),
    jobDays: finiteNumber(limits, 'jobDays', 0),
    newestJobs: wholeNumber(limits, 'newestJobs'),
    countDays: finiteNumber(limits, 'countDays', 0),
  }
}

function readRefused(value: unknown): RefusedLabel {
  const label = rowOf(value)
  return { id: text(label, 'id'), runMs: finiteNumber(label, 'runMs') }
}
