// An Admin accepts that a computer has another certificate than it was known by.
import type { CertificateAcceptance, CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { appendEvents, type EventDraft } from '../events/outbox.queries.ts'
import { lockPrinting } from '../printing/printing-changes.queries.ts'
import { pushesOf, type Push } from '../printing/push-targets.queries.ts'
import type { Pusher } from '../printing/pusher.ts'
import { refreshAssignments } from '../printing/refresh-assignments.ts'
import { ownersOf, pinsOf, reportedSystem, writePins } from './pins.queries.ts'
import { acceptedPins, NO_PINS, pinsAfter } from './pins.ts'

export interface AcceptanceRequest {
  readonly customerId: number
  readonly computerId: number
  readonly body: CertificateAcceptance
}

/**
 * Answers once it is stored and the pharmacy's computers are told; there a person still has to confirm it. What is so
 * already answers the same. Throws ProblemError `not_found`, and `state_conflict` when the computer reports another one.
 */
export async function acceptCertificate(
  parts: { readonly db: StoreDb; readonly pusher: Pusher },
  caller: Caller,
  request: AcceptanceRequest,
): Promise<CustomerDetail> {
  const pushes = await parts.db.transaction().execute((trx) => apply(trx, caller, request))
  parts.pusher.push(pushes)
  return readCustomer(parts.db, { id: request.customerId })
}

async function apply(trx: StoreTransaction, caller: Caller, request: AcceptanceRequest): Promise<Push[]> {
  const { customerId, computerId, body } = request
  const state = await lockPrinting(trx, customerId, computerId)
  const computer = state?.computers.find(({ id }) => id === computerId)
  if (state === null || computer === undefined)
    throw new ProblemError('not_found', 'There is no such computer in this pharmacy')
  const pins = (await pinsOf(trx, [computerId])).get(computerId) ?? NO_PINS
  if (pins.pinned?.fingerprint === body.fingerprint) return []
  await checkReported(trx, pins.reported?.fingerprint ?? null, body.fingerprint)
  const accepted = acceptedPins(pins)
  // A successor that it reports with it was not heard until now.
  const told = await reportedSystem(trx, computerId)
  await writePins(trx, new Map([[computerId, told === null ? accepted : pinsAfter(accepted, told).pins]]))
  const changed = await refreshAssignments(trx, [customerId])
  const summary = `Accepted the certificate ${body.fingerprint.slice(0, 16)}… of ${computer.pcName} of ${state.storeId}`
  await recordStaffOperation(trx, caller, {
    ...{ action: 'computer.accept-certificate', customerId, computerId, summary },
  })
  const ids = new Set([computerId, ...changed.map((one) => one.computerId)])
  await appendEvents(
    trx,
    [...ids].map((id): EventDraft => ({ kind: 'computer', customerId, computerId: id })),
  )
  return pushesOf(trx, changed)
}

async function checkReported(
  trx: StoreTransaction,
  reported: string | null,
  fingerprint: string,
): Promise<void> {
  if (reported !== fingerprint)
    throw new ProblemError('state_conflict', 'The computer reports another certificate by now: look again')
  const [owner] = await ownersOf(trx, [fingerprint])
  if (owner !== undefined)
    throw new ProblemError('state_conflict', 'Another computer is known by this certificate')
}
