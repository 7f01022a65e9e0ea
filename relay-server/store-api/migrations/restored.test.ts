// pg_restore works with an empty search path: rows with generated columns are taken in it, too.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProducts } from '../shop/test/invoices.ts'
import { openTestStore, type StoreTestDatabase } from '../test/test-store.ts'

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('restored')
})
afterAll(() => store.stop())

test('A row is taken with all its generated columns as the restore of a dump has it', async () => {
  await newProducts(store, 1)
  await sql`insert into "Customers" ("storeId", "name", "email", "phone")
    values ('P-77', 'Güneş Eczanesi', 'gunes@example.com', '+442079460199')`.execute(store.db)
  const columns = await sql<{ table: string; column: string }>`
    select c.relname as "table", min(a.attname) as "column" from pg_attribute g
    join pg_class c on c.oid = g.attrelid and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and a.attgenerated = '' and a.attidentity = ''
    where g.attgenerated <> '' group by c.relname`.execute(store.db)
  expect(columns.rows.map(({ table }) => table)).toEqual(expect.arrayContaining(['Customers', 'Products']))
  await store.db.transaction().execute(async (trx) => {
    // There are no triggers yet when rows come.
    await sql`select set_config('session_replication_role', 'replica', true)`.execute(trx)
    await sql`select set_config('search_path', '', true)`.execute(trx)
    for (const { table, column } of columns.rows)
      // Also on an empty table the generated columns are prepared.
      await sql`update ${sql.table(`public.${table}`)} set ${sql.ref(column)} = ${sql.ref(column)}`.execute(
        trx,
      )
  })
})
