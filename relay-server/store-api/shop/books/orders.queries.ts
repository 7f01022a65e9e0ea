// Questions to the books of orders and their money: each finds rows that must not be there, with words that name them.
import type { BookCheck } from './book-check.ts'

const LIVING = `'awaiting_payment', 'authorised', 'paid', 'shipped', 'completed'`
const PAID = `'paid', 'shipped', 'completed'`

/** As JSON.stringify writes the facts of a step. */
const FACTS = `'[' || h."orderId" || ',' || h."seq" || ',' || coalesce(to_json(h."was")::text, 'null') || ',' || to_json(h."became")::text || ','
  || to_json(h."cause")::text || ',' || to_json(h."actor")::text || ',' || to_json(h."traceId")::text || ',"'
  || to_char(h."at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"]'`

export const ORDER_CHECKS: readonly BookCheck[] = [
  {
    name: 'orders.sums',
    rule: 'an order is the sum of its lines, to the minor unit',
    sql: `select 'order ' || o."number" as "what" from "Orders" o left join (
        select "orderId", sum("netMinor") as "net", sum("discountMinor") as "discount" from "OrderLines" group by 1) l on l."orderId" = o."id"
      where o."subtotalMinor" is distinct from l."net" or o."discountMinor" is distinct from l."discount"
        or o."taxMinor" <> (select coalesce(sum((t ->> 'taxMinor')::bigint), 0) from jsonb_array_elements(o."taxes") t)`,
  },
  {
    name: 'orders.taxes',
    rule: 'the tax of each rate is that of the sum of its lines, halves up',
    sql: `select 'order ' || o."number" || ', ' || coalesce(l."taxBp", t."taxBp") as "what"
      from (select "orderId", "taxBp", sum("netMinor" - "discountMinor") as "net" from "OrderLines" group by 1, 2) l
      full join (select o."id" as "orderId", t.* from "Orders" o,
        lateral jsonb_to_recordset(o."taxes") t ("taxBp" integer, "netMinor" bigint, "taxMinor" bigint)) t using ("orderId", "taxBp")
      join "Orders" o on o."id" = "orderId"
      where l."net" is distinct from t."netMinor" or t."taxMinor" is distinct from div(l."net" * l."taxBp" + 5000, 10000)`,
  },
  {
    name: 'orders.baskets',
    rule: 'an order has one basket, which is ordered, and an ordered basket one order',
    sql: `select 'basket ' || c."id" as "what" from "Carts" c full join "Orders" o on o."cartId" = c."id"
      where (c."state" = 'ordered') is distinct from (o."id" is not null)`,
  },
  {
    name: 'orders.history',
    rule: 'the history of an order is a whole chain from its first step to its state',
    sql: `select 'order ' || h."orderId" || ', step ' || h."seq" as "what" from (
        select h.*, row_number() over w as "place", lag(h."became") over w as "before", lag(h."hash") over w as "hashBefore",
          lead(h."seq") over w as "next" from "OrderHistory" h window w as (partition by h."orderId" order by h."seq")) h
      join "Orders" o on o."id" = h."orderId"
      where h."seq" <> h."place" or h."was" is distinct from h."before" or (h."next" is null and h."became" <> o."state")
        or h."hash" <> sha256(coalesce(h."hashBefore", decode(repeat('00', 32), 'hex')) || convert_to(${FACTS}, 'UTF8'))`,
  },
  {
    name: 'orders.without-history',
    rule: 'every order has a history',
    sql: `select 'order ' || o."number" as "what" from "Orders" o
      left join (select distinct "orderId" from "OrderHistory") h on h."orderId" = o."id" where h."orderId" is null`,
  },
  {
    name: 'coupons.uses',
    rule: 'a coupon was used as often as living orders have it, in all and by each pharmacy',
    sql: `select 'coupon ' || c."code" || ': ' || c."used" || ' used, ' || coalesce(o."count", 0) || ' orders' as "what" from "Coupons" c
      left join (select "couponId", count(*) from "Orders" where "state" in (${LIVING}) group by 1) o on o."couponId" = c."id"
      where c."used" <> coalesce(o."count", 0)
      union all
      select 'coupon ' || coalesce(u."couponId", o."couponId") || ', pharmacy ' || coalesce(u."customerId", o."customerId")
      from (select * from "CouponUses" where "uses" > 0) u full join (
        select "couponId", "customerId", count(*) from "Orders" where "couponId" is not null and "state" in (${LIVING}) group by 1, 2) o
        using ("couponId", "customerId") where u."uses" is distinct from o."count"`,
  },
  {
    name: 'payments.paid-once',
    rule: 'a paid order has one payment that has its whole total, and none that costs nothing',
    sql: `select 'order ' || o."number" || ': ' || coalesce(p."count", 0) || ' payments' as "what" from "Orders" o
      left join (select "orderId", count(*), sum("capturedMinor") as "captured" from "Payments" where "state" = 'captured' group by 1) p
        on p."orderId" = o."id"
      where (o."state" in (${PAID}) and o."totalMinor" > 0 and (p."count" is distinct from 1 or p."captured" <> o."totalMinor"))
        or p."count" > 1 or (p."count" > 0 and o."totalMinor" = 0)`,
  },
  {
    name: 'payments.of-orders-that-ended',
    rule: 'money of an order that is over went back, or is on its way back',
    sql: `select 'order ' || o."number" || ', payment ' || p."id" as "what" from "Payments" p join "Orders" o on o."id" = p."orderId"
      where p."state" = 'captured' and o."state" in ('expired', 'cancelled') and p."refundedMinor" < p."capturedMinor"
        and not exists (select from "ProviderTasks" t where t."paymentId" = p."id" and t."kind" = 'refund' and t."doneAt" is null)`,
  },
  {
    name: 'invoices.numbers',
    rule: 'the numbers of invoices have no hole',
    sql: `select coalesce(c."series", i."series") || ' ' || coalesce(c."year", i."year") || ': ' || coalesce(i."count", 0) || ' invoices, the last is '
        || coalesce(i."last", 0) || ', the counter ' || coalesce(c."last", 0) as "what"
      from "InvoiceCounters" c full join (select "series", "year", count(*), max("n") as "last" from "Invoices" group by 1, 2) i
        using ("series", "year")
      where coalesce(i."count", 0) <> coalesce(i."last", 0) or coalesce(i."last", 0) <> coalesce(c."last", 0)`,
  },
  {
    name: 'invoices.missing',
    rule: 'every paid order has its invoice, or waits for its number',
    sql: `select 'order ' || o."number" as "what" from "Orders" o
      left join "InvoiceTasks" t on t."orderId" = o."id" and t."kind" = 'invoice'
      left join "Invoices" i on i."taskId" = t."id"
      where o."state" in (${PAID}) and (t."id" is null or (t."writtenAt" is not null and i."id" is null))`,
  },
  {
    name: 'invoices.totals',
    rule: 'an invoice has the total of its order, and credit notes never more',
    sql: `select 'order ' || o."number" as "what" from "Orders" o join (
        select "orderId", sum("totalMinor") filter (where "kind" = 'invoice') as "asked", coalesce(sum("totalMinor") filter (where "kind" = 'credit_note'), 0) as "back"
        from "Invoices" group by 1) i on i."orderId" = o."id"
      where i."asked" is distinct from o."totalMinor" or abs(i."back") > o."totalMinor"`,
  },
  {
    name: 'repeats.half-done',
    rule: 'every key has its answer',
    sql: `select 'key ' || "key" as "what" from "IdempotencyKeys" where "reply" is null`,
  },
]
