// Questions to the books of stock: each finds rows that must not be there, with words that name them.
import type { BookCheck } from './book-check.ts'

/** What each order still holds or shipped, by product. */
const LEDGER = `select "orderId", "productId", sum(case "kind" when 'hold' then "quantity" when 'return' then 0 else -"quantity" end) as "open",
    coalesce(sum("quantity") filter (where "kind" = 'ship'), 0) as "shipped" from "StockMovements" group by "orderId", "productId"`

export const STOCK_CHECKS: readonly BookCheck[] = [
  {
    name: 'stock.reserved',
    rule: 'what is reserved of a product is the sum of what orders hold',
    sql: `select 'product ' || s."productId" || ': ' || s."reserved" || ' reserved, ' || coalesce(m."open", 0) || ' by the ledger' as "what"
      from "Stock" s left join (select "productId", sum("open") as "open" from (${LEDGER}) l group by 1) m using ("productId")
      where s."reserved" <> coalesce(m."open", 0)`,
  },
  {
    name: 'stock.on-hand',
    rule: 'what is there of a product is what came in, less what was shipped',
    sql: `select 'product ' || s."productId" || ': ' || s."onHand" || ' there, ' || coalesce(c."sum", 0) - coalesce(m."sum", 0) || ' by the ledger' as "what"
      from "Stock" s left join (select "productId", sum("quantity") as "sum" from "StockChanges" group by 1) c using ("productId")
      left join (select "productId", sum(case "kind" when 'ship' then "quantity" else -"quantity" end) as "sum"
        from "StockMovements" where "kind" in ('ship', 'return') group by 1) m using ("productId")
      where s."onHand" <> coalesce(c."sum", 0) - coalesce(m."sum", 0)`,
  },
  {
    name: 'stock.orders',
    rule: 'living orders hold what stands in their lines, shipped ones have it, others hold nothing: no piece is sold twice',
    sql: `select 'order ' || o."number" || ' is ' || o."state" || ', of product ' || l."productId" || ' it has ' || l."quantity" || ', holds '
        || coalesce(m."open", 0) || ', shipped ' || coalesce(m."shipped", 0) as "what"
      from "Orders" o join "OrderLines" l on l."orderId" = o."id"
      left join (${LEDGER}) m on m."orderId" = l."orderId" and m."productId" = l."productId"
      where coalesce(m."open", 0) <> case when o."state" in ('awaiting_payment', 'authorised', 'paid') then l."quantity" else 0 end
        or coalesce(m."shipped", 0) <> case when o."state" in ('shipped', 'completed') then l."quantity" else 0 end`,
  },
  {
    name: 'stock.foreign-movements',
    rule: 'nothing is held for a line that an order does not have',
    sql: `select 'order ' || m."orderId" || ', product ' || m."productId" as "what" from (select distinct "orderId", "productId" from "StockMovements") m
      left join "OrderLines" l using ("orderId", "productId") where l."orderId" is null`,
  },
  {
    name: 'stock.sold',
    rule: 'pieces that count as sold are those that were shipped',
    sql: `select 'product ' || p."id" || ': ' || p."sold" || ' sold, ' || coalesce(m."sum", 0) || ' shipped' as "what" from "Products" p
      left join (select "productId", sum("quantity") as "sum" from "StockMovements" where "kind" = 'ship' group by 1) m on m."productId" = p."id"
      where p."sold" <> coalesce(m."sum", 0)`,
  },
  {
    name: 'catalogue.counts',
    rule: 'the counters of the catalogue count its active products',
    sql: `select coalesce(c."facet", n."facet") || ' ' || coalesce(c."value", n."value") || ': ' || coalesce(c."count", 0) || ' counted, '
        || coalesce(n."count", 0) || ' there' as "what"
      from (select * from "ProductCounts" where "count" > 0) c full join (
        select f."facet", f."value", count(*) as "count" from "Products" p, lateral (values ('all', ''), ('category', p."categoryId"::text),
          ('brand', nullif(p."brand", '')), ('form', nullif(p."form", ''))) f ("facet", "value")
        where p."isActive" and f."value" is not null group by 1, 2) n using ("facet", "value")
      where coalesce(c."count", 0) <> coalesce(n."count", 0)`,
  },
  {
    name: 'catalogue.stock',
    rule: 'every product has a row of stock',
    sql: `select 'product ' || p."id" as "what" from "Products" p left join "Stock" s on s."productId" = p."id" where s."productId" is null`,
  },
]
