// The archive of several machines: made at the primary, wherever that is, and without a hole behind its death.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupKey } from '@pharmacy-relay/operations/backup/backup-key.ts'
import { createReport } from '@pharmacy-relay/operations/report.ts'
import { withConnection, withDatabase } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { missingEngines } from '../../../scripts/tools/database-engines.ts'
import { programArgs } from '../../kit/programs.ts'
import { startCluster, type Cluster } from './cluster.ts'

const LIMIT_MS = 600_000
const LOOK_MS = 50
/** Of postmaster.pid, from 0 on: where its socket is, and at which address it listens. */
const SOCKET_LINE = 4
const ADDRESS_LINE = 5
const missing = missingEngines()
const folder = mkdtempSync(path.join(os.tmpdir(), 'relay-cluster-archive-'))
const archive = path.join(folder, 'archive')
const sheet = path.join(folder, 'sheet')
let cluster: Cluster
let keeper: ChildProcess | null = null

/** One row, acknowledged by whoever is primary. */
async function write(id: number): Promise<void> {
  await withConnection(withDatabase(cluster.databaseUrl(), 'relay_store'), async (client) => {
    await client.query('insert into archived_row (id) values ($1)', [id])
  })
}

describe.skipIf(missing !== null)(
  'The archive of several machines (needs root and npm run tools -- --failovers)',
  () => {
    beforeAll(async () => {
      chmodSync(folder, 0o711)
      const settings = {
        Backup__Recipient: await backupKey(
          sheet,
          createReport(true, () => {}),
        ),
      }
      cluster = await startCluster({ say: () => {}, settings })
    }, LIMIT_MS)
    afterAll(async () => {
      if (keeper?.exitCode === null) {
        const ended = once(keeper, 'exit')
        keeper.kill('SIGTERM')
        await ended
      }
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }, LIMIT_MS)

    test(
      'is begun at the primary by haproxy, goes on behind a primary that was killed, and brings every acknowledged row back',
      async () => {
        await withConnection(withDatabase(cluster.databaseUrl(), 'relay_store'), async (client) => {
          await client.query('create table archived_row (id bigint primary key)')
        })
        await cluster.relayctl('app-1', 'base', '--to', archive)
        // PostgreSQL's account goes through to where the trial is.
        for (const name of ['', 'var', 'var/lib']) chmodSync(path.join(cluster.rootOf('app-1'), name), 0o711)
        keeper = keep()
        await until('the log is fetched', isFetched)
        for (let id = 1; id <= 20; id += 1) await write(id)
        const primary = await cluster.primary()
        primary.kill()
        await until(
          'the other takes writes',
          async () =>
            write(21).then(
              () => true,
              () => false,
            ),
          120_000,
        )
        for (let id = 22; id <= 40; id += 1) await write(id)
        expect(await cluster.primary()).not.toBe(primary)
        const trial = watchTrial()
        const args = ['drill', '--archive', '--to', archive, '--key-file', sheet]
        const drill = await cluster.relayctl('app-1', ...args)
        // O117: what was restored reaches nobody, and nobody reaches it.
        expect(trial.end()).toEqual([''])
        expect(drill).toMatch(/every table as it was/)
        // By the slot of the new primary, which patroni made.
        expect(await isFetched()).toBe(true)
        await cluster.relayctl('app-1', 'base', '--to', archive)
      },
      LIMIT_MS,
    )
  },
)

/** At which addresses the database server of a trial listened, by its own note: one that is empty is none. */
function watchTrial() {
  const seen = new Set<string>()
  const state = path.join(cluster.rootOf('app-1'), 'var/lib/pharmacy-relay-server')
  const look = (): void => {
    for (const file of globSync(path.join(state, 'drill-*/data/postmaster.pid'))) {
      const lines = readFileSync(file, 'utf8').split('\n')
      // Its socket's folder is written with it.
      if (lines[SOCKET_LINE]?.endsWith('/socket') === true) seen.add(lines[ADDRESS_LINE] ?? 'none said')
    }
  }
  const timer = setInterval(() => {
    try {
      look()
    } catch {
      // It ends while it is read.
    }
  }, LOOK_MS)
  return {
    end: (): string[] => {
      clearInterval(timer)
      return [...seen]
    },
  }
}

/** Somebody has the archive's slot. */
async function isFetched(): Promise<boolean> {
  return withConnection(cluster.databaseUrl(), async (client) => {
    const active = "select 1 from pg_replication_slots where slot_name = 'relay_archive' and active"
    return (await client.query(active)).rowCount === 1
  })
}

function keep(): ChildProcess {
  const args = programArgs(
    'operations/main.ts',
    'archive',
    '--to',
    archive,
    '--root',
    cluster.rootOf('app-1'),
  )
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}
