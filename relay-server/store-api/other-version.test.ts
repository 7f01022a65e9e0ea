// The store API as a process, given the database of another version: it ends, and says what to do.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withConnection } from '../db/postgres-connection.ts'
import { openTestStore } from './test/test-store.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

test('A database of another version ends the start with one sentence, and exit code 1', async () => {
  const store = await openTestStore('other_version')
  onTestFinished(() => store.stop())
  await withConnection(store.url, (client) =>
    client.query(`update kysely_migration set name = '001_clock_and_customers' where name = '001_first'`),
  )
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { code, errors } = await startedWith({ ConnectionStrings__cs_store: store.url, Data__Folder: folder })
  expect(code).toBe(1)
  expect(errors).toMatch(
    /^store API: The database \S+ was made by another version .* delete the folder \.data\.\n$/,
  )
})

async function startedWith(
  settings: Record<string, string>,
): Promise<{ code: number | null; errors: string }> {
  return new Promise((resolve) => {
    const args = [path.join(ROOT, 'scripts/run.cjs'), path.join(import.meta.dirname, 'main.ts')]
    const env = { PATH: process.env['PATH'], Store__Port: '0', ...settings }
    const child = execFile(process.execPath, args, { env, timeout: 120_000 }, (_error, _output, errors) =>
      resolve({ code: child.exitCode, errors }),
    )
  })
}
