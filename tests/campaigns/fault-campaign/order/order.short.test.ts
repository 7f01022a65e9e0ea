// The short form of `npm run fault-campaign -- --scenario order`.
import { expect, test } from 'vitest'
import { runOrder } from './order.ts'
import { orderTable } from './scenario.ts'

test('Labels of one sender come out in their order while everything fails and two programs are killed', async () => {
  const options = { labels: 100, kills: 2, seed: 4, isDiskSlow: true, keep: false, index: 53 }
  const result = await runOrder(options, () => undefined)
  const { lost, doubled, overtaking, contradictions, printed } = result.verdict
  const found = { lost, doubled, overtaking, contradictions, isSettled: result.isSettled }
  const none = { lost: [], doubled: [], overtaking: [], contradictions: [], isSettled: true }
  expect(found, orderTable(options, result)).toEqual(none)
  expect([result.deaths.length, printed > 50]).toEqual([2, true])
})
