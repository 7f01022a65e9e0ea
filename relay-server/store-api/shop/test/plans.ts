// How PostgreSQL would answer what a function of the shop asks: which large tables it would read as a whole.
import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { StoreDb } from '../../database.ts'

const LARGE = new Set([
  'Products',
  'ProductMedia',
  'Stock',
  'Orders',
  'OrderLines',
  'OrderHistory',
  'Payments',
  'ProviderTasks',
  'Carts',
  'CartLines',
  'ProductWords',
])

export interface Plans {
  readonly plans: readonly string[]
  /** Large tables that are read as a whole, with the plan that does it. */
  readonly whole: readonly { readonly table: string; readonly plan: string }[]
}

/** The plans of everything that `work` asks, as PostgreSQL makes them for these very values. */
export async function plansOf(db: StoreDb, work: (db: StoreDb) => Promise<unknown>): Promise<Plans> {
  const asked: RootOperationNode[] = []
  const seeing: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked.push(node)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await work(db.withPlugin(seeing))
  const executor = db.getExecutor()
  const plans = await Promise.all(
    asked.map(async (node) => {
      const query = executor.compileQuery(node, createQueryId())
      const explained = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters])
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explained)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }),
  )
  const whole = plans.flatMap((plan) =>
    [...plan.matchAll(/Seq Scan on "(\w+)"/g)]
      .map(([, table]) => table ?? '')
      .filter((table) => LARGE.has(table))
      .map((table) => ({ table, plan })),
  )
  return { plans, whole }
}
