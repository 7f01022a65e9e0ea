// Invoices as they are written: one number after the other whatever fails, amounts that add up, credit notes that leave nothing below 0.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LOCKS } from '../../database.ts'
import { INVOICES } from '../../test/test-app.ts'
import { newPharmacy, openTestStore, type StoreTestDatabase } from '../../test/test-store.ts'
import {
  credit,
  documentsOf,
  happensTo,
  newProducts,
  soldOrder,
  writeAll,
  type Sold,
} from '../test/invoices.ts'
import { nextNumber } from './invoices.queries.ts'
import { writeInvoices } from './write-invoices.ts'

let store: StoreTestDatabase
let customerId = 0
beforeAll(async () => {
  store = await openTestStore('shop_invoices')
  await newProducts(store, 5)
})
afterAll(() => store.stop())
beforeEach(async () => {
  customerId = (await newPharmacy(store)).id
})

const LINE = { quantity: 1, priceMinor: 1_000, taxBp: 1_900 }

async function paidOrder(changes: Partial<Sold> = {}): Promise<number> {
  const id = await soldOrder(store.db, { customerId, lines: [LINE], ...changes })
  await happensTo(store.db, id, 'captured')
  return id
}

async function expectNoHole(): Promise<void> {
  const { rows } = await sql<{ series: string; count: number; last: number; counter: number }>`
    select i."series", count(*)::integer as "count", max(i."n") as "last", max(c."last") as "counter" from "Invoices" i
    join "InvoiceCounters" c using ("series", "year") group by i."series", i."year"`.execute(store.db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { count, last, counter } of rows) expect([last, counter]).toEqual([count, count])
}

describe('C33: numbers', () => {
  test('50 orders that are paid at once and 50 jobs, of which many are killed, leave no gap and no twin', async () => {
    const ids: number[] = []
    // Not all at once: on a busy machine the last ones would wait too long for a connection.
    while (ids.length < 50) ids.push(...(await Promise.all(Array.from({ length: 10 }, () => paidOrder()))))
    let isOver = false
    const kill = async (): Promise<number> => {
      let killed = 0
      while (!isOver) {
        const { rows } = await sql`select pg_terminate_backend("pid") from pg_locks
          where "locktype" = 'advisory' and "objid" = ${LOCKS.invoices} and "granted"
          and "database" = (select "oid" from pg_database where "datname" = current_database())`.execute(
          store.db,
        )
        killed += rows.length
      }
      return killed
    }
    const killing = kill()
    await Promise.allSettled(Array.from({ length: 50 }, async () => writeInvoices(store.db, INVOICES)))
    isOver = true
    expect(await killing).toBeGreaterThan(0)
    await writeAll(store.db)
    const written = await store.db
      .selectFrom('Invoices')
      .select('orderId')
      .where('orderId', 'in', ids)
      .execute()
    expect(new Set(written.map(({ orderId }) => orderId))).toEqual(new Set(ids))
    expect(written).toHaveLength(50)
    await expectNoHole()
  })

  test('a number that was taken and rolled back is given again', async () => {
    const place = { series: 'TRY', year: 2026 }
    const taken = store.db.transaction().execute(async (trx) => {
      throw new Error(String(await nextNumber(trx, place)))
    })
    await expect(taken).rejects.toThrow('1')
    await expect(store.db.transaction().execute(async (trx) => nextNumber(trx, place))).resolves.toBe(1)
  })

  test('one that cannot be written takes no number, and keeps no other waiting', async () => {
    const unpaid = await soldOrder(store.db, { customerId, lines: [LINE] })
    await sql`insert into "InvoiceTasks" ("orderId", "kind", "cause") values (${unpaid}, 'credit_note', 'x')`.execute(
      store.db,
    )
    const paid = await paidOrder()
    const { count, failures } = await writeInvoices(store.db, INVOICES)
    expect([count, failures.length]).toEqual([1, 1])
    expect(await documentsOf(store.db, paid)).toHaveLength(1)
    await sql`delete from "InvoiceTasks" where "orderId" = ${unpaid}`.execute(store.db)
    await expectNoHole()
  })

  test('they begin anew with each year, where the seller is', async () => {
    const zone = { ...INVOICES, series: { invoice: 'Y', credit_note: 'Y' } }
    const setTo = async (at: string) =>
      sql`update "RelayClock" set "offset" = ${at}::timestamptz - now()`.execute(store.db)
    const numbers = []
    for (const at of ['2029-12-31 22:30Z', '2029-12-31 23:30Z', '2030-01-01 00:30Z']) {
      await setTo(at)
      const order = await paidOrder()
      await writeAll(store.db, zone)
      numbers.push(
        ...(await documentsOf(store.db, order)).map(({ number, issuedOn }) => `${number} ${issuedOn}`),
      )
    }
    await sql`update "RelayClock" set "offset" = '0'`.execute(store.db)
    expect(numbers).toEqual([
      'Y-2029-000001 2029-12-31',
      'Y-2030-000001 2030-01-01',
      'Y-2030-000002 2030-01-01',
    ])
  })

  test('nothing is written until it is said who sells; then what waited is', async () => {
    const order = await paidOrder()
    expect(await writeInvoices(store.db, { ...INVOICES, seller: null })).toEqual({ count: 0, failures: [] })
    expect(await documentsOf(store.db, order)).toEqual([])
    await writeAll(store.db)
    expect(await documentsOf(store.db, order)).toHaveLength(1)
  })
})

