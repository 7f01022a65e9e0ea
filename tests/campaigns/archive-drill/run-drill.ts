// One installation with so many gigabytes: a base, the archive behind it, writes each of which is acknowledged; the drill; then the machine is lost, and
// what the archive has is brought back elsewhere.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  socketUrl,
  withConnection,
  withDatabase,
} from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { z } from 'zod'
import { runCommand } from '../../../scripts/command.ts'
import { programArgs } from '../../kit/programs.ts'
import type { Say } from '../../kit/program.ts'
import { startDebianPostgres, type DebianPostgres } from '../installation/debian-postgres.ts'

export interface DrillOrder {
  readonly major: number
  readonly megabytes: number
  /** For how long is written before the machine is lost. */
  readonly writeS: number
  readonly say: Say
}

export interface DrillResult {
  readonly databaseBytes: number
  readonly baseBytes: number
  readonly baseS: number
  /** What relayctl drill --archive says. */
  readonly drill: {
    readonly rpoS: number
    readonly rtoS: number
    readonly rows: number
    readonly segments: number
  }
  readonly written: number
  /** Of these not in what came back, and how old the oldest of them was as the machine was lost. */
  readonly lost: number
  readonly lostS: number
  /** From the order to recover until the server was there. */
  readonly recoverS: number
  readonly faults: readonly string[]
}

const LIMIT_MS = 3_600_000
const ROW_MS = 50
/** Of a table in the store's database: no row of it compresses well. */
const FILLER_ROW_BYTES = 1_100
const Base = z.object({ bytes: z.number(), seconds: z.number() })
const Drill = z.object({ rpoS: z.number(), rtoS: z.number(), rows: z.number(), segments: z.number() })
const Recovered = z.object({ data: z.string(), seconds: z.number() })
const Size = z.object({ bytes: z.coerce.number() })
const Ids = z.array(z.object({ id: z.coerce.number() }))

