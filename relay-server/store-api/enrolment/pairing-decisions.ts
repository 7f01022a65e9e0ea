// Decides what each `pair` of a batch means: who is let in, which codes end, whose tries were wrong; pure.
import type { PairOperation } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { PairingAnswer } from '@pharmacy-relay/shared/pairing.ts'
import { MAX_PAIRING_TRIES } from '@pharmacy-relay/shared/pairing.ts'
import { refusal, type Refusal } from '../registry/refusals.ts'
import type { ComputerRow } from '../registry/computers.queries.ts'
import type { Certificate } from '../certificates/certificate.ts'
import { isSameHash, lookupOf } from './pairing-code.ts'
import { TRIES_KEPT_MS, type CodeRow } from './pairing-codes.queries.ts'

/** Computers of one pharmacy; the detail page shows them all. */
export const MAX_COMPUTERS = 500
/** Wrong tries of one address within a minute, and within a day: less than 1e-8 a day for any code that is open (N01). */
export const MAX_ADDRESS_TRIES = 10
export const MAX_DAILY_TRIES = 100
/** The most that the contract lets a hub ask for. */
const LONGEST_RETRY_MS = 3_600_000
const ADDRESS_LIMITS = [
  { most: MAX_ADDRESS_TRIES, withinMs: 60_000 },
  { most: MAX_DAILY_TRIES, withinMs: TRIES_KEPT_MS },
]

/** An operation with what was made of it. */
export interface Applicant {
  readonly operation: PairOperation
  readonly certificate: Certificate
  /** By each secret whose codes may be open. */
  readonly codeHashes: readonly string[]
  /** By which its tries are counted: an IPv4 address, or the first 64 bits of an IPv6 one. */
  readonly address: string
  /** In full, for people. */
  readonly remoteAddress: string
}

export interface PairState {
  readonly codes: ReadonlyMap<string, CodeRow>
  /** Ages in ms. */
  readonly wrongTries: ReadonlyMap<string, readonly number[]>
  readonly computers: ReadonlyMap<string, ComputerRow>
  /** Which computer is known by a fingerprint. */
  readonly owners: ReadonlyMap<string, number>
  /** Computers of each pharmacy. */
  readonly counts: ReadonlyMap<number, number>
}

/** An installation that is let in. */
export interface Joining {
  readonly applicant: Applicant
  readonly code: CodeRow
  /** Its row so far; null for a new one. */
  readonly computer: ComputerRow | null
}

export type PairVerdict =
  | { readonly ok: true; readonly data: { readonly kind: 'pair' } & PairingAnswer }
  | Refusal

export interface PairDecisions {
  /** In the order of the applicants. */
  readonly verdicts: readonly PairVerdict[]
  readonly joining: readonly Joining[]
  /** Codes that changed, as they are to be written. */
  readonly codes: readonly CodeRow[]
  /** How many wrong tries each address made. */
  readonly wrongTries: ReadonlyMap<string, number>
}

const REFUSED = refusal(
  'PAIRING_REFUSED',
  'This pairing code is wrong, used already or too old. Ask for a new one and enter it within 10 minutes.',
)
const ELSEWHERE = refusal(
  'PAIRING_REFUSED',
  'This computer belongs to another pharmacy. It has to be removed there, or its access withdrawn, before it can join.',
)
const KEY_OF_ANOTHER = refusal(
  'PAIRING_REFUSED',
  'Another computer is known by the key of this one. It needs a new identity before it can join.',
)
const FULL = refusal(
  'QUEUE_FULL',
  'This pharmacy has 500 computers already. One must be removed before another can join.',
)
const TWICE = refusal('UNAVAILABLE', 'This computer is being paired at this moment. Try again.')

export function decidePairs(applicants: readonly Applicant[], state: PairState): PairDecisions {
  const judge = new PairJudge(state)
  const verdicts = applicants.map((applicant) => judge.decide(applicant))
  return { verdicts, ...judge.written() }
}

/** Judges one after the other: each finds what the ones before it made of codes, counts and tries. */
class PairJudge {
  readonly #state: PairState
  readonly #codes: Map<string, CodeRow>
  readonly #counts: Map<number, number>
  readonly #changed = new Set<string>()
  readonly #wrong = new Map<string, number>()
  readonly #joining: Joining[] = []

  constructor(state: PairState) {
    this.#state = state
    this.#codes = new Map(state.codes)
    this.#counts = new Map(state.counts)
  }

