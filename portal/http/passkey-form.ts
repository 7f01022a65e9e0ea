// What the browser script brings of a passkey: the answer of navigator.credentials as JSON, in one field of a form.
import { z } from 'zod'
import { GivenCredential, NewCredential } from '@pharmacy-relay/shared/api/identity-passkeys.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { problemWords } from './problem-words.ts'
import { sendJson, setRetryAfter } from './replies.ts'
import type { RequestContext } from './request-context.ts'

/** Characters of JSON. Every part of it has a limit of its own in the table of the API. */
const MAX_JSON = 24_000

const jsonOf = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .max(MAX_JSON)
    .transform((text, check) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        check.addIssue({ code: 'custom', message: 'must be the answer of the browser' })
        return z.NEVER
      }
    })
    .pipe(schema)

export const MadePasskeyForm = z.object({ credential: jsonOf(NewCredential) })
export const GivenPasskeyForm = z.object({ credential: jsonOf(GivenCredential) })

/** What identity wants the browser to be asked. */
export interface CeremonyOptions {
  readonly options: Readonly<Record<string, unknown>>
}

/** Answers the script with `options`, or with `fault` in words; never throws what words can say. */
export async function sendOptions(
  context: RequestContext,
  ask: () => Promise<CeremonyOptions>,
): Promise<void> {
  try {
    const { options } = await ask()
    await sendJson(context, { options })
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code === 'internal') throw error
    setRetryAfter(context, error)
    context.response.status(PROBLEM_CODES[error.code].status)
    await sendJson(context, { fault: problemWords(error, texts(context.preferences.language)) })
  }
}
