// After a lapse: opens again the rows that the registry lost while their sockets lived.
import type { CloseReason } from '@pharmacy-relay/shared/device.ts'
import { HUB_CODES, HubError, type HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Assignments } from '../requests/assignments.ts'
import type { HubCounters } from '../sessions/counters.ts'
import { isSilent } from './heartbeat.ts'
import type { Registry } from '../registry/registry.ts'
import type { Session } from '../sessions/session.ts'
import type { SessionTable } from '../sessions/session-table.ts'

export interface ReopeningParts {
  readonly registry: Registry
  readonly table: SessionTable
  readonly counters: HubCounters
  readonly assignments: Assignments
  readonly maxReopening: number
  readonly logger: Logger
}

const REASON_BY_CODE: Partial<Readonly<Record<HubCode, CloseReason>>> = {
  REVOKED: 'revoked',
  NOT_APPROVED: 'revoked',
  DELETED: 'deleted',
  NOT_PAIRED: 'deleted',
  IDENTITY_CONFLICT: 'conflict',
}

/** True when every live session among `missing` is open again, or was ended because it may not be. */
export async function reopenMissing(parts: ReopeningParts, missing: readonly string[]): Promise<boolean> {
  const waiting = [...missing]
  let complete = true
  const work = async () => {
    for (let sessionId = waiting.pop(); sessionId !== undefined; sessionId = waiting.pop()) {
      const session = parts.table.find(sessionId)
      if (session?.socket.usable === true) complete = (await reopen(parts, session)) && complete
    }
  }
  await Promise.all(Array.from({ length: Math.min(parts.maxReopening, missing.length) }, work))
  return complete
}

async function reopen(parts: ReopeningParts, session: Session): Promise<boolean> {
  const { registry, table, counters, logger } = parts
  const { sessionId, hello, remoteIp, proof } = session.facts
  if (session.registration === null) return true
  try {
    const opened = await registry.open({
      sessionId,
      hello,
      registration: session.registration,
      certificate: await proof,
      remoteIp,
      reassert: true,
    })
    if (!session.socket.usable) return true
    if (opened.kind === 'redirect') return comeAnew(parts, session)
    table.reopen(session, opened)
    counters.sessionsReopened += 1
    parts.assignments.reopened(session, opened.assignment)
    // A row that is opened again knows nothing of it. Unheard, the next heartbeat says it again.
    if (isSilent(session)) void registry.silent({ sessionId }).catch(() => undefined)
    return true
  } catch (error) {
    const refusal =
      error instanceof HubError
        ? error
        : new HubError('INTERNAL', 'The session could not be opened again', { cause: error })
    logger.warn('session.not-reopened', { sessionId, code: refusal.code })
    const reason = REASON_BY_CODE[refusal.code]
    if (HUB_CODES[refusal.code] === 'retry' && reason === undefined) return false
    session.socket.tell('SessionEndedAsync', [{ code: refusal.code, message: refusal.message.slice(0, 500) }])
    session.socket.close(reason ?? 'protocol_error')
    return true
  }
}

/** It was moved or became another meanwhile, which it hears when it registers anew. */
function comeAnew({ table }: ReopeningParts, { socket, sessionId }: Session): true {
  table.forgetRow(sessionId)
  socket.tell('SessionEndedAsync', [{ code: 'NOT_REGISTERED', message: 'This computer has to connect anew' }])
  socket.close('replaced')
  return true
}