describe('what is invoiced', () => {
  test('an order has an invoice when it is paid, not before, and one without a price too', async () => {
    const order = await soldOrder(store.db, { customerId, lines: [LINE] })
    await writeAll(store.db)
    expect(await documentsOf(store.db, order)).toEqual([])
    await happensTo(store.db, order, 'captured')
    const free = await soldOrder(store.db, { customerId, lines: [{ ...LINE, priceMinor: 0 }] })
    await happensTo(store.db, free, 'free')
    await writeAll(store.db)
    expect(await documentsOf(store.db, order)).toMatchObject([{ kind: 'invoice', totalMinor: 1_190 }])
    expect(await documentsOf(store.db, free)).toMatchObject([{ kind: 'invoice', totalMinor: 0 }])
  })

  test('C31, C32: the document adds up from its own lines and rates, discount and all', async () => {
    const lines = [
      { quantity: 10, priceMinor: 3_823, taxBp: 2_000 },
      { quantity: 3, priceMinor: 333, taxBp: 700 },
      { quantity: 7, priceMinor: 1, taxBp: 0 },
    ]
    const order = await paidOrder({ lines, takesOff: { kind: 'percent', percentBp: 620 } })
    await writeAll(store.db)
    const [document] = await documentsOf(store.db, order)
    expect(document).toMatchObject({ subtotalMinor: 39_236, discountMinor: 2_433 })
    const sum = (values: readonly number[] = []): number => values.reduce((all, one) => all + one, 0)
    expect(sum(document?.lines.map(({ netMinor }) => netMinor))).toBe(39_236)
    expect(sum(document?.lines.map(({ discountMinor }) => discountMinor))).toBe(2_433)
    expect(sum(document?.taxes.map(({ netMinor }) => netMinor))).toBe(39_236 - 2_433)
    expect(sum(document?.taxes.map(({ taxMinor }) => taxMinor))).toBe(document?.taxMinor)
    expect(document?.totalMinor).toBe(39_236 - 2_433 + (document?.taxMinor ?? 0))
  })

  test('C34: a name or a seller that changes later changes nothing of it', async () => {
    const order = await paidOrder()
    await writeAll(store.db)
    const before = await documentsOf(store.db, order)
    await sql`update "Customers" set "name" = 'Another name' where "id" = ${customerId}`.execute(store.db)
    expect(before[0]?.buyer.name).toMatch(/^Pharmacy P-/)
    await credit(store.db, order, 100)
    const seller = { name: 'New seller', address: ['Elsewhere'], taxId: 'DE2', contact: '' }
    await writeAll(store.db, { ...INVOICES, seller })
    const [invoice, note] = await documentsOf(store.db, order)
    expect(invoice).toEqual(before[0])
    expect([note?.buyer.name, note?.seller.name]).toEqual([before[0]?.buyer.name, 'New seller'])
  })
})

