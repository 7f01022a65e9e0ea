// Decides what each `open` of a batch means, over rows that are locked; pure, the caller writes what comes out.
import { roleNumber } from '@pharmacy-relay/shared/device-role.ts'
import type { OpenOperation, OpenedSession } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Admission } from '../enrolment/enrolment.ts'
import { enrolmentKeyHash } from '../enrolment/device-key.ts'
import type { ComputerRow } from './computers.queries.ts'
import type { NewSession, SessionRow } from './sessions.queries.ts'

export interface AdmittedOpen {
  readonly operation: OpenOperation
  readonly admission: Admission
}

/** The rows as they stand under the lock, and whose batch it is. */
export interface OpenState {
  readonly hubId: string
  readonly oldestProtocolVersion: number
  readonly computers: ReadonlyMap<number, ComputerRow>
  readonly sessions: ReadonlyMap<string, SessionRow>
}

/** An opened session but for its assignment, which is settled when all rows are written. */
export type OpenedRow = Omit<OpenedSession, 'assignment'>
export type OpenVerdict =
  | { readonly ok: true; readonly data: OpenedRow }
  | { readonly ok: false; readonly code: HubCode; readonly message: string }

export interface OpenDecisions {
  /** In the order of the operations. */
  readonly verdicts: readonly OpenVerdict[]
  readonly sessions: readonly NewSession[]
  /** Rows that changed, as they are to be written. */
  readonly computers: readonly ComputerRow[]
  /** Computers where something that people see changed. */
  readonly visibleIds: ReadonlySet<number>
}

const REFUSALS = {
  bad_key: refuse(
    'BAD_KEY',
    'The enrolment key does not belong to this pharmacy. Ask for a new one and enter it again.',
  ),
  full: refuse(
    'QUEUE_FULL',
    'This pharmacy has 500 computers already. One must be removed before another can join.',
  ),
}

const TOO_OLD = refuse('UPGRADE_REQUIRED', 'This version of the agent is too old. Install the newest one.')

export function decideOpens(opens: readonly AdmittedOpen[], state: OpenState): OpenDecisions {
  const computers = new Map(state.computers)
  const sessions = new Map(state.sessions)
  const written = new Map<string, NewSession>()
  const changedIds = new Set<number>()
  const visibleIds = new Set<number>()

  const decide = ({ operation, admission }: AdmittedOpen): OpenVerdict => {
    if (admission.kind === 'bad_key' || admission.kind === 'full') return REFUSALS[admission.kind]
    const computer = computers.get(admission.computerId)
    if (computer === undefined) return REFUSALS.bad_key
    const held = sessions.get(operation.sessionId)
    if (held !== undefined && (held.hubId !== state.hubId || held.computerId !== computer.id)) {
      return refuse('INVALID', 'This session id belongs to another session')
    }
    const isTooOld = operation.hello.protocolVersion < state.oldestProtocolVersion
    if (!isTooOld && held !== undefined && !mayOpenAgain(held, operation)) {
      return operation.reassert && !held.isOpen ? over(held) : opened(held, computer)
    }
    const next = told(computer, operation, isTooOld)
    computers.set(computer.id, next)
    changedIds.add(computer.id)
    if (admission.kind === 'enrolled' || differs(computer, next)) visibleIds.add(computer.id)
    if (isTooOld) return TOO_OLD
    const session = newSession(operation, next)
    written.set(session.sessionId, session)
    sessions.set(session.sessionId, { ...session, hubId: state.hubId, isOpen: true, closeReason: null })
    return opened(session, next)
  }

  const verdicts = opens.map(decide)
  const changed = [...computers.values()].filter((computer) => changedIds.has(computer.id))
  return { verdicts, sessions: [...written.values()], computers: changed, visibleIds }
}

/** A session that the sweeper ended comes back; one that its hub ended does not. */
function mayOpenAgain(held: SessionRow, operation: OpenOperation): boolean {
  return !held.isOpen && held.closeReason === 'hub_lost' && operation.reassert
}

/** A socket that is asserted although its session is over for good: its hub ends it, and the device connects anew. */
function over({ closeReason }: SessionRow): OpenVerdict {
  if (closeReason === 'revoked') return refuse('REVOKED', 'The access of this computer was withdrawn.')
  if (closeReason === 'deleted') return refuse('DELETED', 'This computer was removed.')
  return refuse('NOT_REGISTERED', 'This session is over. Connect again.')
}

/** The row after the device introduced itself; its role and key stay as they are. */
function told(computer: ComputerRow, operation: OpenOperation, isTooOld: boolean): ComputerRow {
  const { hello, registration, remoteIp } = operation
  return {
    ...computer,
    pcName: registration.computerName,
    username: registration.username,
    localIpAddress: registration.localIpAddress,
    publicIpAddress: remoteIp,
    softwareVersion: registration.clientVersion,
    reportedRole: roleNumber(registration.role),
    enrolledKeyHash: enrolmentKeyHash(hello.enrolmentKey),
    isTooOld,
    connSeq: isTooOld ? computer.connSeq : computer.connSeq + 1,
  }
}

function differs(before: ComputerRow, after: ComputerRow): boolean {
  return SEEN.some((column) => before[column] !== after[column])
}

const SEEN = [
  'pcName',
  'username',
  'localIpAddress',
  'publicIpAddress',
  'softwareVersion',
  'reportedRole',
  'isTooOld',
] as const satisfies readonly (keyof ComputerRow)[]

function newSession(operation: OpenOperation, computer: ComputerRow): NewSession {
  return {
    sessionId: operation.sessionId,
    computerId: computer.id,
    customerId: computer.customerId,
    connSeq: computer.connSeq,
    bootId: operation.hello.bootId,
    remoteIp: operation.remoteIp,
    agentVersion: operation.hello.agentVersion,
  }
}

function opened(session: Pick<SessionRow, 'sessionId' | 'connSeq'>, computer: ComputerRow): OpenVerdict {
  return {
    ok: true,
    data: {
      kind: 'open',
      sessionId: session.sessionId,
      customerId: computer.customerId,
      computerId: computer.id,
      deviceKey: computer.deviceKey,
      connSeq: session.connSeq,
    },
  }
}

function refuse(code: HubCode, message: string): OpenVerdict {
  return { ok: false, code, message }
}
