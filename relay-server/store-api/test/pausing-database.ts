// A database that is away whenever a test says so.
import type { StoreDb } from '../database.ts'

/** The same database, whose queries fail like those to a server that is not there while `isAway`. */
export function pausingDatabase(db: StoreDb, isAway: () => boolean): StoreDb {
  return db.withPlugin({
    transformQuery: ({ node }) => {
      if (isAway()) throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' })
      return node
    },
    transformResult: async ({ result }) => result,
  })
}
