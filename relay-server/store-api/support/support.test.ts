// What support sees over all pharmacies: who has which problem since when, who is found by which text.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { SupportProblem } from '@pharmacy-relay/shared/api/relay-support.ts'
import { NO_JOBS, type JobsReport } from '@pharmacy-relay/shared/labels/job-report.ts'
import {
  codeFor,
  newDevice,
  newHub,
  newPharmacy,
  openTestStore,
  pairAll,
  pairOf,
  reportOf,
  stepDatabaseTime,
  type StoreTestDatabase,
} from '../test/test-store.ts'
import { listProblems } from './problem-list.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let store: StoreTestDatabase | null = null
beforeEach(async () => {
  await store?.stop()
  store = await openTestStore('support')
})
afterAll(async () => await store?.stop())

function opened(): StoreTestDatabase {
  if (store === null) throw new Error('no database yet')
  return store
}

const step = async (ms: number) => await stepDatabaseTime(opened(), ms)

/** The reply, as the endpoint's own schema lets it out. */
async function problems(problem: SupportProblem, page = 1, pageSize = 50) {
  const { schema } = storeApi.listProblems.reply
  return schema.parse(await listProblems(opened().db, { problem, page, pageSize }))
}

const names = async (problem: SupportProblem) => (await problems(problem)).items.map(({ pcName }) => pcName)

function jobsOf(waiting: Partial<JobsReport['waiting']>, hours: JobsReport['hours'] = []): JobsReport {
  const none = { unknown: 0, held: 0, personReasons: [], printer: 0, printerReasons: [] }
  return { hours, waiting: { ...none, ...waiting } }
}

test('offline counts after an hour, the longest first, and ends with the next connection', async () => {
  const hub = newHub(opened())
  const pharmacies = [await newPharmacy(opened()), await newPharmacy(opened())] as const
  const [first, second] = [newDevice(pharmacies[0], 'FIRST'), newDevice(pharmacies[1], 'SECOND')]
  const sessions = [await hub.open(first), await hub.open(second)] as const
  await hub.close(sessions[1].sessionId)
  await step(10 * MINUTE)
  await hub.close(sessions[0].sessionId)
  await step(49 * MINUTE)
  expect(await names('offline')).toEqual([])
  await step(12 * MINUTE)
  const list = await problems('offline')
  expect(list).toMatchObject({ total: 2, counts: { offline: 2, outdated: 0 }, problem: 'offline' })
  expect(list.items).toMatchObject([
    {
      pcName: 'SECOND',
      storeId: pharmacies[1].storeId,
      presence: 'offline',
      offlineReason: 'bye',
      labels: 0,
    },
    { pcName: 'FIRST', customerName: `Pharmacy ${pharmacies[0].storeId}` },
  ])
  expect(Date.parse(list.asOf) - Date.parse(list.items[0]?.since ?? '')).toBeGreaterThan(71 * MINUTE - 1)
  await hub.open(second)
  expect(await names('offline')).toEqual(['FIRST'])
  expect((await problems('offline', 2, 1)).items).toEqual([])
})

test('a computer that paired and never came is offline, one that waits or was revoked is not', async () => {
  const pharmacy = await newPharmacy(opened())
  const [silent, waiting, revoked] = ['SILENT', 'WAITING', 'REVOKED'].map((name) => newDevice(pharmacy, name))
  if (silent === undefined || waiting === undefined || revoked === undefined) throw new Error('three')
  await pairAll(opened(), [silent, revoked])
  const hub = newHub(opened())
  await hub.send(pairOf(waiting, await codeFor(opened(), pharmacy, true)))
  await step(2 * HOUR)
  await opened()
    .db.updateTable('RelayComputers')
    .set({ access: 'revoked' })
    .where('installId', '=', revoked.installId)
    .execute()
  expect(await names('offline')).toEqual(['SILENT'])
  expect(await names('approval')).toEqual(['WAITING'])
  expect((await problems('approval')).items[0]).toMatchObject({ access: 'waiting', lastOnlineAt: null })
  await hub.open(silent)
  expect((await problems('offline')).counts).toMatchObject({ offline: 0, approval: 1 })
})

