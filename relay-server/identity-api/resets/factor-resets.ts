// The reset of somebody's second factor: one Admin asks, its owner is told, another Admin or a day does it.
//
//   ask ──▶ notice to the owner ──▶ objection | a second Admin | 24 hours ──▶ factors and sessions end, the owner is told
import { mayAskAboutOthers } from '@pharmacy-relay/shared/api/access.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { FactorReset, OwnReset } from '@pharmacy-relay/shared/api/identity-resets.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { linkTokenHash, makeLinkToken } from '../links/link-tokens.ts'
import { linkOver } from '../links/password-links.ts'
import { retryAfterS, takeAttempt } from '../lock-out/attempts.queries.ts'
import { factorWays } from '../second-factor/factor-ways.ts'
import { ownUser } from '../second-factor/second-factor.ts'
import { findUserByGuid, findUserById, type UserRow } from '../users/users.queries.ts'
import {
  doReset,
  dueResets,
  listResets,
  noteNotice,
  objectToReset,
  openReset,
  withdrawReset,
  type ResetDetail,
  type ResetRow,
} from './factor-resets.queries.ts'
import { tellReset, tellResetDone } from './reset-messages.ts'
import { resetDueAt } from './reset-rule.ts'

type Handlers = Pick<
  EndpointHandlers<typeof identityApi>,
  | 'listFactorResets'
  | 'askFactorReset'
  | 'confirmFactorReset'
  | 'endFactorReset'
  | 'checkFactorReset'
  | 'objectFactorReset'
>
type Parts = Pick<IdentityParts, 'db' | 'now' | 'logger' | 'ways' | 'background'>

/** Messages that one person gets about resets. */
const OF_ACCOUNT = { limit: 3, windowMs: 86_400_000 }

export function factorResetHandlers(parts: IdentityParts): Handlers {
  const { db, now, logger } = parts
  return {
    listFactorResets: async () => ({ resets: (await listResets(db, null)).map(shownReset) }),
    askFactorReset: ({ params, body, caller }) => ask(parts, { guid: params.guid, caller, ...body }),
    confirmFactorReset: async ({ params, caller }) => {
      const { id: by } = await ownUser(parts, caller)
      const { id: userId } = await foundUser(parts, params.guid)
      const outcome = await doReset(db, { userId, by, now: now() })
      if (outcome.kind === 'none') throw new ProblemError('state_conflict', reason('reset_none', {}))
      if (outcome.kind === 'refused') throw new ProblemError('state_conflict', outcome.because)
      tellDone(parts, outcome.reset, caller.subject)
      return null
    },
    endFactorReset: async ({ params, caller }) => {
      const isOwn = caller.subject === params.guid
      const maySee = isOwn || mayAskAboutOthers(caller.role, identityApi.endFactorReset)
      if (!maySee) throw noUser()
      const { id: userId } = await foundUser(parts, params.guid)
      if (isOwn) noteObjection(parts, await objectToReset(db, { of: { userId }, now: now() }))
      else if (await withdrawReset(db, userId))
        logger.info('factor-reset.withdrawn', { user: params.guid, by: caller.subject })
      return null
    },
    checkFactorReset: async ({ body }) => {
      const [found] = await listResets(db, { tokenHash: linkTokenHash(body.token) })
      return { reset: found === undefined || found.objectedAt !== null ? null : ownReset(found) }
    },
    objectFactorReset: async ({ body }) => {
      const of = { tokenHash: linkTokenHash(body.token) }
      const userId = await objectToReset(db, { of, now: now() })
      if (userId === null) throw linkOver()
      noteObjection(parts, userId)
      return null
    },
  }
}

/** Does those whose owners were told a day ago and did not object; how many. */
export async function doDueResets(parts: Parts): Promise<number> {
  let done = 0
  for (const userId of await dueResets(parts.db, parts.now())) {
    const outcome = await doReset(parts.db, { userId, by: null, now: parts.now() })
    if (outcome.kind !== 'done') continue
    done += 1
    tellDone(parts, outcome.reset, null)
  }
  return done
}

interface Asked {
  readonly guid: string
  readonly caller: Caller
  readonly language: Language
}

async function ask(parts: IdentityParts, { guid, caller, language }: Asked): Promise<FactorReset> {
  const { db, ways, logger, background } = parts
  const user = await foundUser(parts, guid)
  const { id: askedBy } = await ownUser(parts, caller)
  if (user.id === askedBy) throw new ProblemError('state_conflict', reason('reset_own', {}))
  if (!(await factorWays(parts, user.id)).isAsked)
    throw new ProblemError('state_conflict', reason('reset_nothing', {}))
  await admitNotice(parts, user)
  const { token, hash: tokenHash } = makeLinkToken()
  const row = { userId: user.id, askedBy, askedAt: parts.now(), tokenHash, language }
  if (!(await openReset(db, row))) throw new ProblemError('state_conflict', reason('reset_open', {}))
  logger.warn('factor-reset.asked', { user: guid, by: caller.subject })
  background.run('factor-reset.not-told', async () => {
    await tellReset(ways, { user, language, token, key: keyOf('reset', tokenHash) })
    await noteNotice(db, { tokenHash, now: parts.now() })
  })
  const [reset] = await listResets(db, { userId: user.id })
  if (reset === undefined) throw new ProblemError('state_conflict', reason('reset_none', {}))
  return shownReset(reset)
}

async function admitNotice({ db, now }: Parts, { guid }: UserRow): Promise<void> {
  const attempt = { key: `factor-reset:${guid}`, now: now(), ...OF_ACCOUNT }
  if (await takeAttempt(db, attempt)) return
  throw new ProblemError('rate_limited', 'Three resets a day are enough for one account', {
    retryAfterS: await retryAfterS(db, attempt),
  })
}

function tellDone({ db, ways, logger, background }: Parts, reset: ResetRow, by: string | null): void {
  logger.warn('factor-reset.done', { userId: reset.userId, by })
  background.run('factor-reset.not-told', async () => {
    const user = await findUserById(db, reset.userId)
    const { language, tokenHash } = reset
    if (user !== null) await tellResetDone(ways, { user, language, key: keyOf('reset-done', tokenHash) })
  })
}

function noteObjection({ logger }: Parts, userId: number | null): void {
  if (userId !== null) logger.warn('factor-reset.objected', { userId })
}

function keyOf(kind: string, tokenHash: Buffer): string {
  return `${kind}:${tokenHash.toString('hex').slice(0, 32)}`
}

function shownReset(row: ResetDetail): FactorReset {
  return {
    user: { guid: row.userGuid, name: row.userName, email: row.userEmail },
    askedBy: { guid: row.byGuid, name: row.byName, email: row.byEmail },
    askedAt: row.askedAt.toISOString(),
    dueAt: resetDueAt(row.noticedAt)?.toISOString() ?? null,
    objectedAt: row.objectedAt?.toISOString() ?? null,
  }
}

function ownReset(row: ResetDetail): OwnReset {
  const { askedBy, askedAt, dueAt } = shownReset(row)
  return { askedByName: askedBy.name, askedAt, dueAt }
}

async function foundUser({ db }: Parts, guid: string): Promise<UserRow> {
  const user = await findUserByGuid(db, guid)
  if (user === null) throw noUser()
  return user
}

function noUser(): ProblemError {
  return new ProblemError('not_found', 'There is no such user')
}
