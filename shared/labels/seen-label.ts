// A label of which somebody said that it came out: nobody needs the printer's word any more, and it is called so. Without zod,
// for pages: see problem-error.ts.
import type { JobState } from '../job-state.ts'
import type { ReasonCode } from '../reasons/reason-codes.ts'
import type { Reasons } from '../reasons/reason.ts'

const SEEN: readonly string[] = ['seen_out', 'seen_out_by'] satisfies ReasonCode[]

/** Its reasons say at which computer. What the printer proved behind that counts more, and is shown instead. */
export function isSeen({ state, reasons }: { readonly state: JobState; readonly reasons: Reasons }): boolean {
  return state === 'sent_to_printer' && reasons.some(({ code }) => SEEN.includes(code))
}
