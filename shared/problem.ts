// Problem details (RFC 9457) with the closed list of codes that any API of the platform may answer.
import { z } from 'zod'
import { Id } from './ids.ts'
import { growing } from './wire.ts'
import { PROBLEM_CODES, problemCodes, type ProblemError } from './problem-error.ts'
import { Reason } from './reasons/reason.ts'

export { PROBLEM_CODES, problemCodes, ProblemError } from './problem-error.ts'
export type { ProblemCode } from './problem-error.ts'

/** One faulty field: its path joined by dots (`body.email`), and what is wrong with it in words. */
export const FieldFault = z.strictObject({ path: z.string().max(200), message: z.string().max(500) })
export type FieldFault = z.infer<typeof FieldFault>

/** The error body of every REST endpoint, media type `application/problem+json`. */
export const Problem = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int().min(400).max(599),
    code: growing(z.enum(problemCodes), 'internal'),
    detail: z.string().optional(),
    traceId: z.string(),
    errors: z.array(FieldFault).max(100).optional(),
    /** With `state_conflict`, where several fit what was asked for: the caller chooses one by its id. */
    candidates: z
      .array(z.strictObject({ id: Id, name: z.string().max(500) }))
      .max(20)
      .optional(),
    /** What `detail` says, for who reads another language. */
    reason: Reason.optional(),
  })
  .meta({ id: 'Problem', description: 'Problem details as in RFC 9457, with a stable code.' })
export type Problem = z.infer<typeof Problem>

/** The wire form of a failure. */
export function problemBody(error: ProblemError, traceId: string): Problem {
  const facts = PROBLEM_CODES[error.code]
  return {
    type: `urn:pharmacy-relay:problem:${error.code}`,
    title: facts.title,
    status: facts.status,
    code: error.code,
    detail: error.message,
    traceId,
    ...(error.errors.length > 0 ? { errors: [...error.errors] } : {}),
    ...(error.candidates.length > 0 ? { candidates: error.candidates.slice(0, 20) } : {}),
    ...(error.reason === null ? {} : { reason: error.reason }),
  }
}

/** Turns what zod found into faulty fields, each path led by where it stood (`body`, `query`, …). */
export function fieldFaults(where: string, error: z.ZodError): FieldFault[] {
  return error.issues
    .slice(0, 100)
    .flatMap((issue) => {
      const path = [where, ...issue.path.map(String)]
      if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
      return issue.keys.map((key) => ({ path: [...path, key], message: 'is not known here' }))
    })
    .slice(0, 100)
    .map(({ path, message }) => ({ path: path.join('.').slice(0, 200), message: message.slice(0, 500) }))
}
