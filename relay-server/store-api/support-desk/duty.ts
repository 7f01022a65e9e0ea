// Who is on call and when nobody answers: read by all staff, set by who may, in the staff log.
import type { DutyFields, SupportDuty } from '@pharmacy-relay/shared/api/support/duty-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import type { StoreDb } from '../database.ts'
import { dutyOf, replaceClosedDays, updateDuty } from './duty.queries.ts'

export interface DutyParts {
  readonly db: StoreDb
  /** Of the days, IANA. */
  readonly zone: string
}

export async function readDuty(db: StoreDb, zone: string): Promise<SupportDuty> {
  return dutyOf(db, { zone })
}

/** Throws ProblemError `version_stale`. The log names no number. */
export async function setDuty(
  { db, zone }: DutyParts,
  caller: Caller,
  { version, ...wanted }: DutyFields & { readonly version: number },
): Promise<SupportDuty> {
  await db.transaction().execute(async (trx) => {
    const was = await dutyOf(trx, { zone, isLocked: true })
    if (was.version !== version)
      throw new ProblemError(
        'version_stale',
        `Somebody else changed this; it is at version ${was.version} now`,
      )
    await updateDuty(trx, wanted, caller.name)
    await replaceClosedDays(trx, { closedDays: wanted.closedDays, zone })
    await recordStaffOperation(trx, caller, {
      action: 'support-duty.set',
      customerId: null,
      computerId: null,
      summary: wanted.phone === null ? 'Nobody is on call' : 'Set who is on call',
      before: logged(was),
      after: logged(wanted),
    })
  })
  return dutyOf(db, { zone })
}

function logged({ phone, language, closedDays }: DutyFields) {
  return { phoneEnd: phone?.slice(-4) ?? null, language, closedDays: closedDays.length }
}
