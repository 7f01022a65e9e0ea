// Decides what each `open` of a batch means, over rows that are locked; pure, the caller writes what comes out.
import { roleNumber } from '@pharmacy-relay/shared/device-role.ts'
import type { OpenOperation, OpenedSession, Redirect } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { KnownFingerprints } from '../certificates/pins.queries.ts'
import type { ComputerRow } from './computers.queries.ts'
import { refusal, type Refusal } from './refusals.ts'
import type { NewSession, SessionRow } from './sessions.queries.ts'

export interface IdentifiedOpen {
  readonly operation: OpenOperation
  /** Of the certificate whose key was proven. */
  readonly fingerprint: string
  /** Null for an installation that has no row. */
  readonly computerId: number | null
  /** Staff removed it, and it has not joined again. */
  readonly wasRemoved: boolean
}

/** The rows as they stand under the lock, and whose batch it is. */
export interface OpenState {
  readonly hubId: string
  readonly oldestProtocolVersion: number
  readonly computers: ReadonlyMap<number, ComputerRow>
  readonly sessions: ReadonlyMap<string, SessionRow>
  readonly fingerprints: ReadonlyMap<number, KnownFingerprints>
  /** Names of the pharmacies that moved computers belong to. */
  readonly pharmacies: ReadonlyMap<number, string>
}

/** An opened session but for its assignment, which is settled when all rows are written. */
export type OpenedRow = Omit<OpenedSession, 'assignment'>
export type OpenVerdict = { readonly ok: true; readonly data: OpenedRow | Redirect } | Refusal

export interface OpenDecisions {
  /** In the order of the operations. */
  readonly verdicts: readonly OpenVerdict[]
  readonly sessions: readonly NewSession[]
  /** Rows that changed, as they are to be written. */
  readonly computers: readonly ComputerRow[]
  /** Computers where something that people see changed. */
  readonly visibleIds: ReadonlySet<number>
  /** Computers that proved the key of the next certificate instead of the present one: its fingerprint. */
  readonly proven: ReadonlyMap<number, string>
}

const NOT_PAIRED = refusal(
  'NOT_PAIRED',
  'This computer belongs to no pharmacy yet. Ask for a pairing code and enter it here.',
)
const REMOVED = refusal(
  'DELETED',
  'This computer was removed. Ask for a new pairing code if it is to come back.',
)
const BAD_KEY = refusal(
  'BAD_KEY',
  'This computer is known by another key than it has now. Ask for a new pairing code and enter it here.',
)
const REVOKED = refusal(
  'REVOKED',
  'The access of this computer was withdrawn. Ask for a new pairing code if it is to come back.',
)
/** Somebody looks at the panel while this computer waits: it asks often. */
const APPROVAL_POLL_MS = 10_000
const NOT_APPROVED = refusal(
  'NOT_APPROVED',
  'This computer is paired and waits for an administrator to approve it.',
  APPROVAL_POLL_MS,
)
const TOO_OLD = refusal('UPGRADE_REQUIRED', 'This version of the agent is too old. Install the newest one.')

export function decideOpens(opens: readonly IdentifiedOpen[], state: OpenState): OpenDecisions {
  const computers = new Map(state.computers)
  const sessions = new Map(state.sessions)
  const written = new Map<string, NewSession>()
  const changedIds = new Set<number>()
  const visibleIds = new Set<number>()
  const proven = new Map<number, string>()

  const decide = ({ operation, fingerprint, computerId, wasRemoved }: IdentifiedOpen): OpenVerdict => {
    const computer = computerId === null ? undefined : computers.get(computerId)
    if (computer === undefined) return wasRemoved ? REMOVED : NOT_PAIRED
    const unproven = proofProblem(fingerprint, state.fingerprints.get(computer.id))
    if (unproven !== null) return unproven
    if (computer.access !== 'approved') return computer.access === 'revoked' ? REVOKED : NOT_APPROVED
    const held = sessions.get(operation.sessionId)
    if (held !== undefined && (held.hubId !== state.hubId || held.computerId !== computer.id)) {
      return refusal('INVALID', 'This session id belongs to another session')
    }
    const isTooOld = operation.hello.protocolVersion < state.oldestProtocolVersion
    if (!isTooOld && held !== undefined && !mayOpenAgain(held, operation)) {
      return operation.reassert && !held.isOpen ? over(held) : opened(held, computer)
    }
    const movedTo = movedToOf(computer, operation, state.pharmacies)
    if (movedTo !== null) return operation.reassert ? OVER : redirect({ movedTo, newIdentity: null })
    const next = told(computer, operation, isTooOld)
    computers.set(computer.id, next)
    changedIds.add(computer.id)
    if (differs(computer, next)) visibleIds.add(computer.id)
    if (isTooOld) return TOO_OLD
    if (state.fingerprints.get(computer.id)?.pinned !== fingerprint) proven.set(computer.id, fingerprint)
    const session = newSession(operation, next)
    written.set(session.sessionId, session)
    sessions.set(session.sessionId, { ...session, hubId: state.hubId, isOpen: true, closeReason: null })
    return opened(session, next)
  }

  const verdicts = opens.map(decide)
  const changed = [...computers.values()].filter((computer) => changedIds.has(computer.id))
  return { verdicts, sessions: [...written.values()], computers: changed, visibleIds, proven }
}

/** Null when the key is the one that the computer is known by, or the next one that this vouched for. */
function proofProblem(fingerprint: string, known: KnownFingerprints | undefined): Refusal | null {
  if (known === undefined) return NOT_PAIRED
  return fingerprint === known.pinned || fingerprint === known.successor ? null : BAD_KEY
}

/** Where the computer belongs by now, when its registration names another pharmacy. */
function movedToOf(
  { customerId }: ComputerRow,
  { registration }: OpenOperation,
  pharmacies: OpenState['pharmacies'],
): Redirect['movedTo'] {
  if (registration.pharmacyId === customerId) return null
  return { pharmacyId: customerId, pharmacyName: pharmacies.get(customerId) ?? '' }
}

function redirect(to: Omit<Redirect, 'kind'>): OpenVerdict {
  return { ok: true, data: { kind: 'redirect', ...to } }
}

/** A session that the sweeper ended comes back; one that its hub ended does not. */
function mayOpenAgain(held: SessionRow, operation: OpenOperation): boolean {
  return !held.isOpen && held.closeReason === 'hub_lost' && operation.reassert
}

const OVER = refusal('NOT_REGISTERED', 'This session is over. Connect again.')

/** A socket that is asserted although its session is over for good: its hub ends it, and the device connects anew. */
function over({ closeReason }: SessionRow): Refusal {
  if (closeReason === 'revoked') return REVOKED
  return closeReason === 'deleted' ? REMOVED : OVER
}

/** The row after the device introduced itself; its role and key stay as they are. */
function told(computer: ComputerRow, operation: OpenOperation, isTooOld: boolean): ComputerRow {
  const { registration, remoteIp } = operation
  return {
    ...computer,
    pcName: registration.computerName,
    username: registration.username,
    localIpAddress: registration.localIpAddress,
    publicIpAddress: remoteIp,
    softwareVersion: registration.clientVersion,
    reportedRole: roleNumber(registration.role),
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
