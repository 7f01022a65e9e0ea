// The short form of the campaign: before the commit, after it, and in the middle of what is held.
import { expect, onTestFinished, test } from 'vitest'
import { openTestStore } from '@pharmacy-relay/relay-server/store-api/test/test-store.ts'
import { runKills } from './run-kills.ts'

test('a store API that is killed while pharmacies order sells nothing twice, keeps no half order, and answers each key once', async () => {
  const store = await openTestStore('shop_kills')
  onTestFinished(() => store.stop())
  const points = [
    'order written, stock held',
    'before the commit',
    'after the commit, before the reply',
  ] as const
  const result = await runKills({ db: store.db, url: store.url, kills: 3, seed: 1, points, say: () => {} })
  expect(result.faults).toEqual([])
  expect(Object.fromEntries(result.kills)).toEqual({
    'order written, stock held': 1,
    'before the commit': 1,
    'after the commit, before the reply': 1,
  })
  expect(result.orders).toBeGreaterThan(0)
  expect(result.lost).toBeGreaterThan(0)
}, 480_000)
