// Decides what each `open` of a batch means, over rows that are locked; pure, the caller writes what comes out.
import type { OpenOperation, Redirect } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { KnownFingerprints } from '../certificates/pins.queries.ts'
import type { Sessions } from '../conflicts/conflicts.queries.ts'
import { judgeIdentity, type IdentityVerdict, type Seen, type Side } from '../conflicts/identity-decisions.ts'
import type { ComputerRow } from './computers.queries.ts'
import {
  BAD_KEY,
  NOT_APPROVED,
  NOT_PAIRED,
  OVER,
  REMOVED,
  REVOKED,
  TOO_OLD,
  COPY,
  overRefusal,
} from './open-refusals.ts'
import { differs, newSession, opened, told, type OpenedRow } from './open-rows.ts'
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
  /** Of computers whose newest session was of another start of the agent. */
  readonly otherBoots: ReadonlyMap<number, Sessions>
  /** Of computers that are in a conflict. */
  readonly sides: ReadonlyMap<number, readonly Side[]>
}

/** A copy that is to become a computer of its own; a code for it is made when all is judged. */
export interface Leaving {
  readonly kind: 'leaving'
  readonly computerId: number
  readonly customerId: number
}
export type OpenVerdict = { readonly ok: true; readonly data: OpenedRow | Redirect | Leaving } | Refusal

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
  /** Computers that are in a conflict from now on or still, and which start of them came. */
  readonly sides: ReadonlyMap<number, { readonly sides: readonly Side[]; readonly seen: string }>
}

export function decideOpens(opens: readonly IdentifiedOpen[], state: OpenState): OpenDecisions {
  const judge = new OpenJudge(state)
  const verdicts = opens.map((open) => judge.decide(open))
  return { verdicts, ...judge.written() }
}

/** Judges one after the other: each finds what the ones before it made of the rows. */
class OpenJudge {
  readonly #state: OpenState
  readonly #computers: Map<number, ComputerRow>
  readonly #sessions: Map<string, SessionRow>
  readonly #otherBoots: Map<number, Sessions>
  readonly #standing: Map<number, readonly Side[]>
  readonly #opened = new Map<string, NewSession>()
  readonly #changedIds = new Set<number>()
  readonly #visibleIds = new Set<number>()
  readonly #proven = new Map<number, string>()
  readonly #sides = new Map<number, { readonly sides: readonly Side[]; readonly seen: string }>()

  constructor(state: OpenState) {
    this.#state = state
    this.#computers = new Map(state.computers)
    this.#sessions = new Map(state.sessions)
    this.#otherBoots = new Map(state.otherBoots)
    this.#standing = new Map(state.sides)
  }

  decide(open: IdentifiedOpen): OpenVerdict {
    const computer = open.computerId === null ? undefined : this.#computers.get(open.computerId)
    if (computer === undefined) return open.wasRemoved ? REMOVED : NOT_PAIRED
    const unproven = proofProblem(open.fingerprint, this.#state.fingerprints.get(computer.id))
    if (unproven !== null) return unproven
    if (computer.access !== 'approved') return computer.access === 'revoked' ? REVOKED : NOT_APPROVED
    return this.#decideMember(open, computer)
  }

  written(): Omit<OpenDecisions, 'verdicts'> {
    return {
      sessions: [...this.#opened.values()],
      computers: [...this.#computers.values()].filter(({ id }) => this.#changedIds.has(id)),
      visibleIds: this.#visibleIds,
      proven: this.#proven,
      sides: this.#sides,
    }
  }

  #decideMember({ operation, fingerprint }: IdentifiedOpen, computer: ComputerRow): OpenVerdict {
    const { hubId, oldestProtocolVersion, pharmacies } = this.#state
    const held = this.#sessions.get(operation.sessionId)
    if (held !== undefined && (held.hubId !== hubId || held.computerId !== computer.id)) {
      return refusal('INVALID', 'This session id belongs to another session')
    }
    const isTooOld = operation.hello.protocolVersion < oldestProtocolVersion
    if (!isTooOld && held !== undefined && !mayOpenAgain(held, operation)) {
      return operation.reassert && !held.isOpen ? overRefusal(held) : opened(held, computer)
    }
    const movedTo = movedToOf(computer, operation, pharmacies)
    if (movedTo !== null) return operation.reassert ? OVER : redirectTo(movedTo)
    const conflict = this.#judgeIdentity(computer, operation)
    if (conflict !== null) return conflict
    const next = told(computer, operation, isTooOld)
    this.#computers.set(computer.id, next)
    this.#changedIds.add(computer.id)
    if (differs(computer, next)) this.#visibleIds.add(computer.id)
    if (isTooOld) return TOO_OLD
    if (this.#state.fingerprints.get(computer.id)?.pinned !== fingerprint)
      this.#proven.set(computer.id, fingerprint)
    return this.#open(newSession(operation, next), next)
  }

  #open(session: NewSession, computer: ComputerRow): OpenVerdict {
    const { hubId } = this.#state
    const { bootId } = session
    this.#opened.set(session.sessionId, session)
    this.#sessions.set(session.sessionId, { ...session, hubId, isOpen: true, closeReason: null })
    const before = this.#otherBoots.get(computer.id)
    if (before !== undefined) {
      const openings = [...before.openings, { bootId, ageMs: 0 }]
      this.#otherBoots.set(computer.id, { openings, present: bootId })
    }
    return opened(session, computer)
  }

  /** Null when this start of the agent may have the connection. A socket that is asserted takes it from nobody. */
  #judgeIdentity(computer: ComputerRow, operation: OpenOperation): OpenVerdict | null {
    const others = this.#otherBoots.get(computer.id)
    const sides = this.#standing.get(computer.id) ?? []
    if (operation.reassert || (others === undefined && sides.length === 0)) return null
    const standing = { openings: others?.openings ?? [], present: others?.present ?? null, sides }
    const verdict = judgeIdentity(seenNow(operation), seenBefore(computer), standing)
    this.#keepSides(computer.id, operation.hello.bootId, verdict)
    if (verdict.kind === 'in') return null
    if (verdict.kind === 'refused') return COPY
    const { id: computerId, customerId } = computer
    return { ok: true, data: { kind: 'leaving', computerId, customerId } }
  }

  #keepSides(computerId: number, seen: string, { sides }: IdentityVerdict): void {
    if (sides === null) return
    this.#standing.set(computerId, sides)
    this.#sides.set(computerId, { sides, seen })
    this.#visibleIds.add(computerId)
  }
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

function redirectTo(movedTo: Redirect['movedTo']): OpenVerdict {
  return { ok: true, data: { kind: 'redirect', movedTo, newIdentity: null } }
}

function seenNow({ hello, registration, remoteIp }: OpenOperation): Seen {
  return {
    bootId: hello.bootId,
    pcName: registration.computerName,
    localIpAddress: registration.localIpAddress,
    publicIpAddress: remoteIp,
    softwareVersion: registration.clientVersion,
  }
}

/** Of whichever start came last; who is judged knows it. */
function seenBefore({ pcName, localIpAddress, publicIpAddress, softwareVersion }: ComputerRow): Seen {
  return { bootId: '', pcName, localIpAddress, publicIpAddress: publicIpAddress ?? '', softwareVersion }
}

/** A session that the sweeper ended comes back; one that its hub ended does not. */
function mayOpenAgain(held: SessionRow, operation: OpenOperation): boolean {
  return !held.isOpen && held.closeReason === 'hub_lost' && operation.reassert
}
