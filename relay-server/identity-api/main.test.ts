// The identity API as a process: its start, a database that goes and comes back, and refusals to start.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../db/embedded-postgres.ts'
import { createApiClient } from '../http/api-client.ts'
import { listen } from '../http/listen.ts'
import { bodyOf, refusalOf, signedIn } from './test-identity.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PASSWORD = 'a password for the test'

let folder: string
let postgres: EmbeddedPostgres
const startPostgres = (): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), logger: silentLogger, durable: false })

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'relay-identity-'))
  postgres = await startPostgres()
  await postgres.ensureDatabase('identity')
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

function seedFile(): string {
  const file = path.join(folder, 'users.json')
  const users = [{ email: 'admin@relay.example', name: 'Ada', role: 'Admin', password: PASSWORD }]
  writeFileSync(file, JSON.stringify(users), { mode: 0o600 })
  return file
}

const told = async (stream: Readable | null): Promise<string> => (stream === null ? '' : text(stream))

function start(environment: Record<string, string>) {
  const env = {
    PATH: process.env['PATH'],
    Data__Folder: path.join(folder, 'data'),
    Identity__Port: '0',
    ConnectionStrings__cs_identity: postgres.urlOf('identity'),
    ...environment,
  }
  const program = path.join(import.meta.dirname, 'main.ts')
  const child = fork(path.join(ROOT, 'scripts/run.cjs'), [program], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, out: told(child.stdout), err: told(child.stderr), ended: once(child, 'exit') }
}

test('people sign in; without the database they are told to wait, and with it everything works again', async () => {
  const { child, out, ended } = start({ Identity__Seed: seedFile() })
  const [message] = (await once(child, 'message')) as [{ where: string }]
  const baseUrl = message.where.replace('identity API on ', '')
  const client = createApiClient({ baseUrl, timeoutMs: 10_000, headers: () => Promise.resolve({}) })
  const signIn = () =>
    client
      .call(identityApi.signIn, bodyOf({ email: 'admin@relay.example', password: PASSWORD }), {
        token: null,
      })
      .then(signedIn)
  const { tokens, user } = await signIn()

  await postgres.stop()
  const refused = await refusalOf(signIn())
  expect([refused.code, refused.retryAfterS]).toEqual(['unavailable', 2])
  const check = () =>
    client.call(
      identityApi.accountCheck,
      { params: { guid: user.guid }, query: null, body: null },
      { token: tokens.accessToken },
    )
  expect((await refusalOf(check())).code).toBe('unavailable')
  const keys = await client.call(identityApi.keys, { params: null, query: null, body: null }, { token: null })
  expect(keys.keys).toHaveLength(1)

  postgres = await startPostgres()
  await until('signing in again', () =>
    signIn().then(
      () => true,
      () => false,
    ),
  )
  expect(await check()).toEqual(user)
  const next = await client.call(identityApi.refreshTokens, bodyOf({ refreshToken: tokens.refreshToken }), {
    token: null,
  })
  expect(next.user).toEqual(user)

  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  const lines = await out
  expect(lines).toContain('users.seeded')
  for (const secret of [PASSWORD, tokens.accessToken, tokens.refreshToken, 'admin@relay.example', 'Ada']) {
    expect(lines).not.toContain(secret)
  }
})

describe('it does not start, and says why without a stack,', () => {
  test('when its port is busy: before it begins with the database', async () => {
    const other = createServer()
    const port = await listen(other, { host: '127.0.0.1', port: 0, setting: 'Other__Port' })
    onTestFinished(() => void other.close())
    const database = 'postgresql://nobody@127.0.0.1:9/nowhere'
    const { err, ended } = start({ Identity__Port: String(port), ConnectionStrings__cs_identity: database })
    expect(await ended).toEqual([1, null])
    expect(await err).toMatch(
      /^identity API: Port \d+ on 127\.0\.0\.1 is in use .* Identity__Port=<port>\.\n$/,
    )
  })

  test('when production would listen in clear to other machines', async () => {
    const secret = 'x'.repeat(40)
    const { err, ended } = start({
      NODE_ENV: 'production',
      Identity__Host: '0.0.0.0',
      Identity__SealKey: secret,
      Identity__RefreshKey: secret,
      Identity__ServiceClients: `portal:${secret}`,
      ConnectionStrings__cs_identity: 'postgresql://nobody@127.0.0.1:9/none',
      InternalApi__Key: secret,
      Portal__PublicUrl: 'https://panel.example',
      Services__Store: 'https://store.example',
    })
    expect(await ended).toEqual([1, null])
    expect(await err).toContain('Identity__Host=0.0.0.0 would be served without TLS')
  })

  test('when production lacks its secrets', async () => {
    const { err, ended } = start({ NODE_ENV: 'production', ConnectionStrings__cs_identity: '' })
    expect(await ended).toEqual([1, null])
    const said = await err
    for (const name of [
      'Identity__SealKey',
      'Identity__ServiceClients',
      'InternalApi__Key',
      'ConnectionStrings__cs_identity',
    ]) {
      expect(said).toContain(`${name} is required`)
    }
    expect(said).not.toContain('    at ')
  })

  test('when its seed file is not there', async () => {
    const { err, ended } = start({ Identity__Seed: path.join(folder, 'missing.json') })
    expect(await ended).toEqual([1, null])
    expect(await err).toMatch(/Identity__Seed: .*missing\.json cannot be read \(ENOENT\)\n$/)
  })
})