export async function runDrill(order: DrillOrder): Promise<DrillResult> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'relay-archive-'))
  // PostgreSQL's account goes through to where a trial is.
  for (const one of [folder, path.join(folder, 'machine/var/lib')]) {
    mkdirSync(one, { recursive: true })
    chmodSync(one, 0o711)
  }
  const postgres = await startDebianPostgres(order.major)
  const machine = new Machine(folder, postgres)
  try {
    return await drilled(machine, order)
  } finally {
    await machine.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** relayctl and what it keeps, in one folder. */
class Machine {
  readonly folder: string
  readonly postgres: DebianPostgres
  readonly sheet: string
  readonly archive: string
  #keeper: ChildProcess | null = null

  constructor(folder: string, postgres: DebianPostgres) {
    this.folder = folder
    this.postgres = postgres
    this.sheet = path.join(folder, 'sheet')
    this.archive = path.join(folder, 'archive')
  }

  /** Its answer as JSON. Throws Error with its words. */
  async relayctl(...args: string[]): Promise<unknown> {
    const ended = await runCommand({
      file: process.execPath,
      args: programArgs('operations/main.ts', ...args, ...this.#where(), '--json'),
      env: {},
      limitMs: LIMIT_MS,
      shown: false,
    })
    if (!ended.succeeded) throw new Error(`relayctl ${args[0]}: ${ended.output}`)
    return JSON.parse(ended.output.trim().split('\n').at(-1) ?? '')
  }

  keep(): void {
    const args = programArgs('operations/main.ts', 'archive', '--to', this.archive, ...this.#where())
    this.#keeper = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  }

  /** As the machine goes: nothing more is sealed. */
  async lose(): Promise<void> {
    this.#keeper?.kill('SIGKILL')
    execFileSync('pkill', ['-KILL', '-f', `pg_receivewal --directory ${this.folder}`])
    await this.postgres.crash()
  }

  async end(): Promise<void> {
    if (this.#keeper === null || this.#keeper.exitCode !== null || this.#keeper.signalCode !== null) return
    const ended = once(this.#keeper, 'exit')
    this.#keeper.kill('SIGTERM')
    await ended
  }

  #where(): string[] {
    return ['--root', path.join(this.folder, 'machine'), '--postgres', this.postgres.url]
  }
}

async function drilled(machine: Machine, { megabytes, writeS, say }: DrillOrder): Promise<DrillResult> {
  const password = path.join(machine.folder, 'password')
  writeFileSync(password, 'correct horse battery staple', { mode: 0o600 })
  const admin = ['--admin', 'ada@relay.example', '--admin-password-file', password]
  const init = [
    'init',
    '--url',
    'https://panel.example',
    '--retention',
    'TR=10',
    '--recovery-sheet',
    machine.sheet,
  ]
  await machine.relayctl(...init, ...admin)
  const store = withDatabase(machine.postgres.url, 'relay_store')
  await fill(store, megabytes, say)
  const databaseBytes = await sizeOf(store)
  const base = Base.parse(await machine.relayctl('base', '--to', machine.archive))
  say(`base: ${(base.bytes / 1e6).toFixed(0)} MB after ${base.seconds.toFixed(1)} s`)
  machine.keep()
  const writer = new Writer(store)
  writer.start()
  await wait((writeS * 1_000) / 2)
  const key = ['--key-file', machine.sheet]
  const drill = Drill.parse(await machine.relayctl('drill', '--archive', '--to', machine.archive, ...key))
  say(`drill: RPO ${drill.rpoS.toFixed(0)} s, RTO ${drill.rtoS.toFixed(1)} s, ${drill.rows} rows`)
  await wait((writeS * 1_000) / 2)
  const lostAtMs = performance.now()
  await machine.lose()
  const written = await writer.stop()
  const name = readdirSync(machine.archive).find((one) => one.endsWith('.tar.age')) ?? ''
  const into = path.join(machine.folder, 'second')
  const recovered = Recovered.parse(
    await machine.relayctl('recover', path.join(machine.archive, name), '--into', into, ...key),
  )
  const there = await idsIn(recovered.data, machine.postgres.major, path.join(into, 'socket'))
  const lost = written.filter(({ id }) => !there.has(id))
  const oldestMs = Math.min(lostAtMs, ...lost.map(({ atMs }) => atMs))
  return {
    databaseBytes,
    baseBytes: base.bytes,
    baseS: base.seconds,
    drill,
    written: written.length,
    lost: lost.length,
    lostS: (lostAtMs - oldestMs) / 1_000,
    recoverS: recovered.seconds,
    faults: faultsOf(written, there),
  }
}

/** What came back has no hole: who is there has all before. */
function faultsOf(written: readonly Row[], there: ReadonlySet<number>): string[] {
  const newest = Math.max(0, ...there)
  const holes = written.filter(({ id }) => id < newest && !there.has(id))
  return holes.map(({ id }) => `row ${id} is missing, and ${newest} is there`)
}

/** Random bytes: they do not compress, as sealed patients do not. */
async function fill(url: string, megabytes: number, say: Say): Promise<void> {
  const rows = Math.ceil((megabytes * 1e6) / FILLER_ROW_BYTES)
  const bytes = "decode(string_agg(md5(random()::text || n::text || part::text), ''), 'hex')"
  await withConnection(url, async (client) => {
    await client.query(
      'create table drill_row (id bigint primary key, at timestamptz not null default now())',
    )
    await client.query('create table drill_filler (n bigint, sealed bytea)')
    await client.query('alter table drill_filler alter column sealed set storage external')
    const step = 100_000
    for (let from = 0; from < rows; from += step) {
      const to = Math.min(rows, from + step)
      await client.query(`insert into drill_filler
        select n, ${bytes} from generate_series(${from + 1}, ${to}) n, generate_series(1, 64) part group by n`)
      say(`filled: ${to} of ${rows} rows`)
    }
  })
}

async function sizeOf(url: string): Promise<number> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query('select sum(pg_database_size(oid))::text as bytes from pg_database')
    return Size.parse(rows[0]).bytes
  })
}

interface Row {
  readonly id: number
  /** When it was acknowledged. */
  readonly atMs: number
}

/** A row each 50 ms, one after the other, until the server is gone. */
class Writer {
  readonly #url: string
  readonly #written: Row[] = []
  #ended: Promise<void> = Promise.resolve()

  constructor(url: string) {
    this.#url = url
  }

  start(): void {
    this.#ended = withConnection(this.#url, async (client) => {
      for (let id = 1; ; id += 1) {
        await client.query('insert into drill_row (id) values ($1)', [id])
        this.#written.push({ id, atMs: performance.now() })
        await wait(ROW_MS)
      }
    }).catch(() => undefined)
  }

  async stop(): Promise<readonly Row[]> {
    await this.#ended
    return this.#written
  }
}

/** As the words of relayctl recover say: started by hand, looked at. */
async function idsIn(data: string, major: number, socket: string): Promise<Set<number>> {
  const as = [
    '--reuid=postgres',
    '--regid=postgres',
    '--init-groups',
    `/usr/lib/postgresql/${major}/bin/pg_ctl`,
  ]
  const order = (...words: string[]): Buffer =>
    execFileSync('setpriv', [...as, '-D', data, ...words], {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  order('-w', '-t', '600', '-l', path.join(data, 'looked-at.log'), 'start')
  try {
    const url = socketUrl(socket, 'relay_store')
    await until('it answers', async () => withConnection(url, () => Promise.resolve(true)).catch(() => false))
    return await withConnection(url, async (client) => {
      const { rows } = await client.query('select id from drill_row order by id')
      return new Set(Ids.parse(rows).map(({ id }) => id))
    })
  } finally {
    order('-m', 'fast', 'stop')
  }
}
