// The switch with which the proof by power cuts takes the flush away: it works in development and nowhere else.
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { makeDurable } from '../../database/database.queries.ts'
import { armedFailpoints } from '../../failpoints/armed.ts'
import { waitForDisk } from './file/spool-file.queries.ts'

const FULL = 2
const NORMAL = 1

test.each([
  ['is taken away when development asks for it', 'development', 'spool-flush', NORMAL],
  ['stays in production, whatever is asked for', 'production', 'spool-flush', FULL],
  ['stays when another commit is left out', 'development', 'accepted-commit', FULL],
  ['stays when nothing is asked for', 'development', undefined, FULL],
])('The flush of the spool %s', (_, NODE_ENV, Agent__WithoutCommit, synchronous) => {
  const database = new Sqlite(':memory:')
  makeDurable(database)
  waitForDisk(database, armedFailpoints({ NODE_ENV, Agent__WithoutCommit }).synchronous)
  expect(database.pragma('synchronous', { simple: true })).toBe(synchronous)
  database.close()
})
