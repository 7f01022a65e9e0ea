// `npm run audit` on a real database: whole, broken, without checkpoints, and what it cannot understand.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkpointSigner } from '@pharmacy-relay/relay-server/store-api/audit/checkpoints.ts'
import { lastLink } from '@pharmacy-relay/relay-server/store-api/audit/chain.queries.ts'
import { asOwner } from '@pharmacy-relay/relay-server/store-api/test/broken-log.queries.ts'
import {
  newPharmacy,
  openTestStore,
  type StoreTestDatabase,
} from '@pharmacy-relay/relay-server/store-api/test/test-store.ts'
import { runCommand } from '../command.ts'

const SECRET = 'a-secret-of-the-tests-that-is-long-enough'
let store: StoreTestDatabase
let folder: string
beforeAll(async () => {
  store = await openTestStore('audit_command')
  folder = await mkdtemp(path.join(tmpdir(), 'audit-command-'))
  for (let count = 0; count < 3; count += 1) await newPharmacy(store)
})
afterAll(async () => {
  await store.stop()
  await rm(folder, { recursive: true })
})

async function audit(...args: string[]): Promise<{ readonly ending: string; readonly output: string }> {
  return runCommand({
    file: process.execPath,
    args: ['scripts/run.cjs', 'scripts/audit.ts', ...args],
    env: { ConnectionStrings__cs_store: store.url, Data__Folder: folder, Store__DeviceKeySecret: SECRET },
    limitMs: 120_000,
    shown: false,
  })
}

test('it says that the log is whole, and what checkpoints it agrees with', async () => {
  const bare = await audit('verify')
  expect(bare.ending).toBe('ended with code 0')
  expect(bare.output).toMatch(/whole: 3 rows.*\nThere is no checkpoint: rows that are missing at the end/)
  const link = await lastLink(store.db)
  const file = path.join(folder, 'copy.jsonl')
  if (link !== null) await writeFile(file, checkpointSigner(SECRET).line(link, new Date()))
  const { ending, output } = await audit('verify', '--checkpoint', file)
  expect(ending).toBe('ended with code 0')
  expect(output).toContain(`It agrees with 1 checkpoint of ${file}.`)
})

test('it names the first bad row and ends with code 3', async () => {
  await asOwner(store.db, `update "StaffOperationHistory" set "staffGuid" = 'somebody' where "id" = 2`)
  const { ending, output } = await audit('verify')
  expect(ending).toBe('ended with code 3')
  expect(output).toBe('The staff log is broken at row 2: this row, or its place, is not what was written.\n')
})

test('what cannot be checked or understood has words and a code of its own', async () => {
  const missing = await audit('verify', '--checkpoint', path.join(folder, 'nowhere'))
  expect(missing).toMatchObject({ ending: 'ended with code 1', output: expect.stringContaining('nowhere') })
  const wrong = await audit('verify', 'now')
  expect(wrong).toMatchObject({ ending: 'ended with code 2', output: expect.stringContaining('"now"') })
  const help = await audit('--help')
  expect(help.ending).toBe('ended with code 0')
  expect(help.output.split('\n').filter((line) => line.length > 80)).toEqual([])
})
