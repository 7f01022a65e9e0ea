// A reason as it is stored and sent: a code with parameters, and the same in English for logs and the command line.
//
// `Reasons` is a chain, read from left to right: what happened, and what follows from it or explains it. An empty one means
// that the state says all.
import { z } from 'zod'
import type { ReasonCode } from './reason-codes.ts'

const MAX_DETAIL = 300
export const MAX_REASONS = 6
const MAX_PARAM = 120

/** A code may come from a newer version, which says it in `detail` (reason-text.ts). */
export const Reason = z.object({
  code: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  params: z.record(z.string().regex(/^[a-zA-Z]{1,20}$/), z.union([z.string().max(MAX_PARAM), z.number()])),
  detail: z.string().max(MAX_DETAIL),
})
export type Reason = Readonly<z.infer<typeof Reason>>

export const Reasons = z.array(Reason).max(MAX_REASONS)
export type Reasons = readonly Reason[]

export function sameReasons(one: Reasons, other: Reasons): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether one of the chain has that code. */
export function hasReason(reasons: Reasons, code: ReasonCode): boolean {
  return reasons.some((reason) => reason.code === code)
}
