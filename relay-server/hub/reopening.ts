// After a lapse: opens again the rows that the registry lost while their sockets lived.
import type { CloseReason } from '@pharmacy-relay/shared/device.ts'
import { HUB_CODES, HubError, type HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Assignments } from './assignments.ts'
import type { HubCounters } from './facts.ts'
import type { Registry } from './registry.ts'
import type { Session } from './session.ts'
import type { SessionTable } from './session-table.ts'

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
  DELETED: 'deleted',
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
  const { sessionId, hello, remoteIp } = session.facts
  if (session.registration === null) return true
  try {
    const opened = await registry.open({
      sessionId,
      hello,
      registration: session.registration,
      remoteIp,
      reassert: true,
    })
    if (!session.socket.usable) return true
    table.remove(session)
    session.opened = opened
    table.add(session, opened)
    counters.sessionsReopened += 1
    parts.assignments.reopened(session, opened.assignment)
    return true
  } catch (error) {
    const refusal =
      error instanceof HubError
        ? error
        : new HubError('INTERNAL', 'The session could not be opened again', error)
    logger.warn('session.not-reopened', { sessionId, code: refusal.code })
    if (HUB_CODES[refusal.code] === 'retry') return false
    session.socket.tell('SessionEndedAsync', [{ code: refusal.code, message: refusal.message.slice(0, 500) }])
    session.socket.close(REASON_BY_CODE[refusal.code] ?? 'protocol_error')
    return true
  }
}
