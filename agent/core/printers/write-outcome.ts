// How an attempt to hand a payload to a printer ended, and whether the same payload may be sent again.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { ReasonCode } from '@pharmacy-relay/shared/reasons/reason-codes.ts'

/**
 * transient: no byte left, so trying again prints nothing twice. ambiguous: bytes left and nobody knows what became
 * of them, so only a person may send again. permanent: trying again fails again.
 */
export type Retry = 'transient' | 'ambiguous' | 'permanent'

export type WriteFailureCode = keyof typeof UNSENT

/** What may be done after each when no byte was sent; once one was, every failure is ambiguous. */
const UNSENT = {
  printer_unreachable: 'transient',
  printer_busy: 'transient',
  printer_not_found: 'transient',
  printer_unplugged: 'transient',
  address_not_usable: 'permanent',
  write_stalled: 'transient',
  connection_reset: 'transient',
  closed_early: 'transient',
  close_not_seen: 'transient',
  queue_failed: 'transient',
  queue_stopped: 'transient',
  queue_waits: 'transient',
  queue_cancelled: 'permanent',
  queue_offline: 'transient',
  queue_denied: 'transient',
  queue_disk_full: 'transient',
  raw_refused: 'permanent',
  spooler_stopped: 'transient',
  print_server_silent: 'transient',
  job_not_finished: 'transient',
  file_not_written: 'transient',
  device_no_rights: 'transient',
  device_gone: 'transient',
  usb_twins: 'transient',
  printer_has_queue: 'transient',
  stopped: 'transient',
  // Not permanent: labels wait until somebody has accepted the certificate of a printer that was exchanged.
  other_certificate: 'transient',
  no_tls: 'transient',
  tls_silent: 'transient',
} as const satisfies Readonly<Partial<Record<ReasonCode, 'transient' | 'permanent'>>>

/** What a failed try says of the printer itself; one that refuses or breaks off may serve somebody else at this moment. */
const CONDITIONS: Readonly<Partial<Record<WriteFailureCode, PrinterCondition>>> = {
  printer_unreachable: 'unreachable',
  other_certificate: 'other_certificate',
  no_tls: 'no_tls',
}

/** Null: nothing is known to be the matter with it. */
export function conditionAfter(code: WriteFailureCode): PrinterCondition | null {
  return CONDITIONS[code] ?? null
}

/** As far as it was found by looking whether the printer is there. */
export function absence(why: Reason | null): WriteFailure {
  const code = why?.code
  const known = code === 'other_certificate' || code === 'no_tls' ? code : 'printer_unreachable'
  const failure = writeFailure(known, false)
  return why === null ? failure : { ...failure, reason: why }
}

export interface WriteFailure {
  readonly ok: false
  readonly code: WriteFailureCode
  readonly retry: Retry
  readonly reason: Reason
}

export type WriteOutcome = { readonly ok: true } | WriteFailure

/** `bytesSent`: whether a single byte may have left. `cause`: what the system said. */
export function writeFailure(code: WriteFailureCode, bytesSent: boolean, cause = ''): WriteFailure {
  return { ok: false, code, retry: bytesSent ? 'ambiguous' : UNSENT[code], reason: reason(code, {}, cause) }
}
