// Why an agent looks for no updates.
import { ProblemError } from '@pharmacy-relay/shared/problem-error.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { UpdatesOff } from '@pharmacy-relay/shared/update-codes.ts'

/** What updates need of this computer. */
export interface UpdatesNeeds {
  /** Null: started by hand. */
  readonly launcher: object | null
  /** Of the publishers whose updates are taken. */
  readonly keys: readonly unknown[]
  /** As the settings have it now; null when not set. */
  readonly address: () => string | null
}

/** Null while updates are looked for. */
export function offBecause({ launcher, keys, address }: UpdatesNeeds): keyof typeof REASONS | null {
  if (launcher === null) return 'no_launcher'
  if (keys.length === 0) return 'no_key'
  return address() === null ? 'no_address' : null
}

const REASONS = {
  no_launcher: reason('updates_no_launcher', {}),
  no_key: reason('updates_no_key', {}),
  no_address: {
    ...reason('updates_no_address', {}),
    detail: 'No address of updates is set: agent settings set UpdateUrl https://…',
  },
} as const satisfies Partial<Record<UpdatesOff, Reason>>

export function updatesRefused(off: keyof typeof REASONS): ProblemError {
  return new ProblemError('state_conflict', REASONS[off])
}
