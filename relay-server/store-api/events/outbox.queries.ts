// The outbox: every visible change becomes a row in the transaction that made it; readers follow it by id.
import { sql, type Selectable } from 'kysely'
import { RelayEvent } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { CloseReason, DeviceStatus, Presence } from '@pharmacy-relay/shared/device.ts'
import type { Outbox } from '../../db/event-feed.ts'
import { LOCKS, type StoreDb, type StoreTransaction } from '../database.ts'
import type { StoreSchema } from '../schema.ts'
import type { StoreEvent } from './store-event.ts'
import { supportEvents, type SupportRow } from './support-events.queries.ts'

/** NOTIFY channel; its text is the newest id of the transaction. */
export const EVENTS_CHANNEL = 'relay_events'

export interface PresenceDraft {
  readonly kind: 'presence'
  readonly customerId: number
  readonly computerId: number
  readonly presenceSeq: number
  readonly payload: {
    readonly deviceKey: string
    readonly status: DeviceStatus
    readonly presence: Presence
    readonly reason: CloseReason | null
  }
}
export type EventDraft =
  | PresenceDraft
  | { readonly kind: 'computer'; readonly customerId: number; readonly computerId: number }
  | { readonly kind: 'customer'; readonly customerId: number }
  /** Numbers and states alone: words are read when it is told. */
  | {
      readonly kind: 'support_task' | 'support_message'
      readonly customerId: number
      readonly computerId: number | null
      readonly payload: Readonly<Record<string, string | number | null>>
    }

/**
 * Appends the rows; call it last in a transaction, once. A sequence hands out ids before the commit, so two transactions
 * could commit ids 8 and 7 in this order and a reader that stands at 8 would never see 7. The advisory lock is held from
 * before the first id is drawn until the commit is visible: ids become visible in their order and a cursor skips none.
 * NOTIFY is sent by the commit.
 */
export async function appendEvents(trx: StoreTransaction, drafts: readonly EventDraft[]): Promise<void> {
  if (drafts.length === 0) return
  await sql`select pg_advisory_xact_lock(${LOCKS.outbox})`.execute(trx)
  await sql`
    with added as (
      insert into "RelayEvents" ("customerId", "computerId", "kind", "presenceSeq", "payload")
      select d."customerId", d."computerId", d."kind", d."presenceSeq", d."payload"
      from rows from (json_to_recordset(${JSON.stringify(drafts)}::json) as (
        "customerId" integer, "computerId" integer, "kind" text, "presenceSeq" bigint, "payload" jsonb
      )) with ordinality as d ("customerId", "computerId", "kind", "presenceSeq", "payload", "n")
      order by d."n"
      returning "id"
    )
    select pg_notify(${EVENTS_CHANNEL}, (select max("id")::text from added))`.execute(trx)
}

/** The newest id, 0 when nothing ever happened. */
export async function lastEventId(db: StoreDb): Promise<number> {
  const row = await db
    .selectFrom('RelayEvents')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

/** The oldest id that is kept, null when there is none. */
export async function firstEventId(db: StoreDb): Promise<number | null> {
  const row = await db.selectFrom('RelayEvents').select('id').orderBy('id').limit(1).executeTakeFirst()
  return row?.id ?? null
}

/** Rows after an id, oldest first, at most `limit`. */
export async function eventsAfter(db: StoreDb, afterId: number, limit: number): Promise<StoreEvent[]> {
  const rows = await db
    .selectFrom('RelayEvents')
    .selectAll()
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
  const support = await supportEvents(db, rows.filter(isSupportRow))
  const byId = new Map(support.map((event) => [event.id, event]))
  return rows.flatMap((row): StoreEvent[] => {
    if (!isSupportRow(row)) return [relayEvent(row)]
    const event = byId.get(row.id)
    return event === undefined ? [] : [event]
  })
}

type OutboxRow = Selectable<StoreSchema['RelayEvents']>

function isSupportRow(row: OutboxRow): row is OutboxRow & SupportRow {
  return row.kind === 'support_task' || row.kind === 'support_message'
}

function relayEvent({ payload, presenceSeq, computerId, at, ...row }: OutboxRow): RelayEvent {
  return RelayEvent.parse({
    ...row,
    at: at.toISOString(),
    ...(computerId === null ? {} : { computerId }),
    ...(row.kind === 'presence' ? { presenceSeq, ...(payload as object) } : {}),
  })
}

/** The outbox as the feed follows it. */
export function relayOutbox(db: StoreDb): Outbox<StoreEvent> {
  return {
    after: (afterId, limit) => eventsAfter(db, afterId, limit),
    firstId: () => firstEventId(db),
    lastId: () => lastEventId(db),
  }
}

/** Most rows that a returning subscriber is given; beyond it the subscriber reads its pages anew. */
export const MAX_REPLAY = 1_000
