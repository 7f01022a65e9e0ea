// Staff make pairing codes for a pharmacy and withdraw them.
import {
  MAX_OPEN_PAIRING_CODES,
  type CustomerDetail,
  type MadePairingCode,
} from '@pharmacy-relay/shared/api/relay-panel.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { lockEnrolment } from '../enrolment/enrolment.queries.ts'
import { mintCode } from '../enrolment/mint-code.ts'
import { endOpenCodes, openCodes } from '../enrolment/pairing-codes.queries.ts'
import { appendEvents } from '../events/outbox.queries.ts'
import { lockCustomer } from './customer-changes.queries.ts'
import { readCustomer } from './customer-detail.queries.ts'

export interface CodeParts {
  readonly db: StoreDb
  readonly rules: { readonly deviceKeySecret: string }
}

/** The code is kept as a hash, so this answer is the only time it is seen. Throws `not_found`, `state_conflict`. */
export async function makePairingCode(
  { db, rules }: CodeParts,
  caller: Caller,
  request: { readonly customerId: number; readonly needsApproval: boolean; readonly isSentBySms?: boolean },
): Promise<MadePairingCode> {
  const { customerId, needsApproval, isSentBySms = false } = request
  const made = await db.transaction().execute(async (trx) => {
    const storeId = await lockPharmacy(trx, customerId)
    if ((await openCodes(trx, customerId)).length >= MAX_OPEN_PAIRING_CODES) throw tooMany()
    const kind = { customerId, needsApproval, copyOfComputerId: null }
    const code = await mintCode(trx, kind, rules.deviceKeySecret)
    if (code === null) throw noneFree()
    const how = needsApproval ? ', its computer to be approved' : ''
    const by = isSentBySms ? ', sent to its phone' : ''
    const summary = `Made pairing code ${code.id} for ${storeId}${how}${by}`
    await recordStaffOperation(trx, caller, {
      action: 'pairing-code.make',
      customerId,
      computerId: null,
      summary,
      after: { code: code.id, needsApproval },
    })
    await appendEvents(trx, [{ kind: 'customer', customerId }])
    return code
  })
  return { id: made.id, customerId, code: made.code, expiresAt: made.expiresAt.toISOString() }
}

/** Without any it changes nothing. Throws `not_found`. */
export async function withdrawPairingCodes(
  { db }: Pick<CodeParts, 'db'>,
  caller: Caller,
  customerId: number,
): Promise<CustomerDetail> {
  await db.transaction().execute(async (trx) => {
    const storeId = await lockPharmacy(trx, customerId)
    const count = await endOpenCodes(trx, customerId, caller.name)
    if (count === 0) return
    const summary = `Withdrew ${count} open pairing codes of ${storeId}`
    await recordStaffOperation(trx, caller, {
      action: 'pairing-code.withdraw',
      customerId,
      computerId: null,
      summary,
      before: { openCodes: count },
      after: { openCodes: 0 },
    })
    await appendEvents(trx, [{ kind: 'customer', customerId }])
  })
  return readCustomer(db, { id: customerId })
}

/** Answers its store ID. */
async function lockPharmacy(trx: StoreTransaction, customerId: number): Promise<string> {
  await lockEnrolment(trx)
  const held = await lockCustomer(trx, customerId)
  if (held === null) throw new ProblemError('not_found', 'There is no such pharmacy')
  return held.storeId
}

function tooMany(): ProblemError {
  const text = `This pharmacy has ${MAX_OPEN_PAIRING_CODES} open pairing codes. Use them, withdraw them, or wait until they run out.`
  return new ProblemError('state_conflict', text)
}

function noneFree(): ProblemError {
  return new ProblemError(
    'state_conflict',
    'Too many pairing codes are open everywhere. Try again in some minutes.',
  )
}
