// The switch with which the proof by power cuts takes the flush away: it works in development and nowhere else.
import Sqlite from 'better-sqlite3'
import { afterEach, expect, test, vi } from 'vitest'
import { makeDurable } from '../../database/database.queries.ts'

const FULL = 2
const NORMAL = 1

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each([
  ['asked for in development', 'development', 'spool-flush', NORMAL],
  ['asked for in production', 'production', 'spool-flush', FULL],
  ['another commit left out', 'development', 'accepted-commit', FULL],
  ['nothing asked for', 'development', undefined, FULL],
])('%s', async (_, environment, without, synchronous) => {
  vi.stubEnv('NODE_ENV', environment)
  vi.stubEnv('Agent__WithoutCommit', without)
  // The environment is read once, when the module is loaded.
  vi.resetModules()
  const { leaveFlushOutIfAsked } = await import('./spool-file.queries.ts')
  const database = new Sqlite(':memory:')
  makeDurable(database)
  leaveFlushOutIfAsked(database)
  expect(database.pragma('synchronous', { simple: true })).toBe(synchronous)
  database.close()
})
