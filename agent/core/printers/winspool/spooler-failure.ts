// What a call of Windows' spooler that failed means for a label, by its error code. Pure.
import { writeFailure, type WriteFailure, type WriteFailureCode } from '../write-outcome.ts'
import { WINDOWS_ERROR } from './constants.ts'
import { NO_ANSWER, type SpoolFailure } from './spooler-facts.ts'

const CODES: Readonly<Record<number, WriteFailureCode>> = {
  [NO_ANSWER]: 'print_server_silent',
  [WINDOWS_ERROR.accessDenied]: 'queue_denied',
  [WINDOWS_ERROR.handleDiskFull]: 'queue_disk_full',
  [WINDOWS_ERROR.printCancelled]: 'queue_cancelled',
  [WINDOWS_ERROR.diskFull]: 'queue_disk_full',
  [WINDOWS_ERROR.serviceNotActive]: 'spooler_stopped',
  [WINDOWS_ERROR.rpcServerUnavailable]: 'spooler_stopped',
  [WINDOWS_ERROR.rpcCallFailed]: 'spooler_stopped',
  [WINDOWS_ERROR.rpcCallNotMade]: 'spooler_stopped',
  [WINDOWS_ERROR.rpcNotRegistered]: 'spooler_stopped',
  [WINDOWS_ERROR.unknownPrinter]: 'printer_not_found',
  [WINDOWS_ERROR.invalidDatatype]: 'raw_refused',
  [WINDOWS_ERROR.printerDeleted]: 'printer_not_found',
}

/** `queue_failed` for what has no words of its own. */
export function codeOf({ code }: SpoolFailure): WriteFailureCode {
  return CODES[code] ?? 'queue_failed'
}

/** `hasLeft`: bytes may have left. */
export function failureOf(failure: SpoolFailure, hasLeft: boolean): WriteFailure {
  return writeFailure(codeOf(failure), hasLeft, causeOf(failure))
}

export function causeOf({ step, code }: SpoolFailure): string {
  return code === NO_ANSWER ? `${step}: no answer` : `${step}: Windows error ${code}`
}
