// Carries out the `pair` operations of a batch: judged under the lock of enrolment, written when computers are locked.
import type { PairOperation } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { addressKeys } from '../../http/address-keys.ts'
import { certificateOf } from '../certificates/certificate.ts'
import { ownersOf, pinsOf, writePins } from '../certificates/pins.queries.ts'
import { NO_PINS, type Pins } from '../certificates/pins.ts'
import { forgetConflicts } from '../conflicts/conflicts.queries.ts'
import type { StoreTransaction } from '../database.ts'
import type { EventDraft } from '../events/outbox.queries.ts'
import { computersByInstallId, type ComputerRow } from '../registry/computers.queries.ts'
import { refusal, type Refusal } from '../registry/refusals.ts'
import { endSessionsOf, type EndedSession } from '../registry/sessions.queries.ts'
import { deviceKeyCandidates } from './device-key.ts'
import {
  computerCounts,
  deviceKeysInUse,
  insertComputers,
  lockEnrolment,
  updateRejoining,
  type NewComputer,
} from './enrolment.queries.ts'
import { moveComputers } from './moved-computers.queries.ts'
import { lookupOf, pairingCodeHash, type PairingSecrets } from './pairing-code.ts'
import {
  addWrongTries,
  codesByLookup,
  wrongTriesOf,
  writeCodes,
  type CodeRow,
} from './pairing-codes.queries.ts'
import { decidePairs, type Applicant, type Joining, type PairVerdict } from './pairing-decisions.ts'

export interface JudgedPairs {
  /** In the order of the operations. */
  readonly verdicts: readonly PairVerdict[]
  readonly joining: readonly Joining[]
  /** Rows of those that join, the new ones and the originals of copies among them: to be locked before `joinPharmacies`. */
  readonly computerIds: readonly number[]
  /** Codes that changed. */
  readonly codes: readonly CodeRow[]
}

const NO_PAIRS: JudgedPairs = { verdicts: [], joining: [], computerIds: [], codes: [] }

/** Takes the lock of enrolment, counts wrong tries, and adds the rows of new computers. */
export async function judgePairs(
  trx: StoreTransaction,
  operations: readonly PairOperation[],
  secrets: PairingSecrets,
): Promise<JudgedPairs> {
  if (operations.length === 0) return NO_PAIRS
  await lockEnrolment(trx)
  const applicants = operations.map((operation) => applicantOf(operation, secrets))
  const judged = applicants.filter((one) => 'operation' in one)
  const decisions = decidePairs(judged, await stateOf(trx, judged))
  await addWrongTries(trx, decisions.wrongTries)
  await insertNew(trx, decisions.joining, secrets.deviceKeySecret)
  const verdicts = decisions.verdicts.values()
  const installIds = decisions.joining.map(({ applicant }) => applicant.operation.hello.installId)
  const computers = await computersByInstallId(trx, installIds)
  return {
    verdicts: applicants.map((one) => ('operation' in one ? (verdicts.next().value ?? NOT_JUDGED) : one)),
    joining: decisions.joining,
    computerIds: [...computers.map(({ id }) => id), ...originalsOf(decisions.joining)],
    codes: decisions.codes,
  }
}

/** Computers whose copies join as computers of their own. */
function originalsOf(joining: readonly Joining[]): number[] {
  return joining.flatMap(({ code }) => (code.copyOfComputerId === null ? [] : [code.copyOfComputerId]))
}

const NOT_JUDGED = refusal('INTERNAL', 'The operation was not judged')

function applicantOf(operation: PairOperation, secrets: PairingSecrets): Applicant | Refusal {
  const certificate = certificateOf(operation.certificate)
  if (typeof certificate === 'string')
    return refusal('INVALID', 'The certificate of this computer is not one of a P-256 key.')
  const keys = addressKeys(operation.remoteIp)
  const address = keys?.key ?? operation.remoteIp
  const remoteAddress = keys?.address ?? operation.remoteIp
  const { deviceKeySecret, previousDeviceKeySecret } = secrets
  const taken = [deviceKeySecret, ...(previousDeviceKeySecret === null ? [] : [previousDeviceKeySecret])]
  const codeHashes = taken.map((secret) => pairingCodeHash(operation.request.code, secret))
  return { operation, certificate, address, remoteAddress, codeHashes }
}

async function stateOf(trx: StoreTransaction, applicants: readonly Applicant[]) {
  const codes = await codesByLookup(trx, [
    ...new Set(applicants.map(({ operation }) => lookupOf(operation.request.code))),
  ])
  const installIds = applicants.map(({ operation }) => operation.hello.installId)
  const computers = await computersByInstallId(trx, installIds)
  const owners = await ownersOf(
    trx,
    applicants.map(({ certificate }) => certificate.fingerprint),
  )
  return {
    codes,
    wrongTries: await wrongTriesOf(trx, [...new Set(applicants.map(({ address }) => address))]),
    computers: new Map(computers.map((computer) => [computer.installId, computer])),
    owners: new Map(owners.map(({ fingerprint, computerId }) => [fingerprint, computerId])),
    counts: await computerCounts(trx, [...new Set([...codes.values()].map(({ customerId }) => customerId))]),
  }
}

