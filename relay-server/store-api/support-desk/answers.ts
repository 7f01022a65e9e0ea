// Canned answers: read by all staff, changed by who may, each change in the staff log.
import type { SupportAnswer } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import type { StaffActionKind } from '@pharmacy-relay/shared/api/staff-history.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import {
  allAnswers,
  deleteAnswer,
  insertAnswer,
  isTitleTaken,
  lockAnswer,
  updateAnswer,
  type AnswerDraft,
} from './answers.queries.ts'

interface Answers {
  readonly answers: SupportAnswer[]
}

export async function listAnswers(db: StoreDb): Promise<Answers> {
  return { answers: await allAnswers(db) }
}

/** Throws ProblemError `state_conflict` where another has the title, or there are too many. */
export async function createAnswer(db: StoreDb, caller: Caller, draft: AnswerDraft): Promise<Answers> {
  await db.transaction().execute(async (trx) => {
    if (!(await insertAnswer(trx, draft, caller.name))) throw titleTaken()
    await log(trx, caller, { action: 'support-answer.set', title: draft.title })
  })
  return listAnswers(db)
}

/** Throws ProblemError `not_found`, `version_stale`, and `state_conflict` where another has the title. */
export async function changeAnswer(
  db: StoreDb,
  caller: Caller,
  { answerId: id, version, ...draft }: AnswerDraft & { readonly answerId: number; readonly version: number },
): Promise<Answers> {
  await db.transaction().execute(async (trx) => {
    const answer = await lockAnswer(trx, id)
    if (answer === null) throw noSuchAnswer()
    if (answer.version !== version)
      throw new ProblemError(
        'version_stale',
        `Somebody else changed this; it is at version ${answer.version} now`,
      )
    if (await isTitleTaken(trx, { id, title: draft.title })) throw titleTaken()
    await updateAnswer(trx, { id, ...draft, by: caller.name })
    await log(trx, caller, { action: 'support-answer.set', title: draft.title })
  })
  return listAnswers(db)
}

/** Throws ProblemError `not_found`. */
export async function removeAnswer(
  db: StoreDb,
  caller: Caller,
  { answerId: id }: { readonly answerId: number },
): Promise<Answers> {
  await db.transaction().execute(async (trx) => {
    const answer = await lockAnswer(trx, id)
    if (answer === null) throw noSuchAnswer()
    await deleteAnswer(trx, id)
    await log(trx, caller, { action: 'support-answer.remove', title: answer.title })
  })
  return listAnswers(db)
}

async function log(
  trx: StoreTransaction,
  caller: Caller,
  { action, title }: { readonly action: StaffActionKind; readonly title: string },
): Promise<void> {
  const summary = `Canned answer ${title}`
  await recordStaffOperation(trx, caller, { action, customerId: null, computerId: null, summary })
}

function noSuchAnswer(): ProblemError {
  return new ProblemError('not_found', 'There is no such canned answer')
}

function titleTaken(): ProblemError {
  return new ProblemError('state_conflict', reason('answer_title_taken', {}))
}
