// Why Windows did not add or remove the printer, by the call that failed and its error code. Pure.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { WINDOWS_ERROR } from '../constants.ts'
import { causeOf, codeOf } from '../spooler-failure.ts'
import type { SpoolFailure } from '../spooler-facts.ts'

export function localFailure(failure: SpoolFailure): Reason {
  const cause = causeOf(failure)
  switch (failure.code) {
    case WINDOWS_ERROR.accessDenied:
      return reason('local_printer_denied', {}, cause)
    case WINDOWS_ERROR.busy:
      return reason('local_printer_busy', {}, cause)
    case WINDOWS_ERROR.unknownDriver:
      return reason('local_printer_no_driver', {}, cause)
    case WINDOWS_ERROR.unknownPort:
    case WINDOWS_ERROR.unknownMonitor:
      return reason('local_printer_no_monitor', {}, cause)
  }
  const code = codeOf(failure)
  if (code === 'spooler_stopped' || code === 'print_server_silent') return reason(code, {}, cause)
  return reason('local_printer_failed', { code: failure.code }, cause)
}
