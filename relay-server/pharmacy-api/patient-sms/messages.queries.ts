// The rows of messages to patients: asked for, due, taken by one process, and what became of them. SmsLogs follows by a trigger.
import { sql, type Insertable, type Selectable } from 'kysely'
import type { MessageReason } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import type { PatientRow } from '../patients/patients.queries.ts'
import type { Outcome } from '../sms/sms-logs.queries.ts'
import type { TenantSchema } from '../tenants/tenant-schema.ts'
import type { TenantDb } from '../tenants/tenant-transaction.queries.ts'

export type PatientMessageRow = Selectable<TenantSchema['PatientMessages']>
type NewMessageRow = Insertable<TenantSchema['PatientMessages']>

/** One that was taken so long ago lost its process: handing over ends far below. */
const LEASE_MS = 3 * 60_000

/** Whoever decides about a message of the patient, or changes the patient, waits for this one. */
export async function lockPatient(trx: TenantDb, id: string): Promise<PatientRow | null> {
  const found = trx.selectFrom('PatientPhones').selectAll().where('id', '=', id).forUpdate()
  return (await found.executeTakeFirst()) ?? null
}

export async function findByRequest(trx: TenantDb, requestId: string): Promise<PatientMessageRow | null> {
  const found = trx.selectFrom('PatientMessages').selectAll().where('requestId', '=', requestId)
  return (await found.executeTakeFirst()) ?? null
}

/** Null: the pharmacy has a message with this request. */
export async function insertMessage(trx: TenantDb, row: NewMessageRow): Promise<PatientMessageRow | null> {
  const inserted = trx
    .insertInto('PatientMessages')
    .values(row)
    .onConflict((conflict) => conflict.constraint('PatientMessages_request_key').doNothing())
    .returningAll()
  return (await inserted.executeTakeFirst()) ?? null
}

/** When the patient's newest other message goes or went out; what did not go out does not count. */
export async function lastSentAt(
  trx: TenantDb,
  { patientId, but }: { readonly patientId: string; readonly but: string | null },
): Promise<Date | null> {
  const found = trx
    .selectFrom('PatientMessages')
    .select(({ fn }) => fn.max('dueAt').as('at'))
    .where('patientId', '=', patientId)
    .where('state', 'in', ['queued', 'handed_over', 'delivered', 'unknown'])
    .$if(but !== null, (query) => query.where('id', '<>', but))
  return (await found.executeTakeFirst())?.at ?? null
}

/** One more of the day; false when there are `ceiling` already, and then nothing is counted. */
export async function countOfDay(
  trx: TenantDb,
  {
    pharmacyId,
    day,
    ceiling,
  }: { readonly pharmacyId: number; readonly day: string; readonly ceiling: number },
): Promise<boolean> {
  const counted = trx
    .insertInto('PatientMessageDays')
    .values({ pharmacyId, day, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['pharmacyId', 'day'])
        .doUpdateSet((eb) => ({ count: eb('PatientMessageDays.count', '+', 1) }))
        .where('PatientMessageDays.count', '<', ceiling),
    )
    .returning('count')
  return (await counted.executeTakeFirst()) !== undefined
}

/** As the keeper: what is to go out now, of all pharmacies, oldest first. */
export async function dueMessages(
  trx: TenantDb,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly Pick<PatientMessageRow, 'id' | 'pharmacyId' | 'patientId'>[]> {
  return trx
    .selectFrom('PatientMessages')
    .select(['id', 'pharmacyId', 'patientId'])
    .where('state', '=', 'queued')
    .where('dueAt', '<=', now)
    .where((eb) => eb.or([eb('takenAt', 'is', null), eb('takenAt', '<', lostBefore(now))]))
    .orderBy('dueAt')
    .limit(limit)
    .execute()
}

/** Null: it is due no more, or another process has it. */
export async function lockDue(trx: TenantDb, id: string, now: Date): Promise<PatientMessageRow | null> {
  const found = trx
    .selectFrom('PatientMessages')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('dueAt', '<=', now)
    .where((eb) => eb.or([eb('takenAt', 'is', null), eb('takenAt', '<', lostBefore(now))]))
    .forUpdate()
  return (await found.executeTakeFirst()) ?? null
}

const lostBefore = (now: Date): Date => new Date(now.getTime() - LEASE_MS)

type Changes = Partial<
  Pick<NewMessageRow, 'dueAt' | 'takenAt' | 'state' | 'reason' | 'phoneHash' | 'phoneTail' | 'segments'>
>

/** Of one that `lockDue` gave, in its transaction. */
export async function changeMessage(
  trx: TenantDb,
  { id, now }: { readonly id: string; readonly now: Date },
  changes: Changes,
): Promise<void> {
  await trx
    .updateTable('PatientMessages')
    .set({ ...changes, updatedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/** What became of one that was handed over; nothing changes when that is known already. */
export async function settlePatientMessage(
  trx: TenantDb,
  { id, now, ...outcome }: Outcome & { readonly id: string; readonly now: Date },
): Promise<void> {
  await trx
    .updateTable('PatientMessages')
    .set({ ...outcome, updatedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/** What waits of a patient is never sent; one that is on its way goes on. */
export async function endWaiting(
  trx: TenantDb,
  {
    patientId,
    reason,
    now,
  }: { readonly patientId: string; readonly reason: MessageReason; readonly now: Date },
): Promise<void> {
  await trx
    .updateTable('PatientMessages')
    .set({ state: 'suppressed', reason, updatedAt: now })
    .where('patientId', '=', patientId)
    .where('state', '=', 'queued')
    .where('takenAt', 'is', null)
    .execute()
}

/** As the keeper: removes what is older. */
export async function forgetPatientMessages(trx: TenantDb, before: Date): Promise<void> {
  await trx.deleteFrom('PatientMessages').where('createdAt', '<', before).execute()
  await trx
    .deleteFrom('PatientMessageDays')
    .where('day', '<', sql<Date>`${before}::date`)
    .execute()
}
