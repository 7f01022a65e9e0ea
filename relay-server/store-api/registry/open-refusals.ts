// Why an `open` is refused, in words for the person at the computer.
import { refusal, type Refusal } from './refusals.ts'
import type { SessionRow } from './sessions.queries.ts'

export const NOT_PAIRED = refusal(
  'NOT_PAIRED',
  'This computer belongs to no pharmacy yet. Ask for a pairing code and enter it here.',
)
export const REMOVED = refusal(
  'DELETED',
  'This computer was removed. Ask for a new pairing code if it is to come back.',
)
export const BAD_KEY = refusal(
  'BAD_KEY',
  'This computer is known by another key than it has now. Ask for a new pairing code and enter it here.',
)
export const REVOKED = refusal(
  'REVOKED',
  'The access of this computer was withdrawn. Ask for a new pairing code if it is to come back.',
)
/** Somebody looks at the panel while this computer waits: it asks often. */
const APPROVAL_POLL_MS = 10_000
export const NOT_APPROVED = refusal(
  'NOT_APPROVED',
  'This computer is paired and waits for an administrator to approve it.',
  APPROVAL_POLL_MS,
)
export const TOO_OLD = refusal(
  'UPGRADE_REQUIRED',
  'This version of the agent is too old. Install the newest one.',
)

export const OVER = refusal('NOT_REGISTERED', 'This session is over. Connect again.')
/**
 * Once a minute ends no other session and costs nothing, and who gives one of the two a new identity sees it happen. Five
 * minutes (hub-and-fleet.md 4.2, P6) would be a long time to look at a page.
 */
const CONFLICT_POLL_MS = 60_000
export const COPY = refusal(
  'IDENTITY_CONFLICT',
  'Another computer with the same identity is connected. One of the two is a copy: an administrator can give it a new identity.',
  CONFLICT_POLL_MS,
)

/** A socket that is asserted although its session is over for good: its hub ends it, and the device connects anew. */
export function overRefusal({ closeReason }: Pick<SessionRow, 'closeReason'>): Refusal {
  if (closeReason === 'revoked') return REVOKED
  return closeReason === 'deleted' ? REMOVED : OVER
}