describe('credit notes', () => {
  test('an order that staff cancels is credited whole, with its lines, and its refund asks for nothing more', async () => {
    const order = await paidOrder({ lines: [LINE, { ...LINE, taxBp: 700 }] })
    await happensTo(store.db, order, 'cancelled_by_staff')
    await credit(store.db, order, 2_260)
    await writeAll(store.db)
    const [invoice, note, ...others] = await documentsOf(store.db, order)
    expect(others).toEqual([])
    expect(note).toMatchObject({
      kind: 'credit_note',
      corrects: { number: invoice?.number },
      totalMinor: 2_260,
    })
    expect([note?.lines, note?.taxes]).toEqual([invoice?.lines, invoice?.taxes])
    await expectNoHole()
  })

  test('C30: of three parts the last one takes the rest, tax and all', async () => {
    const lines = [
      { quantity: 1, priceMinor: 1_001, taxBp: 1_900 },
      { quantity: 1, priceMinor: 333, taxBp: 700 },
    ]
    const order = await paidOrder({ lines })
    const [total = 0] = (
      await store.db.selectFrom('Orders').select('totalMinor').where('id', '=', order).execute()
    ).map((row) => row.totalMinor)
    for (const part of [500, 333, total - 833]) await credit(store.db, order, part)
    await writeAll(store.db)
    const [invoice, ...notes] = await documentsOf(store.db, order)
    expect(notes.map(({ totalMinor }) => totalMinor)).toEqual([500, 333, total - 833])
    for (const { taxBp, netMinor, taxMinor } of invoice?.taxes ?? []) {
      const shares = notes.flatMap(({ taxes }) => taxes.filter((one) => one.taxBp === taxBp))
      expect(shares.reduce((sum, one) => sum + one.netMinor, 0)).toBe(netMinor)
      expect(shares.reduce((sum, one) => sum + one.taxMinor, 0)).toBe(taxMinor)
    }
    await credit(store.db, order, 1)
    await writeAll(store.db)
    expect(await documentsOf(store.db, order)).toHaveLength(4)
  })

  test('the same cause asks once, and an order whose money went back before it was paid is credited nothing', async () => {
    const order = await paidOrder()
    await happensTo(store.db, order, 'cancelled_by_staff')
    const unpaid = await soldOrder(store.db, { customerId, lines: [LINE] })
    await happensTo(store.db, unpaid, 'cancelled_by_customer')
    await credit(store.db, unpaid, 100)
    await writeAll(store.db)
    expect((await documentsOf(store.db, order)).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note'])
    expect(await documentsOf(store.db, unpaid)).toEqual([])
  })
})

describe('the database refuses', () => {
  const copyOf = (changes: string) => `
    insert into "Invoices" ("series", "year", "n", "number", "kind", "taskId", "orderId", "customerId", "customerName", "correctsId",
      "currency", "netMinor", "taxMinor", "totalMinor", "issuedOn", "at", "document", "sha256")
    select ${changes} from "Invoices" where "kind" = 'invoice' and "series" = 'INV' order by "id" limit 1`
  const note = (n: string, net: string) =>
    copyOf(`'CRN', "year" + 50, ${n}, 'CRN-' || "year" + 50 || '-00000' || ${n}, 'credit_note', (select max("id") from "InvoiceTasks"),
      "orderId", "customerId", "customerName", "id", "currency", ${net}, 0, ${net}, "issuedOn", "at", "document", "sha256"`)

  test.each([
    ['an invoice is changed', `update "Invoices" set "totalMinor" = "totalMinor"`, 'never changed'],
    ['an invoice is deleted', `delete from "Invoices"`, 'never changed'],
    ['all invoices are removed', `truncate "Invoices" cascade`, 'never changed'],
    ['a number is left out', note('2', '1'), 'is missing'],
    ['more is credited than was invoiced', note('1', '"netMinor" + 1'), 'More would be credited'],
    ['a counter jumps', `update "InvoiceCounters" set "last" = "last" + 2`, 'follow each other'],
    ['a counter goes back', `update "InvoiceCounters" set "last" = 0`, 'follow each other'],
    [
      'the hash is of another document',
      note('1', '1').replace('"document", "sha256" from', `'{}'::json, "sha256" from`),
      'Invoices_sha256_check',
    ],
  ])('%s', async (_what, statement, says) => {
    const done = store.db.transaction().execute(async (trx) => {
      // A task that no invoice has.
      await sql`insert into "InvoiceTasks" ("orderId", "kind", "cause") select "orderId", 'credit_note', 'y' from "Invoices" limit 1`.execute(
        trx,
      )
      await sql.raw(statement).execute(trx)
    })
    await expect(done).rejects.toThrow(says)
  })
})
