// Transactions with fewer waits for the server: begin goes out with the first statement, and a last one with the commit.
import {
  PostgresDialect,
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryExecutorProvider,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'

/** What goes out with the commit of the transaction that a connection has. */
const lastStatements = new WeakMap<DatabaseConnection, CompiledQuery>()

/**
 * For a pool whose connections are pipelined: they send a statement without waiting for the reply to the one before, and the
 * server carries them out in order.
 */
export function pipelinedDialect(pool: pg.Pool): Dialect {
  const dialect = new PostgresDialect({ pool })
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => pipelined(dialect.createDriver()),
  }
}

/**
 * Carried out last in its transaction, together with the commit: for what nothing of the transaction asks back. At most one. Its
 * failure at the server is that of the transaction; its values are texts and numbers, which pg sends whatever they are: what is
 * never sent cannot hold up the commit.
 */
export async function sendWithCommit(trx: QueryExecutorProvider, statement: Compilable): Promise<void> {
  const compiled = statement.compile()
  await trx.getExecutor().provideConnection(async (connection) => {
    if (lastStatements.has(connection)) throw new Error('A transaction has one last statement')
    lastStatements.set(connection, compiled)
  })
}

/**
 * Two statements that go out at once, carried out in order: for a second one that needs nothing of the first one's reply. Throws
 * what the first that failed was refused for.
 */
export async function sendTogether<A, B>(
  trx: QueryExecutorProvider,
  [one, other]: readonly [CompiledQuery<A>, CompiledQuery<B>],
): Promise<readonly [QueryResult<A>, QueryResult<B>]> {
  return trx.getExecutor().provideConnection(async (connection) => {
    const sent = [connection.executeQuery<A>(one), connection.executeQuery<B>(other)] as const
    const [first, second] = await Promise.allSettled(sent)
    if (first.status === 'rejected') throw first.reason
    if (second.status === 'rejected') throw second.reason
    return [first.value, second.value]
  })
}

function pipelined(driver: Driver): Driver {
  const begin = driver.beginTransaction.bind(driver)
  const commit = driver.commitTransaction.bind(driver)
  const rollback = driver.rollbackTransaction.bind(driver)
  // It fails with its connection alone, and then every statement after it fails as well.
  driver.beginTransaction = async (connection, settings) => void begin(connection, settings).catch(() => {})
  driver.commitTransaction = async (connection) => {
    const last = lastStatements.get(connection)
    lastStatements.delete(connection)
    if (last === undefined) return commit(connection)
    const [sent, committed] = await Promise.allSettled([connection.executeQuery(last), commit(connection)])
    if (sent.status === 'rejected') throw sent.reason
    if (committed.status === 'rejected') throw committed.reason
  }
  driver.rollbackTransaction = async (connection) => {
    lastStatements.delete(connection)
    return rollback(connection)
  }
  return driver
}