test('an assignment that could not be applied is told with why, until it is', async () => {
  const hub = newHub(opened())
  const { sessionId, assignment } = await hub.open(newDevice(await newPharmacy(opened()), 'PC-1'))
  const about = { version: assignment.version, hash: assignment.hash }
  const failed = { ...about, state: 'failed', code: 'port_taken', reason: 'Port 9100 is taken' } as const
  await hub.send(reportOf(sessionId, { config: failed }))
  expect((await problems('configuration')).items).toMatchObject([
    { pcName: 'PC-1', failure: { code: 'port_taken', reason: 'Port 9100 is taken' } },
  ])
  expect((await problems('offline')).counts.configuration).toBe(1)
  await hub.send(reportOf(sessionId, { config: { ...about, state: 'applied' } }))
  expect((await problems('configuration')).total).toBe(0)
})

test('labels that wait for an answer are counted, since the first of them, until none waits', async () => {
  const hub = newHub(opened())
  const { sessionId } = await hub.open(newDevice(await newPharmacy(opened()), 'PC-1'))
  const report = async (jobs: JobsReport) => await hub.send(reportOf(sessionId, { jobs }))
  await report(jobsOf({ printer: 4 }))
  expect((await problems('answers')).total).toBe(0)
  await report(jobsOf({ unknown: 1, held: 1 }))
  const since = (await problems('answers')).items[0]?.since
  await step(HOUR)
  await report(jobsOf({ unknown: 2, held: 1 }))
  expect((await problems('answers')).items).toMatchObject([{ labels: 3, since }])
  await report(jobsOf({}))
  expect((await problems('answers')).total).toBe(0)
  await report(jobsOf({ held: 1 }))
  expect((await problems('answers')).items[0]?.since).not.toBe(since)
})

test('labels that expired are counted for a day', async () => {
  const hub = newHub(opened())
  const { sessionId } = await hub.open(newDevice(await newPharmacy(opened()), 'PC-1'))
  const hour = Math.floor(Date.now() / HOUR)
  const hours = [0, 1].map((before) => ({
    hour: hour - before,
    version: 9,
    took: [],
    counts: { ...NO_JOBS, accepted: 7, expired: 2 + before },
  }))
  const quiet = { hour: hour - 2, version: 9, took: [], counts: { ...NO_JOBS, accepted: 7 } }
  await hub.send(reportOf(sessionId, { jobs: jobsOf({}, [...hours, quiet]) }))
  expect((await problems('expired')).items).toMatchObject([
    { pcName: 'PC-1', labels: 5, since: new Date((hour - 1) * HOUR).toISOString() },
  ])
  await step(23 * HOUR)
  expect((await problems('expired')).items).toMatchObject([{ labels: 2 }])
  await step(2 * HOUR)
  expect((await problems('expired')).total).toBe(0)
})

test('older agents than the newest release are outdated, too old ones first; a preview makes nobody outdated', async () => {
  const hub = newHub(opened())
  const pharmacies = [await newPharmacy(opened()), await newPharmacy(opened())] as const
  const open = async (name: string, version: string, at: 0 | 1 = 0) => {
    const device = newDevice(pharmacies[at], name)
    await pairAll(opened(), [device])
    const operation = { hello: { protocolVersion: 1, agentVersion: version, ...idsOf(device) } }
    const session = await hub.open(device, operation)
    await opened()
      .db.updateTable('RelayComputers')
      .set({ softwareVersion: version })
      .where('id', '=', session.computerId)
      .execute()
    return session
  }
  await open('OLD', '1.9.0')
  await open('NEW', '1.10.0')
  // Of one pharmacy alone it is a claim.
  expect(await problems('outdated')).toMatchObject({ newestVersion: null, total: 0 })
  await open('NEW-TOO', '1.10.0', 1)
  await step(HOUR)
  for (const at of [0, 1] as const) await open('PREVIEW', '2.0.0-rc.1', at)
  const { computerId } = await open('TOO-OLD', '1.10.0')
  expect((await problems('outdated')).newestVersion).toBe('1.10.0')
  expect(await names('outdated')).toEqual(['OLD'])
  await opened()
    .db.updateTable('RelayComputers')
    .set({ isTooOld: true })
    .where('id', '=', computerId)
    .execute()
  expect(await names('outdated')).toEqual(['TOO-OLD', 'OLD'])
  for (const at of [0, 1] as const) await open('NEWEST', '2.0.0', at)
  expect(await names('outdated')).toEqual(['TOO-OLD', 'OLD', 'NEW', 'NEW-TOO', 'PREVIEW', 'PREVIEW'])
  expect((await problems('outdated')).newestVersion).toBe('2.0.0')
})

