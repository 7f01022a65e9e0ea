// The customer list in one statement: filter, count, sort, one page, and how many computers of it are connected.
import { sql, type RawBuilder } from 'kysely'
import type { EndpointReply } from '@pharmacy-relay/shared/api/endpoint.ts'
import type {
  CustomerListQuery,
  CustomerSort,
  CustomerSummary,
} from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { StoreDb } from '../database.ts'
import type { HealthLevel } from '@pharmacy-relay/shared/labels/health.ts'
import { lastEventId } from '../events/outbox.queries.ts'
import { allOf, anyOf, hasAny, type Condition } from '../../db/search/conditions.queries.ts'
import { soughtWords } from '../../db/search/fold.ts'
import { shownHealth, type HealthRow } from '../health/shown-health.ts'
import { phoneForms, phoneFormsOfFreeText } from '../search/phone-part.ts'
import { soughtForm } from '../../db/search/sought-form.ts'

type CustomerPage = EndpointReply<(typeof storeApi)['listCustomers']>

/**
 * One page. Connected computers are counted for the rows of the page only, unless the sort itself is by that count. They
 * are counted from the same cache that events are made of.
 */
export async function listCustomers(db: StoreDb, query: CustomerListQuery): Promise<CustomerPage> {
  // Read first: what commits in between is in the page and comes as an event once more, which is harmless.
  const newest = await lastEventId(db)
  const { rows } = await pageStatement(query).execute(db)
  const items = rows.flatMap((row) => summaryOf(row) ?? [])
  const { page, pageSize } = query
  return { items, total: rows[0]?.total ?? 0, page, pageSize, lastEventId: newest }
}

type PageRow = Omit<CustomerSummary, 'id' | 'health'> &
  HealthRow & { readonly id: number | null; readonly total: number }

/** Null for the row that tells the total alone. */
function summaryOf({ id, storeId, name, email, phone, ...row }: PageRow): CustomerSummary | null {
  if (id === null) return null
  const { computerCount, connectedCount } = row
  return { id, storeId, name, email, phone, computerCount, connectedCount, health: shownHealth(row) }
}

function pageStatement(query: CustomerListQuery): RawBuilder<PageRow> {
  const { page, pageSize } = query
  const order = ORDERS[query.sort]
  // `found` is read twice, so PostgreSQL computes it once. The outer join keeps the total when the page is past the end.
  return sql<PageRow>`
    with found as (
      select c."id", ${order.key} as "key" from "Customers" c ${order.join} where ${allOf(conditions(query))}
    ), shown as (
      select "id", row_number() over (order by "key" ${order.direction}, "id" ${order.direction}) as "place"
      from found order by "key" ${order.direction}, "id" ${order.direction}
      limit ${pageSize} offset ${(page - 1) * pageSize}
    )
    select t."total", c."id", c."storeId", c."name", c."email", c."phone",
      c."computerCount",
      (select count(*)::integer from "RelayPresence" p
        where p."customerId" = c."id" and p."status" = 'Online') as "connectedCount",
      h."level" as "healthLevel", h."cause" as "healthCause", h."since" as "healthSince", h."atComputerId" as "healthAt",
      coalesce(k."displayName", k."pcName") as "healthAtName"
    from (select count(*)::integer as "total" from found) t
    left join shown s on true
    left join "Customers" c on c."id" = s."id"
    left join "PharmacyHealth" h on h."customerId" = c."id"
    left join "RelayComputers" k on k."id" = h."atComputerId"
    order by s."place"`
}

function conditions(query: CustomerListQuery): Condition[] {
  const storeId = query.storeId.toLowerCase()
  const phone = phoneForms(query.phone)
  return [
    ...(storeId === '' ? [] : [hasAny(STORE_ID, [soughtForm(storeId)])]),
    ...wordsIn(sql`c."nameForms"`, query.name),
    ...wordsIn(sql`c."emailForms"`, query.email),
    ...(query.health === undefined ? [] : [ofHealth(query.health)]),
    ...(phone.length === 0 ? [] : [hasAny(PHONE, phone)]),
    ...anywhere(query.q),
  ]
}

/** By the index of levels. */
function ofHealth(level: HealthLevel): Condition {
  return sql`c."id" in (select "customerId" from "PharmacyHealth" where "level" = ${level})`
}

/** Of all its fields: what stands in one of them has its groups here. */
const GRAMS = sql`c."searchGrams"`
const STORE_ID = { text: sql`lower(c."storeId")`, grams: GRAMS }
const PHONE = { text: sql`c."phoneForms"`, grams: GRAMS }
const TEXTS = { text: sql`c."searchForms"`, grams: GRAMS }

/** Every word that was typed, in any order. */
function wordsIn(text: Condition, typed: string): Condition[] {
  return soughtWords(typed).map((forms) => hasAny({ text, grams: GRAMS }, forms.map(soughtForm)))
}

/** Of the pharmacies `c` that have what was typed in any of their fields; null where nothing was typed. */
export function pharmacyWords(q: string): Condition | null {
  const conditions = anywhere(q)
  return conditions.length === 0 ? null : allOf(conditions)
}

/** A phone number may be typed in groups, and among words. */
function anywhere(q: string): Condition[] {
  const words = soughtWords(q).map((forms) => orPhone(hasAny(TEXTS, forms.map(soughtForm)), forms[0]))
  return words.length === 0 ? [] : [orPhone(allOf(words), q)]
}

function orPhone(condition: Condition, typed = ''): Condition {
  const phone = phoneFormsOfFreeText(typed)
  return phone.length === 0 ? condition : anyOf([condition, hasAny(PHONE, phone)])
}

interface Order {
  readonly key: Condition
  readonly join: Condition
  readonly direction: Condition
}

const NO_JOIN = sql``
// Counted in one pass over an index instead of once per pharmacy.
const CONNECTED = sql`left join (
  select "customerId", count(*)::integer as "count" from "RelayPresence" where "status" = 'Online' group by "customerId"
) n on n."customerId" = c."id"`
const HEALTH = sql`left join "PharmacyHealth" o on o."customerId" = c."id"`
// The levels far enough apart that since when it is so cannot bring one into another; without computers last.
const WORST_FIRST = sql`case o."level" when 'stopped' then 0 when 'warning' then 1e12 when 'closed' then 2e12 when 'well' then 3e12 else 4e12 end
  + coalesce(extract(epoch from o."since"), 0)`
const COUNT = sql`coalesce(n."count", 0)`
const UP = sql`asc`
const DOWN = sql`desc`

const ORDERS: Readonly<Record<CustomerSort, Order>> = {
  storeId: { key: sql`c."storeNumber"`, join: NO_JOIN, direction: UP },
  '-storeId': { key: sql`c."storeNumber"`, join: NO_JOIN, direction: DOWN },
  name: { key: sql`c."nameLower"`, join: NO_JOIN, direction: UP },
  '-name': { key: sql`c."nameLower"`, join: NO_JOIN, direction: DOWN },
  email: { key: sql`c."emailLower"`, join: NO_JOIN, direction: UP },
  '-email': { key: sql`c."emailLower"`, join: NO_JOIN, direction: DOWN },
  connected: { key: COUNT, join: CONNECTED, direction: UP },
  '-connected': { key: COUNT, join: CONNECTED, direction: DOWN },
  computers: { key: sql`c."computerCount"`, join: NO_JOIN, direction: UP },
  '-computers': { key: sql`c."computerCount"`, join: NO_JOIN, direction: DOWN },
  health: { key: WORST_FIRST, join: HEALTH, direction: UP },
  '-health': { key: WORST_FIRST, join: HEALTH, direction: DOWN },
}
