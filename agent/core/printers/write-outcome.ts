// How an attempt to hand a payload to a printer ended, and whether the same payload may be sent again.

/**
 * transient: no byte left, so trying again prints nothing twice. ambiguous: bytes left and nobody knows what became
 * of them, so only a person may send again. permanent: trying again fails again.
 */
export type Retry = 'transient' | 'ambiguous' | 'permanent'

export type WriteFailureCode = keyof typeof FAILURES

interface FailureFacts {
  /** For people; the cause of the system may follow. */
  readonly words: string
  /** When no byte was sent; once one was, every failure is ambiguous. */
  readonly unsent: 'transient' | 'permanent'
}

const FAILURES = {
  printer_unreachable: { words: 'the printer cannot be reached', unsent: 'transient' },
  printer_busy: {
    words: 'the printer refuses the connection: in use, or not listening',
    unsent: 'transient',
  },
  printer_not_found: { words: 'there is no such printer', unsent: 'transient' },
  address_not_usable: { words: 'the address of the printer is not usable', unsent: 'permanent' },
  write_stalled: { words: 'the printer stopped taking bytes', unsent: 'transient' },
  connection_reset: { words: 'the printer broke the connection off', unsent: 'transient' },
  closed_early: { words: 'the printer closed before it had the whole label', unsent: 'transient' },
  close_not_seen: { words: 'the printer did not confirm the end of the label', unsent: 'transient' },
  queue_failed: { words: 'the print queue of this computer failed', unsent: 'transient' },
  queue_stopped: {
    words: 'the print queue of this computer is stopped: start it in the printer settings of the system',
    unsent: 'transient',
  },
  queue_waits: { words: 'the label waited in the print queue of this computer', unsent: 'transient' },
  queue_cancelled: { words: 'it was cancelled in the print queue of this computer', unsent: 'permanent' },
  job_not_finished: { words: 'the print queue did not finish the label in time', unsent: 'transient' },
  file_not_written: { words: 'the label could not be written to the folder', unsent: 'transient' },
  stopped: { words: 'the agent was stopped', unsent: 'transient' },
} as const satisfies Readonly<Record<string, FailureFacts>>

export interface WriteFailure {
  readonly ok: false
  readonly code: WriteFailureCode
  readonly retry: Retry
  /** In words for people. */
  readonly why: string
}

export type WriteOutcome = { readonly ok: true } | WriteFailure

/** `bytesSent`: whether a single byte may have left. `cause`: what the system said, or an empty text. */
export function writeFailure(code: WriteFailureCode, bytesSent: boolean, cause: string): WriteFailure {
  const { words, unsent } = FAILURES[code]
  return {
    ok: false,
    code,
    retry: bytesSent ? 'ambiguous' : unsent,
    why: cause === '' ? words : `${words} (${cause})`,
  }
}
