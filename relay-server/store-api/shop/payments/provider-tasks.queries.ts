// The rows of what the provider must be told: claimed for a while, tried again later each time, at last given up.
import { sql } from 'kysely'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import type { PaymentDraft } from './provider/provider.ts'

export interface ProviderTask {
  readonly paymentId: string
  readonly kind: 'capture' | 'cancel' | 'refund'
  readonly n: number
  /** With the one that begins now. */
  readonly tries: number
  readonly providerId: string | null
  readonly draft: PaymentDraft
  /** Of a refund; else 0. */
  readonly refundMinor: number
}

/** Longer than any try: nobody else begins one meanwhile, and one whose process ended is tried again. */
const LEASE_S = 60

/** Those that are due, the longest waiting first. */
export async function claimDueTasks(db: StoreDb, limit: number): Promise<ProviderTask[]> {
  const { rows } = await sql<Omit<ProviderTask, 'draft'> & PaymentDraft>`
    with due as (
      select "paymentId", "kind", "n" from "ProviderTasks"
      where "doneAt" is null and "givenUpAt" is null and "dueAt" <= relay_now()
      order by "dueAt" limit ${limit} for no key update skip locked
    ), claimed as (
      update "ProviderTasks" t set "tries" = t."tries" + 1, "dueAt" = relay_now() + ${LEASE_S} * interval '1 second'
      from due d where t."paymentId" = d."paymentId" and t."kind" = d."kind" and t."n" = d."n"
      returning t."paymentId", t."kind", t."n", t."tries", t."createdAt"
    )
    select c."paymentId", c."kind", c."n", c."tries", p."providerId", coalesce(r."amountMinor", 0) as "refundMinor",
      p."id", p."amountMinor", o."currency", p."returnUrl", p."language"
    from claimed c join "Payments" p on p."id" = c."paymentId" join "Orders" o on o."id" = p."orderId"
    left join "Refunds" r on c."kind" = 'refund' and r."paymentId" = c."paymentId" and r."n" = c."n"
    order by c."createdAt", c."n"`.execute(db)
  return rows.map(({ id, amountMinor, currency, returnUrl, language, ...task }) => ({
    ...task,
    refundMinor: Number(task.refundMinor),
    draft: { id, amountMinor: Number(amountMinor), currency, returnUrl, language },
  }))
}

type TaskKey = Pick<ProviderTask, 'paymentId' | 'kind' | 'n'>

/** `fault`: the provider refused it, and what it says of the payment was heard instead; null where it was done. */
export async function endTask(trx: StoreTransaction, task: TaskKey, fault: string | null): Promise<void> {
  await sql`update "ProviderTasks" set "doneAt" = relay_now(), "fault" = ${fault} where ${isTask(task)}`.execute(
    trx,
  )
}

export async function putOffTask(
  db: StoreDb,
  task: TaskKey,
  { fault, waitMs }: { readonly fault: string; readonly waitMs: number },
): Promise<void> {
  await sql`update "ProviderTasks" set "fault" = ${fault}, "dueAt" = relay_now() + ${waitMs} * interval '1 millisecond'
    where ${isTask(task)} and "doneAt" is null`.execute(db)
}

export async function giveUpTask(db: StoreDb, task: TaskKey, fault: string): Promise<void> {
  await sql`update "ProviderTasks" set "fault" = ${fault}, "givenUpAt" = relay_now()
    where ${isTask(task)} and "doneAt" is null`.execute(db)
}

/** Those of a payment that were given up are due again. How many. */
export async function retryTasks(trx: StoreTransaction, paymentId: string): Promise<number> {
  const { rows } = await sql`update "ProviderTasks" set "givenUpAt" = null, "tries" = 0, "dueAt" = relay_now()
    where "paymentId" = ${paymentId} and "doneAt" is null and "givenUpAt" is not null returning "n"`.execute(
    trx,
  )
  return rows.length
}

const isTask = ({ paymentId, kind, n }: TaskKey) =>
  sql`"paymentId" = ${paymentId} and "kind" = ${kind} and "n" = ${n}`
