// C42: no question about invoices reads the whole table, however large it is.
import { CompiledQuery, createQueryId, sql, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { InvoiceListQuery } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import type { StoreDb } from '../../database.ts'
import { openTestStore, type StoreTestDatabase } from '../../test/test-store.ts'
import { newProducts, soldOrder } from '../test/invoices.ts'
import { listInvoices, ownInvoices } from './invoice-lists.queries.ts'
import { findPdf, undrawnInvoices } from './invoice-pdfs.queries.ts'
import { unwrittenTasks } from './invoice-tasks.queries.ts'
import { creditNotesOf, invoiceOfOrder } from './invoices.queries.ts'

/** Enough that a plan through an index is the cheaper one. */
const INVOICES = 10_000
const PORTION = 1_000

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('shop_invoice_plans')
  await newProducts(store, 1)
  await sql`insert into "Customers" ("storeId", "name", "email")
    select 'P-' || g, 'Pharmacy ' || g, 'p@example.org' from generate_series(1, 1000) g`.execute(store.db)
  await soldOrder(store.db, { customerId: 1, lines: [{ quantity: 1, priceMinor: 100, taxBp: 1_900 }] })
  // Of one order: what is written of the others stands beside the triggers, which look at each row by itself.
  await sql`alter table "Invoices" disable trigger all`.execute(store.db)
  for (let from = 0; from < INVOICES; from += PORTION) await addInvoices(from)
  await sql`alter table "Invoices" enable trigger all`.execute(store.db)
  await sql`analyze`.execute(store.db)
}, 240_000)
afterAll(() => store.stop())

async function addInvoices(from: number): Promise<void> {
  const [first, last] = [from + 1, from + PORTION]
  await sql`insert into "InvoiceTasks" ("orderId", "kind", "cause", "writtenAt", "drawnAt")
    select 1, 'credit_note', g::text, now(), now() from generate_series(${first}::integer, ${last}::integer) g`.execute(
    store.db,
  )
  await sql`insert into "Invoices" ("series", "year", "n", "number", "kind", "taskId", "orderId", "customerId", "customerName",
      "correctsId", "currency", "netMinor", "taxMinor", "totalMinor", "issuedOn", "at", "document", "sha256")
    select 'INV', 2026, g, 'INV-2026-' || lpad(g::text, 6, '0'), 'credit_note', g, g, 1 + g % 1000, 'A', g, 'EUR', 100, 19, 119,
      date '2026-01-01' + g / 100, now(), '{}', sha256('{}') from generate_series(${first}::integer, ${last}::integer) g`.execute(
    store.db,
  )
}

async function plansOf(work: (db: StoreDb) => Promise<unknown>): Promise<string[]> {
  const asked: RootOperationNode[] = []
  const seeing: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked.push(node)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await work(store.db.withPlugin(seeing))
  const executor = store.db.getExecutor()
  return Promise.all(
    asked.map(async (node) => {
      const query = executor.compileQuery(node, createQueryId())
      const explained = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters])
      const { rows } = await store.db.executeQuery<{ 'QUERY PLAN': string }>(explained)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }),
  )
}

const list = (query: object) => async (db: StoreDb) => listInvoices(db, InvoiceListQuery.parse(query))
const own = { customerId: 7, order: null, after: null, limit: 50 }

test.each<[string, (db: StoreDb) => Promise<unknown>]>([
  ['those of a pharmacy', async (db) => ownInvoices(db, own)],
  ['those behind one', async (db) => ownInvoices(db, { ...own, after: 'INV-2026-005006' })],
  ['those of an order', async (db) => ownInvoices(db, { ...own, order: 'ABCDEFGH' })],
  ['the beginning of a number', list({ number: 'INV-2026-0077' })],
  ['an order for staff', list({ number: 'ABCDEFGH' })],
  ['a pharmacy by words', list({ pharmacy: 'P-777' })],
  ['a pharmacy and a day', list({ customerId: '7', from: '2026-02-01', until: '2026-02-02' })],
  ['some days', list({ from: '2026-02-01', until: '2026-02-02' })],
  ['a PDF', async (db) => findPdf(db, { number: 'INV-2026-000777', customerId: 7 })],
  ['the PDF of an order', async (db) => findPdf(db, { orderNumber: 'ABCDEFGH', customerId: 7 })],
  ['what is to be written', async (db) => unwrittenTasks(db, 50)],
  ['what is to be drawn', async (db) => undrawnInvoices(db, 10)],
  [
    'an invoice and its credit notes',
    async (db) => [await invoiceOfOrder(db, 777), await creditNotesOf(db, 100_000)],
  ],
])('for %s', async (_what, work) => {
  const plans = await plansOf(work)
  expect(plans.length).toBeGreaterThan(0)
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on "(Invoices|InvoiceTasks)"/)
})

test('for a page of all of them: rows are read as far as they are counted, and those of the page in their order', async () => {
  const [count = '', rows = ''] = await plansOf(list({}))
  expect(count).toContain('Limit')
  expect(rows).toMatch(/Index Scan (Backward )?using "Invoices_issued"/)
})
