// One installation from an empty machine to the day it is lost and brought back, by relayctl alone, on Debian's PostgreSQL.
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestTokens } from '@pharmacy-relay/relay-server/auth/test-tokens.ts'
import { openDatabase } from '@pharmacy-relay/relay-server/db/database.ts'
import { isAnswering, withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { MIGRATIONS_FOLDER } from '@pharmacy-relay/relay-server/pharmacy-api/database.ts'
import type { PharmacySchema } from '@pharmacy-relay/relay-server/pharmacy-api/schema.ts'
import { KeysText } from '@pharmacy-relay/relay-server/pharmacy-api/sealing/key-ring.ts'
import { serveTestPharmacy } from '@pharmacy-relay/relay-server/pharmacy-api/test/served-pharmacy.ts'
import {
  openedPharmacy,
  PATIENT,
  pharmacistOf,
} from '@pharmacy-relay/relay-server/pharmacy-api/test/tenants.ts'
import { createApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { runCommand, type CommandResult } from '../../../scripts/command.ts'
import { programArgs } from '../../kit/programs.ts'
import { METRICS_ABOVE } from '../../running-demo.ts'
import { debianMajor, startDebianPostgres, type DebianPostgres } from './debian-postgres.ts'

const ADMIN = { email: 'ada@relay.example', password: 'correct horse battery staple' }
type ServedPharmacy = Awaited<ReturnType<typeof serveTestPharmacy>>
const EXCHANGED = [
  'Identity__RefreshKey',
  'Store__DeviceKeySecret',
  'Pharmacy__SmsKey',
  'Identity__SealKey',
  'Pharmacy__DataKeys',
  'Pharmacy__IndexKeys',
  'ConnectionStrings__cs_store',
  'ConnectionStrings__cs_medicine',
  'ConnectionStrings__cs_identity',
  'Backup__Url',
]
const ROTATED = [
  'refresh-key',
  'seal-key',
  'device-key-secret',
  'sms-key',
  'patient-keys',
  'database-passwords',
]
const SECTIONS = ['Identity', 'Store', 'Pharmacy', 'Gateway', 'Portal', 'Storefront']
const LIMIT_MS = 280_000
const major = debianMajor()
const folder = mkdtempSync(path.join(os.tmpdir(), 'relay-installation-'))
const root = path.join(folder, 'machine')
const sheet = path.join(folder, 'sheet')
const password = path.join(folder, 'password')
const ports: Record<string, number> = {}
let postgres: DebianPostgres

async function relayctl(...args: string[]): Promise<{ code: number; output: string }> {
  const where = ['--root', root, '--postgres', postgres.url]
  const ended = await runCommand({
    file: process.execPath,
    args: programArgs('operations/main.ts', ...args, ...where),
    env: {},
    limitMs: LIMIT_MS,
    shown: false,
  })
  return { code: codeOf(ended), output: ended.output }
}

function codeOf({ succeeded, ending }: CommandResult): number {
  return succeeded ? 0 : Number(/ended with code (\d+)/.exec(ending)?.[1] ?? Number.NaN)
}

function initArgs(): string[] {
  const set = SECTIONS.flatMap((section) => ['--set', `${section}__Port=${ports[section] ?? 0}`])
  const admin = ['--admin', ADMIN.email, '--admin-password-file', password]
  return ['init', '--url', 'https://panel.example', ...admin, '--recovery-sheet', sheet, ...set]
}

/** Through the gateway, as the panel does it. */
function identityClient() {
  const baseUrl = `http://127.0.0.1:${ports['Gateway'] ?? 0}/Identity`
  const headers = () => Promise.resolve({ 'X-Forwarded-For': '127.0.0.1' })
  return createApiClient({ baseUrl, timeoutMs: 60_000, headers })
}

/** The refresh token; null: a code would be asked for. */
async function signedIn(): Promise<string | null> {
  const call = { params: null, query: null, body: ADMIN }
  const reply = await identityClient().call(identityApi.signIn, call, { token: null })
  return 'tokens' in reply ? reply.tokens.refreshToken : null
}

async function signIn(): Promise<boolean> {
  return (await signedIn()) !== null
}

/** The next refresh token of a session. Throws when it has ended. */
async function goesOn(refreshToken: string): Promise<string> {
  const call = { params: null, query: null, body: { refreshToken } }
  const { tokens } = await identityClient().call(identityApi.refreshTokens, call, { token: null })
  return tokens.refreshToken
}

function secretOf(name: string): string {
  return readFileSync(path.join(root, 'etc/pharmacy-relay/secrets', name), 'utf8')
}

/** The pharmacy API's own code on the installation's database, with the keys that lie there; patients are of pharmacy 1. */
async function withPharmacy<T>(work: (site: ServedPharmacy) => Promise<T>): Promise<T> {
  const database = await openDatabase<PharmacySchema>({
    connectionString: secretOf('ConnectionStrings__cs_medicine'),
    dataFolder: folder,
    name: 'pharmacy',
    migrationsFolder: MIGRATIONS_FOLDER,
    logger: silentLogger,
  })
  const keys = {
    dataKeys: KeysText.parse(secretOf('Pharmacy__DataKeys')),
    indexKeys: KeysText.parse(secretOf('Pharmacy__IndexKeys')),
  }
  const served = await serveTestPharmacy(database, await createTestTokens(), { keys })
  try {
    return await work(served)
  } finally {
    await served.stop()
    await database.stop()
  }
}

function pidOf(program: string): number {
  return Number(readFileSync(path.join(root, `run/pharmacy-relay-server/${program}.pid`), 'utf8'))
}

/** What ended and was not collected by the system yet has no command line any more. */
function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/cmdline`
  return existsSync(file) && readFileSync(file, 'utf8') !== ''
}

async function loseTheMachine(): Promise<string> {
  const lost = path.join(folder, 'lost')
  renameSync(root, lost)
  await withConnection(postgres.url, async (client) => {
    for (const name of ['store', 'pharmacy', 'identity'])
      await client.query(`drop database relay_${name} with (force)`)
  })
  return lost
}

describe.skipIf(major === null)("relayctl (needs root and Debian's PostgreSQL with its tools)", () => {
  beforeAll(async () => {
    postgres = await startDebianPostgres(major ?? 0)
    for (const section of SECTIONS) ports[section] = await freePort([METRICS_ABOVE])
    writeFileSync(password, ADMIN.password, { mode: 0o600 })
  })
  afterAll(async () => {
    if (existsSync(root)) await relayctl('stop')
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('init refuses a question that only a person can answer, and changes nothing', async () => {
    const { code, output } = await relayctl(...initArgs())
    expect([code, existsSync(root)]).toEqual([4, false])
    expect(output).toContain('Say how long prescriptions are kept')
  })

  test('init makes it, and says the second time what is there', async () => {
    const first = await relayctl(...initArgs(), '--retention', 'TR=10')
    expect(first).toMatchObject({ code: 0 })
    expect(first.output).toContain('databases   made  relay_store, relay_pharmacy, relay_identity')
    expect(first.output).not.toContain(ADMIN.password)
    const second = await relayctl(...initArgs(), '--retention', 'TR=10')
    expect(second).toMatchObject({ code: 0 })
    expect(second.output).toContain('databases   were there')
  })

  test('start brings the first admin, whose password lies nowhere afterwards', async () => {
    expect(await relayctl('start')).toMatchObject({ code: 0 })
    expect(await signIn()).toBe(true)
    const secrets = path.join(root, 'etc/pharmacy-relay/secrets')
    expect((await relayctl('status')).code).toBe(0)
    const kept = await runCommand({
      file: 'grep',
      args: ['-rlF', ADMIN.password, root, secrets],
      env: {},
      limitMs: LIMIT_MS,
      shown: false,
    })
    expect(kept.output).toBe('')
  })

  test('status names a program that was killed, and start brings it back alone', async () => {
    const [store, portal] = [pidOf('store-api'), pidOf('portal')]
    process.kill(store, 'SIGKILL')
    const { code, output } = await relayctl('status')
    expect(code).toBe(3)
    expect(output).toMatch(/^store-api +stopped/m)
    expect(await relayctl('start')).toMatchObject({ code: 0 })
    expect([pidOf('store-api') === store, pidOf('portal')]).toEqual([false, portal])
  })

  test('rotate exchanges a secret, restarts who has it and nobody else, and refuses what it does not exchange', async () => {
    const [before, shop, portal] = [secretOf('Storefront__CookieKey'), pidOf('storefront'), pidOf('portal')]
    expect(await relayctl('rotate', 'shop-cookies')).toMatchObject({ code: 0 })
    expect(secretOf('Storefront__PreviousCookieKey')).toBe(before)
    expect(secretOf('Storefront__CookieKey')).not.toBe(before)
    expect([pidOf('storefront') === shop, pidOf('portal')]).toEqual([false, portal])
    expect(await relayctl('rotate', 'Store__DeviceKeySecret')).toMatchObject({ code: 4 })
    expect((await relayctl('status')).code).toBe(0)
  })

  test(
    'the keys of sessions, seals and patients and the passwords of databases are exchanged while all runs: nobody is signed out, no patient is lost, what was is worth nothing',
    async () => {
      const before = Object.fromEntries(EXCHANGED.map((name) => [name, secretOf(name)]))
      const [portal, gateway] = [pidOf('portal'), pidOf('gateway')]
      const patient = await withPharmacy(async (site) =>
        (await openedPharmacy(site, 1)).call(pharmacyApi.createPatient, { body: PATIENT }),
      )
      let session = (await signedIn()) ?? ''
      for (const what of ROTATED) {
        expect(await relayctl('rotate', what)).toMatchObject({ code: 0 })
        session = await goesOn(session)
      }
      expect(EXCHANGED.filter((name) => secretOf(name) === before[name])).toEqual([])
      expect([pidOf('portal'), pidOf('gateway')]).toEqual([portal, gateway])
      expect(secretOf('Identity__PreviousSealKey')).toBe('')
      expect(secretOf('Pharmacy__DataKeys')).toMatch(/^2:[\w-]{43}$/)
      for (const name of EXCHANGED.filter((one) => URL.canParse(before[one] ?? '')))
        expect([name, await isAnswering(before[name] ?? ''), await isAnswering(secretOf(name))]).toEqual([
          name,
          false,
          true,
        ])
      const search = { body: { phone: PATIENT.phone } }
      const found = await withPharmacy(async (site) =>
        (await pharmacistOf(site, 1)).call(pharmacyApi.searchPatients, search),
      )
      expect(found.patient).toMatchObject({ id: patient.id, name: PATIENT.name })
      expect(await signIn()).toBe(true)
      expect((await relayctl('status')).code).toBe(0)
    },
    LIMIT_MS,
  )

  test('doctor says that there is no backup, and what to do', async () => {
    const { code, output } = await relayctl('doctor')
    expect(code).toBe(3)
    expect(output).toMatch(/NOW +backup: there is none\n +→ relayctl backup/)
  })

  test('a backup is restored for a trial beside what is live, by the key from the safe', async () => {
    expect(await relayctl('backup')).toMatchObject({ code: 0 })
    const { code, output } = await relayctl('drill', '--key-file', sheet)
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/rows, every table as it was\.\nRPO \d+ s .* RTO [\d.]+ s/),
    ])
    expect((await relayctl('doctor')).output).toMatch(/well +backup: .*\n/)
    expect(await relayctl('watch')).toMatchObject({ code: 0 })
    const figures = readFileSync(path.join(root, 'var/lib/pharmacy-relay-server/watch/relay.prom'), 'utf8')
    expect(figures.match(/^relay_(?:backup|restore_drill)_success_time_seconds \d+$/gm)).toHaveLength(2)
  })

  test('a lost machine comes back out of its backup, and nothing else will do', async () => {
    expect(await relayctl('stop')).toMatchObject({ code: 0 })
    const lost = await loseTheMachine()
    const backups = path.join(lost, 'var/backups/pharmacy-relay-server')
    const [name = ''] = readdirSync(backups).filter((one) => one.endsWith('.age'))
    const restore = ['restore', path.join(backups, name), '--key-file', sheet]
    const unasked = await relayctl(...restore)
    expect([unasked.code, unasked.output]).toEqual([4, expect.stringContaining('no list of erased patients')])
    expect(existsSync(root)).toBe(false)
    const restored = await relayctl(...restore, '--without-newer-erasures')
    expect(restored).toMatchObject({ code: 0 })
    expect(await relayctl('start')).toMatchObject({ code: 0 })
    expect(await signIn()).toBe(true)
  })

  test('stop leaves no process behind', async () => {
    const pids = ['identity-api', 'store-api', 'pharmacy-api', 'gateway', 'portal', 'storefront'].map(pidOf)
    expect(await relayctl('stop')).toMatchObject({ code: 0 })
    expect(pids.filter(isRunning)).toEqual([])
  })
})
