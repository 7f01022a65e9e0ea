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
import { withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { createApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { runCommand, type CommandResult } from '../../../scripts/command.ts'
import { programArgs } from '../../kit/programs.ts'
import { METRICS_ABOVE } from '../../running-demo.ts'
import { debianMajor, startDebianPostgres, type DebianPostgres } from './debian-postgres.ts'

const ADMIN = { email: 'ada@relay.example', password: 'correct horse battery staple' }
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
async function signIn(): Promise<boolean> {
  const baseUrl = `http://127.0.0.1:${ports['Gateway'] ?? 0}/Identity`
  const headers = () => Promise.resolve({ 'X-Forwarded-For': '127.0.0.1' })
  const api = createApiClient({ baseUrl, timeoutMs: 60_000, headers })
  const reply = await api.call(
    identityApi.signIn,
    { params: null, query: null, body: ADMIN },
    { token: null },
  )
  return 'tokens' in reply
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
    const secretOf = (name: string): string =>
      readFileSync(path.join(root, 'etc/pharmacy-relay/secrets', name), 'utf8')
    const [before, shop, portal] = [secretOf('Storefront__CookieKey'), pidOf('storefront'), pidOf('portal')]
    expect(await relayctl('rotate', 'shop-cookies')).toMatchObject({ code: 0 })
    expect(secretOf('Storefront__PreviousCookieKey')).toBe(before)
    expect(secretOf('Storefront__CookieKey')).not.toBe(before)
    expect([pidOf('storefront') === shop, pidOf('portal')]).toEqual([false, portal])
    expect(await relayctl('rotate', 'Identity__SealKey')).toMatchObject({ code: 4 })
    expect((await relayctl('status')).code).toBe(0)
  })

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
