// Parses the fields of a posted form: text by text, with everything that is not asked for left out.
import { z } from 'zod'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'

/** Throws ProblemError `invalid` with every faulty field. Unknown fields (csrf among them) are dropped. */
export function readForm<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body ?? {})
  if (!parsed.success) {
    throw new ProblemError('invalid', 'Some fields are not valid', {
      errors: fieldFaults('body', parsed.error),
    })
  }
  return parsed.data
}

/** One field as it was typed; absent means empty. */
export function typed(maxLength: number) {
  return z.string().max(maxLength).default('')
}

/** The version that a form was loaded with, which it sends back as If-Match. */
export const versionText = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be the version that was loaded')
  .transform(Number)
