// The agent as a process, given files of before its first release: it ends, and says what to do.
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { agentCommand } from '../../test/agent-process.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'

test.each([
  [
    'agent.db',
    6,
    /^agent: \S+agent\.db was made by a version from before the first release .* paired anew\.\n$/,
  ],
  ['spool.sqlite', 2, /^agent: \S+spool\.sqlite was made by .* Print what waits in it with that version/m],
])('%s of a draft ends the start with exit code 1', async (name, schema, said) => {
  const folder = temporaryFolder()
  const draft = new Sqlite(path.join(folder, name))
  draft.pragma(`user_version = ${schema}`)
  draft.close()
  const settings = { Agent__DataFolder: folder, Agent__LocalAddress: '127.0.9.42' }
  const { code, errors } = await agentCommand(['run'], settings)
  expect(code).toBe(1)
  expect(errors).toMatch(said)
})
