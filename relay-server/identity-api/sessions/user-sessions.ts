// The sessions of a user: the list, the end of one, the end of all others. Everybody his own, an Admin everybody's.
import { mayAskAboutOthers } from '@pharmacy-relay/shared/api/access.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { noteStaffAction } from '../staff-log/staff-log.queries.ts'
import { findUserByGuid, type UserRow } from '../users/users.queries.ts'
import { endFamilies, liveFamilies, type FamilyEnd } from './user-sessions.queries.ts'

type Handlers = Pick<EndpointHandlers<typeof identityApi>, 'listSessions' | 'endSession' | 'endOtherSessions'>

export function userSessionHandlers(parts: IdentityParts): Handlers {
  const end = async (
    { params, caller }: { readonly params: { readonly guid: string }; readonly caller: Caller },
    only: string | null,
  ): Promise<number> => {
    const user = await visibleUser(parts, params.guid, caller)
    const isOwn = caller.subject === params.guid
    const because = isOwn ? 'ended by its user' : 'ended by an Admin'
    const except = only === null ? caller.sessionId : null
    const ended = await endAndNote(parts, { user, caller, because, except, only })
    parts.wakeStaffLog()
    if (ended.length > 0)
      parts.logger.info('sessions.ended', { user: params.guid, ended: ended.length, because })
    return ended.length
  }
  return {
    listSessions: async ({ params, caller }) => {
      const { id } = await visibleUser(parts, params.guid, caller)
      const families = await liveFamilies(parts.db, { userId: id, now: parts.now() })
      const sessions = families.map(({ id: sessionId, kind, agent, address, createdAt, lastUsedAt }) => ({
        id: sessionId,
        kind,
        agent,
        address,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        isCurrent: sessionId === caller.sessionId,
      }))
      return { sessions }
    },
    endSession: async (request) => {
      await end(request, request.params.sessionId)
      return null
    },
    endOtherSessions: async (request) => ({ ended: await end(request, null) }),
  }
}

interface SessionsEnd extends Pick<FamilyEnd, 'because' | 'except' | 'only'> {
  readonly user: UserRow
  readonly caller: Caller
}

/** Of his own sessions everybody disposes: that is no operation of staff. */
async function endAndNote(parts: IdentityParts, { user, caller, ...end }: SessionsEnd): Promise<string[]> {
  const now = parts.now()
  return parts.db.transaction().execute(async (trx) => {
    const ended = await endFamilies(trx, { userId: user.id, now, ...end })
    if (ended.length > 0 && caller.subject !== user.guid)
      await noteStaffAction(trx, { caller, user, now, ...sessionsEnded(ended.length) })
    return ended
  })
}

function sessionsEnded(sessions: number) {
  const summary = `Ended sessions of a user: ${sessions}`
  return { action: 'user.end-sessions', summary, before: { sessions }, after: { sessions: 0 } } as const
}

/** Throws ProblemError `not_found` also for whom the caller may not ask about. */
async function visibleUser(parts: IdentityParts, guid: string, caller: Caller): Promise<UserRow> {
  const maySee = caller.subject === guid || mayAskAboutOthers(caller.role, identityApi.listSessions)
  const user = maySee ? await findUserByGuid(parts.db, guid) : null
  if (user === null) throw new ProblemError('not_found', 'There is no such user')
  return user
}