test('one pharmacy that claims any version makes nobody outdated, and fills no table', async () => {
  const hub = newHub(opened())
  const [liar, other] = [await newPharmacy(opened()), await newPharmacy(opened())]
  const computers = [await hub.open(newDevice(liar, 'LIAR')), await hub.open(newDevice(other, 'HONEST'))]
  const claim = async (computer: number, version: string) =>
    await opened()
      .db.updateTable('RelayComputers')
      .set({ softwareVersion: version })
      .where('id', '=', computers[computer]?.computerId ?? 0)
      .execute()
  for (let patch = 0; patch < 300; patch += 1) await claim(0, `9999.9999.${999_000 + patch}`)
  const known = async () =>
    (
      await sql<{ version: string; isRelease: boolean }>`
        select "version", "isRelease" from "RelayAgentVersions" order by "agentOrder"`.execute(opened().db)
    ).rows
  expect((await known()).filter(({ isRelease }) => isRelease)).toMatchObject([{ version: '1.0.0' }])
  expect(await known()).toHaveLength(6)
  expect(await problems('outdated')).toMatchObject({ newestVersion: '1.0.0', total: 0 })
  for (let patch = 0; patch < 210; patch += 1)
    for (const computer of [0, 1]) await claim(computer, `8.0.${patch}`)
  expect((await known()).filter(({ isRelease }) => isRelease)).toHaveLength(200)
  expect((await problems('outdated')).newestVersion).toBe('8.0.209')
})

function idsOf({ installId, bootId }: { readonly installId: string; readonly bootId: string }) {
  return { installId, bootId }
}

test('two computers with one identity are one problem, until the other has not come for a day', async () => {
  const { computerId } = await newHub(opened()).open(newDevice(await newPharmacy(opened()), 'TWINS'))
  for (const isIn of [true, false]) {
    await sql`
      insert into "RelayConflictSides"
        ("computerId", "bootId", "isIn", "pcName", "localIpAddress", "publicIpAddress", "softwareVersion")
      values (${computerId}, ${randomUUID()}, ${isIn}, 'TWINS', '', '', '')`.execute(opened().db)
  }
  expect(await problems('conflict')).toMatchObject({
    total: 1,
    counts: { conflict: 1 },
    items: [{ pcName: 'TWINS', presence: 'online' }],
  })
  await step(24 * HOUR + 1)
  expect(await problems('conflict')).toMatchObject({ total: 0, counts: { conflict: 0 }, items: [] })
})

test('pages of one problem follow each other without a gap, and a removed computer is in none', async () => {
  const pharmacy = await newPharmacy(opened())
  const devices = Array.from({ length: 5 }, (_, index) => newDevice(pharmacy, `PC-${index}`))
  for (const device of devices) {
    await pairAll(opened(), [device])
    await step(MINUTE)
  }
  await step(2 * HOUR)
  const pages = await Promise.all([1, 2, 3].map(async (page) => (await problems('offline', page, 2)).items))
  expect(pages.flat().map(({ pcName }) => pcName)).toEqual(['PC-0', 'PC-1', 'PC-2', 'PC-3', 'PC-4'])
  await sql`delete from "RelayComputers" where "pcName" = 'PC-0'`.execute(opened().db)
  expect((await problems('offline', 1, 2)).items.map(({ pcName }) => pcName)).toEqual(['PC-1', 'PC-2'])
})