  decide(applicant: Applicant): PairVerdict {
    const { operation, address, codeHashes } = applicant
    const waitMs = waitOf(this.#state.wrongTries.get(address) ?? [], this.#wrong.get(address) ?? 0)
    if (waitMs !== null) return tooManyTries(waitMs)
    const code = this.#codes.get(lookupOf(operation.request.code))
    if (code === undefined || !codeHashes.some((one) => isSameHash(code.codeHash, one)))
      return this.#wrongTry(applicant, code)
    const computer = this.#state.computers.get(operation.hello.installId) ?? null
    if (isAgain(code, applicant)) return answeredAgain(code, computer)
    if (!isOpen(code)) return this.#wrongTry(applicant, code)
    return this.#obstacle(applicant, code, computer) ?? this.#join({ applicant, code, computer })
  }

  written(): Omit<PairDecisions, 'verdicts'> {
    return {
      joining: this.#joining,
      codes: [...this.#codes.values()].filter(({ lookup }) => this.#changed.has(lookup)),
      wrongTries: this.#wrong,
    }
  }

  #wrongTry({ address, remoteAddress }: Applicant, code: CodeRow | undefined): Refusal {
    this.#wrong.set(address, (this.#wrong.get(address) ?? 0) + 1)
    if (code !== undefined && isOpen(code)) {
      const wrongTries = code.wrongTries + 1
      const isEnded = wrongTries >= MAX_PAIRING_TRIES
      this.#keep({ ...code, wrongTries, isEnded, wrongFrom: remoteAddress })
    }
    return REFUSED
  }

  /** Who has the right code may know why it does not help. Null when nothing is in the way. */
  #obstacle(
    { operation, certificate }: Applicant,
    code: CodeRow,
    computer: ComputerRow | null,
  ): Refusal | null {
    const { installId } = operation.hello
    if (this.#joining.some((one) => one.applicant.operation.hello.installId === installId)) return TWICE
    const isNew = !isMember(computer, code)
    if (isNew && computer !== null && computer.access !== 'revoked') return ELSEWHERE
    const known = { owners: this.#state.owners, joining: this.#joining }
    if (isKeyOfAnother(certificate.fingerprint, computer, known)) return KEY_OF_ANOTHER
    return isNew && this.#countOf(code) >= MAX_COMPUTERS ? FULL : null
  }

  #join(joining: Joining): PairVerdict {
    const { applicant, code, computer } = joining
    const { certificate, operation } = applicant
    const used = { usedByInstallId: operation.hello.installId, usedByFingerprint: certificate.fingerprint }
    this.#keep({ ...code, ...used, usedByName: operation.request.computerName, isEnded: true })
    this.#counts.set(code.customerId, this.#countOf(code) + (isMember(computer, code) ? 0 : 1))
    this.#joining.push(joining)
    return paired(code, code.needsApproval)
  }

  #countOf({ customerId }: CodeRow): number {
    return this.#counts.get(customerId) ?? 0
  }

  #keep(code: CodeRow): void {
    this.#codes.set(code.lookup, code)
    this.#changed.add(code.lookup)
  }
}

function isOpen({ isEnded, isExpired }: CodeRow): boolean {
  return !isEnded && !isExpired
}

/** The answer was lost, and the same device asks once more. */
function isAgain(code: CodeRow, { operation, certificate }: Applicant): boolean {
  return (
    !code.isExpired &&
    code.usedByInstallId === operation.hello.installId &&
    code.usedByFingerprint === certificate.fingerprint
  )
}

function isMember(computer: ComputerRow | null, code: CodeRow): boolean {
  return computer?.customerId === code.customerId
}

function isKeyOfAnother(
  fingerprint: string,
  computer: ComputerRow | null,
  { owners, joining }: { readonly owners: PairState['owners']; readonly joining: readonly Joining[] },
): boolean {
  const owner = owners.get(fingerprint)
  if (owner !== undefined) return owner !== computer?.id
  return joining.some(({ applicant }) => applicant.certificate.fingerprint === fingerprint)
}

/** As it stands by now: an Admin may have decided meanwhile. */
function answeredAgain(code: CodeRow, computer: ComputerRow | null): PairVerdict {
  if (computer === null || !isMember(computer, code) || computer.access === 'revoked') return REFUSED
  return paired(code, computer.access === 'waiting')
}

function paired({ customerId, pharmacyName }: CodeRow, isWaiting: boolean): PairVerdict {
  const state = isWaiting ? 'waiting' : 'paired'
  return { ok: true, data: { kind: 'pair', state, pharmacyId: customerId, pharmacyName } }
}

/** Until the oldest try within a limit that is reached is forgotten; null when none is. `now`: tries of this moment. */
function waitOf(ages: readonly number[], now: number): number | null {
  const waits = ADDRESS_LIMITS.flatMap(({ most, withinMs }) => {
    const counted = ages.filter((age) => age < withinMs)
    if (counted.length + now < most) return []
    return [Math.max(1_000, withinMs - Math.max(0, ...counted))]
  })
  return waits.length === 0 ? null : Math.max(...waits)
}

function tooManyTries(waitMs: number): Refusal {
  const hours = Math.ceil(waitMs / 3_600_000)
  const wait = waitMs <= 60_000 ? 'a minute' : hours === 1 ? 'an hour' : `${hours} hours`
  const text = `Too many wrong pairing codes came from here. Wait ${wait}.`
  return refusal('RATE_LIMITED', text, Math.min(waitMs, LONGEST_RETRY_MS))
}
