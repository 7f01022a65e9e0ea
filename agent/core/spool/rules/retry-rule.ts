// What follows a try that failed, from its code, the bytes that left and how many tries failed in a row.
import { backoffMs } from '@pharmacy-relay/shared/waits.ts'
import { writeFailure, type WriteFailureCode } from '../../printers/write-outcome.ts'

export interface FailedTry {
  readonly code: WriteFailureCode
  /** Bytes that may have left this computer. */
  readonly bytesSent: number
  /** Tries that failed in a row, this one included; from 1. */
  readonly attempt: number
}

export type AfterFailure =
  | { readonly kind: 'again'; readonly afterMs: number }
  /**
   * Bytes left: the label may have come out, so only a person may send it again. A printer that breaks off does so with
   * the next label too, so that one waits a moment.
   */
  | { readonly kind: 'unknown'; readonly pauseMs: number }
  /** Trying again would fail again. */
  | { readonly kind: 'failed' }

/** Label printers restart within seconds; nobody should wait longer than half a minute for one that is back. */
const BOUNDS = { firstMs: 2_000, lastMs: 30_000 }

/** `draw`: a random number, at least 0 and below 1. */
export function afterFailure({ code, bytesSent, attempt }: FailedTry, draw: number): AfterFailure {
  switch (writeFailure(code, bytesSent > 0).retry) {
    case 'ambiguous':
      return { kind: 'unknown', pauseMs: backoffMs(attempt, BOUNDS, draw) }
    case 'permanent':
      return { kind: 'failed' }
    default:
      return { kind: 'again', afterMs: backoffMs(attempt, BOUNDS, draw) }
  }
}
