// The codes of a chain of reasons, for tests that look at what was decided and not at how it is said.
import type { Reasons } from '../reasons/reason.ts'

/** In their order, with spaces between; an empty text without a job. */
export function codesOf(told: { readonly reasons: Reasons } | null | undefined): string {
  return told?.reasons.map(({ code }) => code).join(' ') ?? ''
}
