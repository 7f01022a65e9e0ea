// Whether a reset of a second factor may be done: by a second Admin at once, by time when its owner was told and did not object.
import { RESET_NOTICE_MS } from '@pharmacy-relay/shared/api/identity-resets.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'

/** Users by their ids. */
export interface ResetFacts {
  readonly userId: number
  readonly askedBy: number
  /** When its owner was told; null: he was not. */
  readonly noticedAt: Date | null
  readonly objectedAt: Date | null
}

/** Null: it may be done. `by` null: nobody confirms it, its time has come. */
export function resetRefusal(
  { userId, askedBy, noticedAt, objectedAt }: ResetFacts,
  { by, now }: { readonly by: number | null; readonly now: Date },
): Reason | null {
  if (by === userId) return reason('reset_own', {})
  if (objectedAt !== null) return reason('reset_objected', {})
  const isSecond = by !== null && by !== askedBy
  if (isSecond) return null
  const dueAt = resetDueAt(noticedAt)
  if (dueAt === null) return reason('reset_untold', {})
  const leftMs = dueAt.getTime() - now.getTime()
  return leftMs > 0 ? reason('reset_waits', { left: Math.ceil(leftMs / 1_000) }) : null
}

export function resetDueAt(noticedAt: Date | null): Date | null {
  return noticedAt === null ? null : new Date(noticedAt.getTime() + RESET_NOTICE_MS)
}
