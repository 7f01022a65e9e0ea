// The passwords of PostgreSQL's servers and of patroni are exchanged while somebody writes: no write is refused, the standby stays.
import { setTimeout as delay } from 'node:timers/promises'
import { withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingEngines } from '../../../scripts/tools/database-engines.ts'
import { startCluster, type Cluster } from './cluster.ts'
import type { DatabaseNode } from './database-node.ts'

const LIMIT_MS = 600_000
/** Three looks of patroni. */
const KEPT_MS = 15_000
const EXCHANGE = ['--rotate', 'postgres-passwords'] as const
const Said = z.object({ isOver: z.boolean(), steps: z.array(z.object({ machine: z.string() })).default([]) })
const missing = missingEngines()
let cluster: Cluster
let running: Cluster | null = null

async function isTaken(url: string): Promise<boolean> {
  return withConnection(url, async (client) => client.query('select 1')).then(
    () => true,
    () => false,
  )
}

/** The leader first, as it is said. */
async function inOrder(): Promise<DatabaseNode[]> {
  const primary = await cluster.primary()
  return [primary, ...cluster.nodes.filter((node) => node !== primary)]
}

/** One row after the other by a program's role, each on a connection of its own, until it is ended. */
function writer(url: string) {
  const refused: string[] = []
  let written = 0
  let isOver = false
  const going = (async () => {
    for (; !isOver; await delay(20))
      await withConnection(url, async (client) => client.query('insert into exchanged_row default values'))
        .then(() => (written += 1))
        .catch((error: unknown) => refused.push(String(error)))
  })()
  return {
    end: async () => {
      isOver = true
      await going
      return { written, refused }
    },
  }
}

describe.skipIf(missing !== null)(
  'The passwords of PostgreSQL on two machines (needs root and npm run tools -- --failovers)',
  () => {
    beforeAll(async () => {
      cluster = await startCluster({ say: () => {} })
      running = cluster
    }, LIMIT_MS)
    afterAll(async () => running?.stop(), LIMIT_MS)

    test(
      'are exchanged by two calls; the standby connects with the new one, and takes over',
      async () => {
        const store = cluster.environment['ConnectionStrings__cs_store'] ?? ''
        await withConnection(store, async (client) =>
          client.query('create table exchanged_row (id bigint generated always as identity primary key)'),
        )
        const [old, oldRest] = [cluster.databaseUrl(), cluster.secret('Patroni__Rest')]
        const load = writer(store)
        const said = Said.parse(lastLine(await cluster.remake(...EXCHANGE, '--json')))
        expect(said.steps.map(({ machine }) => machine).toSorted()).toEqual(['app-1', 'db-1', 'db-2'])
        for (const node of await inOrder()) cluster.reloadDatabase(node)
        expect(lastLine(await cluster.remake(...EXCHANGE, '--restarted', '1', '--json'))).toMatchObject({
          isOver: true,
        })
        const fresh = cluster.databaseUrl()
        expect([await isTaken(old), await isTaken(fresh)]).toEqual([false, true])

        await standbyConnectsAnew(fresh)
        const { written, refused } = await load.end()
        expect(refused).toEqual([])
        expect(written).toBeGreaterThan(10)
        await patroniObeys(oldRest, cluster.secret('Patroni__Rest'))
        await primaryDies(store)
      },
      LIMIT_MS,
    )
  },
)

function lastLine(output: string): unknown {
  return JSON.parse(output.trim().split('\n').at(-1) ?? '')
}

/** Its connection ends, as by a network; the next one needs the password. */
async function standbyConnectsAnew(url: string): Promise<void> {
  const [, standby] = await inOrder()
  const before = await senders(url)
  expect(before).toHaveLength(1)
  await withConnection(url, async (client) => client.query('select pg_terminate_backend($1)', [before[0]]))
  await until('the standby is there by another connection', async () => {
    const now = await senders(url)
    return now.length === 1 && now[0] !== before[0]
  })
  await until('and has everything', async () => (await standby?.isSynchronous()) === true)
}

/** Processes of the primary that send to a standby. */
async function senders(url: string): Promise<number[]> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_replication')
    return rows.map(({ pid }) => pid)
  })
}

async function patroniObeys(before: string, now: string): Promise<void> {
  for (const node of cluster.nodes)
    expect([await node.obeys(before), await node.obeys(now)]).toEqual([false, true])
}

/** Patroni drops a standby that had lost its connection at its next look, which is every 5 s, and one that it dropped takes nothing over. */
async function staysSynchronous(standby: DatabaseNode | undefined): Promise<void> {
  let sinceMs = performance.now()
  await until('the standby is kept', async () => {
    if ((await standby?.isSynchronous()) !== true) sinceMs = performance.now()
    return performance.now() - sinceMs > KEPT_MS
  })
}

/** The other takes over, and the killed one comes back behind it, by the role that rewinds it. */
async function primaryDies(store: string): Promise<void> {
  const [primary, standby] = await inOrder()
  await staysSynchronous(standby)
  primary?.kill()
  await until('the standby takes over', async () => (await standby?.isPrimary()) === true)
  await until('and takes writes by haproxy', async () => isTaken(store))
  primary?.start()
  await until('the killed one has everything again', async () => (await primary?.isSynchronous()) === true)
}
