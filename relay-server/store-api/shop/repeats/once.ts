// A request that may come again: it is done once, and every repeat gets the same answer, also where that was a refusal.
import { z } from 'zod'
import { FieldFault, ProblemError, problemCodes } from '@pharmacy-relay/shared/problem.ts'
import { PROBLEM_CODES } from '@pharmacy-relay/shared/problem-error.ts'
import type { Idempotency } from '../../../http/idempotency-key.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import {
  answerOf,
  keepAnswer,
  keepFirstAnswer,
  takeKey,
  takeKeyWith,
  type KeyWith,
} from './repeats.queries.ts'

const Refusal = z.object({
  code: z.enum(problemCodes),
  detail: z.string(),
  errors: z.array(FieldFault),
})
const Answer = z.union([z.object({ done: z.unknown() }), z.object({ refused: Refusal })])
type Answer = z.infer<typeof Answer>

/**
 * `work` runs in the transaction that keeps its answer. A refusal undoes the work and is kept: stock may come back between two
 * presses, and the second one must not succeed unseen. What may pass by itself is not kept. Throws ProblemError `invalid` for
 * the key of another request, and what `work` throws.
 */
export async function once<R>(
  db: StoreDb,
  request: Repeatable,
  work: (trx: StoreTransaction) => Promise<R>,
): Promise<R> {
  return answered(db, request, async (trx) =>
    (await takeKey(trx, request.caller, request.idempotency)) ? { done: await work(trx) } : null,
  )
}

/** As `once`, with one wait less: the first statement of the work goes out with the key's, and the work gets its rows. */
export async function onceWith<F, R>(
  db: StoreDb,
  request: KeyWith<F>,
  work: (trx: StoreTransaction, rows: readonly F[]) => Promise<R>,
): Promise<R> {
  return answered(db, request, async (trx) => {
    const rows = await takeKeyWith(trx, request)
    return rows === null ? null : { done: await work(trx, rows) }
  })
}

interface Repeatable {
  readonly caller: string
  readonly idempotency: Idempotency
}

/** `attempt` answers null where the key was taken before. */
async function answered<R>(
  db: StoreDb,
  request: Repeatable,
  attempt: (trx: StoreTransaction) => Promise<{ readonly done: R } | null>,
): Promise<R> {
  const { caller, idempotency } = request
  const { key, fingerprint } = idempotency
  const kept = await db
    .transaction()
    .execute(async (trx) => {
      const reply: Answer | null = await attempt(trx)
      if (reply === null) return answerOf(trx, caller, key)
      await keepAnswer(trx, { caller, key, reply })
      return { fingerprint, reply }
    })
    .catch(async (error: unknown) => {
      await keepFirstAnswer(db, { caller, idempotency, reply: refusalOf(error) })
      return answerOf(db, caller, key)
    })
  if (kept.fingerprint !== fingerprint) throw keyOfAnother()
  const answer = Answer.parse(kept.reply)
  if ('refused' in answer) throw problemOf(answer.refused)
  return answer.done as R
}

/** Throws on what may be tried again with the same key. */
function refusalOf(error: unknown): Answer {
  if (!(error instanceof ProblemError) || PROBLEM_CODES[error.code].retry === 'retry') throw error
  return { refused: { code: error.code, detail: error.message, errors: [...error.errors] } }
}

function problemOf({ code, detail, errors }: z.infer<typeof Refusal>): ProblemError {
  return new ProblemError(code, detail, { errors })
}

function keyOfAnother(): ProblemError {
  const errors = [{ path: 'header.Idempotency-Key', message: 'belongs to another request' }]
  return new ProblemError('invalid', 'This key belongs to another request', { errors })
}
