// When a batch leaves: heartbeats wait for each other, and nothing that somebody waits for waits with them.
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { HEARTBEATS_TOGETHER_MS } from './departure.ts'
import { nudge, settled, startTestBatches, type TestBatches } from '../test/test-batches.ts'

function started(): TestBatches & {
  readonly beat: (sessionId?: string) => void
  readonly sizes: () => number[]
} {
  const line = startTestBatches()
  onTestFinished(() => line.batches.stop())
  const beat = (sessionId: string = randomUUID()): void =>
    void line.batches.nudge(nudge(sessionId)).catch(() => undefined)
  return { ...line, beat, sizes: () => line.sent.map(({ operations }) => operations.length) }
}

test('heartbeats leave together, and the first waits no longer than its time', async () => {
  const { clock, beat, sizes } = started()
  beat()
  clock.stepMs(HEARTBEATS_TOGETHER_MS - 1)
  beat()
  await settled()
  expect(sizes()).toEqual([])
  clock.stepMs(1)
  await settled()
  expect(sizes()).toEqual([2])
})

test('what somebody waits for leaves at once, and takes along the heartbeats that wait', async () => {
  const { batches, sent, beat } = started()
  const sessionId = randomUUID()
  beat(sessionId)
  beat()
  const closed = batches.close({ sessionId, reason: 'bye', wasOpen: true })
  await settled()
  expect(sent[0]?.operations.map(({ kind }) => kind)).toEqual(['nudge', 'nudge', 'close'])
  sent[0]?.reply()
  await closed
})

test('heartbeats that come while a batch is under way do not leave when it is back', async () => {
  const { batches, clock, sent, beat, sizes } = started()
  const silenced = batches.silent({ sessionId: randomUUID() })
  await settled()
  beat()
  sent[0]?.reply()
  await silenced
  await settled()
  expect(sizes()).toEqual([1])
  clock.stepMs(HEARTBEATS_TOGETHER_MS)
  await settled()
  expect(sizes()).toEqual([1, 1])
})

test('a full batch does not wait', async () => {
  const { beat, sizes } = started()
  for (let count = 0; count < 501; count += 1) beat()
  await settled()
  expect(sizes()).toEqual([500, 1])
})

test('heartbeats that could not be told are told again after the pause, and do not wait once more', async () => {
  const { clock, sent, beat, sizes } = started()
  beat()
  clock.stepMs(HEARTBEATS_TOGETHER_MS)
  await settled()
  sent[0]?.fail()
  await settled()
  clock.stepMs(75)
  await settled()
  expect(sizes()).toEqual([1, 1])
})

test('a batch whose session is still under way follows it, heartbeat or not', async () => {
  const { clock, sent, beat, sizes } = started()
  const sessionId = randomUUID()
  beat(sessionId)
  clock.stepMs(HEARTBEATS_TOGETHER_MS)
  await settled()
  beat(sessionId)
  clock.stepMs(HEARTBEATS_TOGETHER_MS)
  await settled()
  expect(sizes()).toEqual([1])
  sent[0]?.reply()
  await settled()
  expect(sizes()).toEqual([1, 1])
})

test('a hub that stops leaves no timer behind, and tells nothing any more', async () => {
  const { batches, clock, beat, sizes } = started()
  beat()
  batches.close({ sessionId: randomUUID(), reason: 'bye', wasOpen: true }).catch(() => undefined)
  batches.stop()
  await settled()
  expect([sizes(), clock.pending()]).toEqual([[], 0])
})