async function insertNew(trx: StoreTransaction, joining: readonly Joining[], secret: string): Promise<void> {
  const newcomers = joining
    .filter(({ computer }) => computer === null)
    .map((one) => ({ one, keys: deviceKeyCandidates(namesOf(one), secret) }))
  const taken = await deviceKeysInUse(
    trx,
    newcomers.map(({ keys }) => keys.plain),
  )
  const rows = newcomers.map(({ one, keys }): NewComputer => {
    const deviceKey = taken.has(keys.plain) ? keys.distinct : keys.plain
    taken.add(deviceKey)
    const { installId, customerId } = namesOf(one)
    const localIpAddress = one.applicant.operation.remoteIp
    return { ...toldBy(one), installId, customerId, deviceKey, localIpAddress }
  })
  await insertComputers(trx, rows)
}

function namesOf({ applicant, code }: Joining) {
  const { hello, request } = applicant.operation
  const { computerName, username } = request
  return { customerId: code.customerId, computerName, username, installId: hello.installId }
}

function toldBy({ applicant, code }: Joining) {
  const { hello, request, remoteIp } = applicant.operation
  return {
    pcName: request.computerName,
    username: request.username,
    publicIpAddress: remoteIp,
    softwareVersion: hello.agentVersion,
    access: code.needsApproval ? ('waiting' as const) : ('approved' as const),
    pairingCodeId: code.id,
  }
}

export interface Joined {
  /** Pharmacies whose documents may say something else now. */
  readonly movedIn: readonly number[]
  /** Sessions of who had the identity before. */
  readonly ended: readonly EndedSession[]
  readonly computers: readonly { readonly computerId: number; readonly customerId: number }[]
  readonly events: readonly EventDraft[]
}

/** Writes what was judged: codes, and the rows of those that join, which the caller has locked. */
export async function joinPharmacies(
  trx: StoreTransaction,
  { joining, codes }: JudgedPairs,
  locked: readonly ComputerRow[],
): Promise<Joined> {
  await writeCodes(trx, codes)
  const members = membersOf(joining, locked)
  const moved = members.filter(({ computer, customerId }) => computer.customerId !== customerId)
  const left = moved.map(({ computer }) => computer.customerId)
  await moveComputers(
    trx,
    moved.map(({ computer, customerId }) => ({ id: computer.id, customerId })),
  )
  await updateRejoining(
    trx,
    members.map(({ one, computer }) => ({ ...toldBy(one), id: computer.id })),
  )
  const pinned = await pinAnew(trx, members)
  const ids = members.map(({ computer }) => computer.id)
  const settled = await forgetConflicts(trx, [...ids, ...originalsOf(joining)])
  const computers = members.map(({ computer, customerId }) => ({ computerId: computer.id, customerId }))
  const ended = codes.filter(({ isEnded }) => isEnded).map(({ customerId }) => customerId)
  return {
    movedIn: [...new Set([...left, ...computers.map(({ customerId }) => customerId)])],
    ended: await endSessionsOf(trx, ids, { reason: 'replaced', sparedBoots: stayingBoots(members, pinned) }),
    computers: [...computers, ...settled],
    events: [...new Set([...left, ...ended])].map((customerId) => ({ kind: 'customer', customerId })),
  }
}

/** Paired anew where it is in already: the very program that brought the code goes on with the connection that it has. */
function stayingBoots(members: readonly JoiningMember[], pinned: ReadonlySet<number>): string[] {
  const staying = members.filter(
    ({ one, computer, customerId }) =>
      computer.customerId === customerId && !one.code.needsApproval && !pinned.has(computer.id),
  )
  return staying.map(({ one }) => one.applicant.operation.hello.bootId)
}

interface JoiningMember {
  readonly one: Joining
  readonly computer: ComputerRow
  /** Where it belongs from now on. */
  readonly customerId: number
}

function membersOf(joining: readonly Joining[], locked: readonly ComputerRow[]): JoiningMember[] {
  const rows = new Map(locked.map((computer) => [computer.installId, computer]))
  return joining.flatMap((one) => {
    const computer = rows.get(one.applicant.operation.hello.installId)
    return computer === undefined ? [] : [{ one, computer, customerId: one.code.customerId }]
  })
}

/**
 * The code is the consent: nothing has to vouch for the new certificate, and nothing leads to it from the old one. Answers
 * whose certificate is another one now.
 */
async function pinAnew(trx: StoreTransaction, members: readonly JoiningMember[]): Promise<Set<number>> {
  const held = await pinsOf(
    trx,
    members.map(({ computer }) => computer.id),
  )
  const changed = members.flatMap(({ one, computer }): (readonly [number, Pins])[] => {
    const { certificate } = one.applicant
    const isSame = held.get(computer.id)?.pinned?.fingerprint === certificate.fingerprint
    return isSame ? [] : [[computer.id, { ...NO_PINS, pinned: certificate }]]
  })
  await writePins(trx, new Map(changed))
  return new Set(changed.map(([computerId]) => computerId))
}
