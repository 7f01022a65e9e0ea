// Clocks of computers as heartbeats tell them: shown beyond two minutes, steady near the limit, gone when they are mended.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WRONG_CLOCK_MS } from '@pharmacy-relay/shared/device.ts'
import { lastEventId } from '../events/outbox.queries.ts'
import { listProblems } from '../support/problem-list.ts'
import { shownAs } from '../test/test-pairing.ts'
import {
  newDevice,
  newHub,
  newPharmacy,
  nudgeOf,
  openTestStore,
  type StoreTestDatabase,
} from '../test/test-store.ts'

let store: StoreTestDatabase
beforeAll(async () => (store = await openTestStore('wrong_clocks')))
afterAll(() => store.stop())

/** A connected computer; `beats` answers what is shown of its clock, and whether staff were told that something changed. */
async function connected(name: string) {
  const pharmacy = await newPharmacy(store)
  const hub = newHub(store)
  const session = await hub.open(newDevice(pharmacy, name))
  const beats = async (clockAheadMs: number | null) => {
    const before = await lastEventId(store.db)
    await hub.send({ ...nudgeOf(session.sessionId, session.assignment), clockAheadMs })
    const shown = (await shownAs(store, pharmacy, name))?.clockAheadMs
    return [shown, (await lastEventId(store.db)) > before]
  }
  const isListed = async (): Promise<boolean> => {
    const { items } = await listProblems(store.db, { problem: 'clock', page: 1, pageSize: 50 })
    return items.some(({ pcName }) => pcName === name)
  }
  return { hub, session, beats, isListed }
}

test('P10 a clock is wrong beyond two minutes, either way, and staff are told once', async () => {
  const { beats } = await connected('AHEAD')
  expect(await beats(null)).toEqual([null, false])
  expect(await beats(WRONG_CLOCK_MS)).toEqual([null, false])
  expect(await beats(WRONG_CLOCK_MS + 1)).toEqual([WRONG_CLOCK_MS + 1, true])
  expect(await beats(WRONG_CLOCK_MS + 2_000)).toEqual([WRONG_CLOCK_MS + 1, false])
  expect(await beats(-86_400_000)).toEqual([-86_400_000, true])
})

test('P10 near the limit it does not come and go; it drifts in steps; mended, it is gone', async () => {
  const { beats } = await connected('LIMIT')
  expect(await beats(121_000)).toEqual([121_000, true])
  expect(await beats(119_000)).toEqual([121_000, false])
  expect(await beats(null)).toEqual([121_000, false])
  expect(await beats(152_000)).toEqual([152_000, true])
  expect(await beats(110_000)).toEqual([null, true])
  expect(await beats(119_000)).toEqual([null, false])
})

test('P10 in the list by problem stand those that are connected', async () => {
  const { hub, session, beats, isListed } = await connected('LISTED')
  expect(await isListed()).toBe(false)
  await beats(3_600_000)
  expect(await isListed()).toBe(true)
  await hub.close(session.sessionId)
  expect(await isListed()).toBe(false)
})
