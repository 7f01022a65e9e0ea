// The pharmacy API as a process: its start, its health, and an import whose process is killed.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { createTestTokens, type TestTokens } from '../auth/test-tokens.ts'
import { createTestDatabase, type TestDatabase } from '../db/test-cluster.ts'
import { withConnection } from '../db/postgres-connection.ts'
import { listen } from '../http/listen.ts'
import { MIGRATIONS_FOLDER } from './database.ts'
import type { PharmacySchema } from './schema.ts'
import { bdpmList, madeUpDrugs } from './test/made-up-list.ts'
import { appliedImport, callerAt, checkedImport, namesFound } from './test/test-pharmacy.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

let folder: string
let database: TestDatabase<PharmacySchema>
let tokens: TestTokens
let identityUrl: string
const identity = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(tokens.jwks))
})

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'relay-pharmacy-'))
  tokens = await createTestTokens()
  database = await createTestDatabase({ name: 'pharmacy_main', migrationsFolder: MIGRATIONS_FOLDER })
  identityUrl = `http://127.0.0.1:${await listen(identity, { host: '127.0.0.1', port: 0, setting: 'Identity__Port' })}`
})
afterAll(async () => {
  identity.close()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start() {
  const port = await freePort([10_000])
  const env = {
    PATH: process.env['PATH'],
    Data__Folder: path.join(folder, 'data'),
    Pharmacy__Port: String(port),
    // As documented, with a hyphen.
    'ConnectionStrings__cs-medicine': database.url,
    Services__Identity: identityUrl,
  }
  const program = path.join(import.meta.dirname, 'main.ts')
  const options = { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] as ('ignore' | 'pipe' | 'ipc')[] }
  const child = fork(path.join(ROOT, 'scripts/run.cjs'), [program], options)
  onTestFinished(() => void child.kill('SIGKILL'))
  const out = child.stdout === null ? Promise.resolve('') : text(child.stdout)
  const ended = once(child, 'exit')
  const [message] = (await once(child, 'message')) as [{ where: string }]
  const baseUrl = message.where.replace('pharmacy API on ', '')
  return { child, ended, out, port, call: callerAt(baseUrl, tokens) }
}

test('it is ready when its database answers, and ends in order', async () => {
  const { child, ended, port, out } = await start()
  const ops = async (what: string) => (await fetch(`http://127.0.0.1:${port + 10_000}/${what}`)).text()
  expect(await ops('readyz')).toBe('ready\n')
  expect(await ops('metrics')).toContain('pharmacy_database_connections')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await out).not.toContain(database.url)
})

test('H30: an import whose process is killed near its end leaves the old list whole, is failed, and the next one runs', async () => {
  const first = await start()
  await appliedImport(first, bdpmList(madeUpDrugs(50)))
  const later = bdpmList(madeUpDrugs(60))
  const { id } = await checkedImport(first, later)
  await withConnection(database.url, async (holder) => {
    // Whoever changes the words waits: drugs and packs are then in the open transaction.
    await holder.query('begin; lock table "DrugWords" in share mode')
    const params = { importId: String(id) }
    await first.call(pharmacyApi.applyDrugImport, { params, body: { confirmWithdrawn: false } })
    await until('all but the words is done', async () => {
      const { percent } = await first.call(pharmacyApi.getDrugImport, { params })
      return percent >= 90
    })
    first.child.kill('SIGKILL')
    await first.ended
    await holder.query('commit')
  })
  const second = await start()
  expect(await namesFound(second, 'zaloprine 55')).toEqual([])
  expect(await namesFound(second, 'zaloprine 50')).toHaveLength(1)
  const params = { importId: String(id) }
  await until('the import is failed', async () => {
    const { state, failure } = await second.call(pharmacyApi.getDrugImport, { params })
    return state === 'failed' && failure === 'interrupted'
  })
  expect((await appliedImport(second, later)).state).toBe('applied')
  expect(await namesFound(second, 'zaloprine 55')).toHaveLength(1)
})
