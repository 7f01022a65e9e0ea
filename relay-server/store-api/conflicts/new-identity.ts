// An Admin makes one of two copies a computer of its own: at once where it is connected, else when it comes next.
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { Member } from '../access/access.queries.ts'
import {
  NOTHING_ELSE,
  changeComputer,
  computerEvent,
  type AccessParts,
  type ComputerOf,
  type Done,
} from '../access/computer-change.ts'
import type { StoreTransaction } from '../database.ts'
import type { HubSockets } from '../store-hub/hub-sockets.ts'
import { codeForCopy } from './code-for-copy.ts'
import { markLeaving, sessionOfBoot } from './conflicts.queries.ts'

/** Longest wait for the device's answer, in ms: it answers before it begins. */
const DEVICE_MS = 9_000

export interface IdentityParts extends AccessParts {
  readonly rules: { readonly deviceKeySecret: string }
  readonly sockets: HubSockets
  readonly logger: Logger
}

export interface IdentityRequest extends ComputerOf {
  /** The side that is to leave. */
  readonly bootId: string
}

/** Asked again, it does the same again. Throws `not_found`, and `state_conflict` where there is no such side any more. */
export async function newIdentity(
  parts: IdentityParts,
  caller: Caller,
  { bootId, ...computer }: IdentityRequest,
): Promise<CustomerDetail> {
  let connected: { readonly hubId: string; readonly sessionId: string; readonly code: string } | null = null
  const change = async (trx: StoreTransaction, member: Member): Promise<Done> => {
    if (!(await markLeaving(trx, member.id, bootId))) throw noSuchSide(member)
    const session = await sessionOfBoot(trx, member.id, bootId)
    const ref = { computerId: member.id, customerId: member.customerId }
    const code = session === null ? null : await codeForCopy(trx, ref, parts.rules.deviceKeySecret)
    connected = session === null || code === null ? null : { ...session, code }
    const summary = `Told a copy of ${member.pcName} of ${member.storeId} to become a computer of its own`
    return { action: 'computer.new-identity', summary, events: [computerEvent(member)], ...NOTHING_ELSE }
  }
  const detail = await changeComputer(parts, caller, { ...computer, change })
  if (connected !== null) await tell(parts, connected)
  return detail
}

/** What fails here happens when the device comes next. */
async function tell(
  { sockets, logger }: IdentityParts,
  side: { readonly hubId: string; readonly sessionId: string; readonly code: string },
): Promise<void> {
  const { hubId, sessionId, code } = side
  const args: [string, { code: string }] = [sessionId, { code }]
  await sockets
    .ask(hubId, { event: 'NewIdentityAsync', args, timeoutMs: DEVICE_MS })
    .catch((error: unknown) => {
      const reason = error instanceof HubError ? error.code : String(error)
      logger.warn('conflicts.copy-not-told', { hubId, sessionId, reason })
    })
}

function noSuchSide({ pcName }: Member): ProblemError {
  const text = `${pcName} has no such copy any more: look again.`
  return new ProblemError('state_conflict', text)
}
