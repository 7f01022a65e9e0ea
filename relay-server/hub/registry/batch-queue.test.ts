// The queue behind the batches: what may go into the next one.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { BatchQueue, type Waiting } from './batch-queue.ts'

const LIMITS = { maxOperations: 4, maxBytes: 100, maxBatchOperations: 3, maxBatchBytes: 50 }
let lastId = 0

function close(sessionId: string, bytes: number): Waiting {
  lastId += 1
  return {
    operation: { kind: 'close', id: lastId, sessionId, reason: 'bye', agoMs: 0 },
    bytes,
    queued: false,
  }
}

function lease(): Waiting {
  lastId += 1
  return {
    operation: { kind: 'lease', id: lastId, draining: false, sessionIds: null },
    bytes: 1,
    queued: false,
  }
}

test('a small operation does not overtake a large one of its session that did not fit', () => {
  const queue = new BatchQueue(LIMITS)
  const session = randomUUID()
  const first = close(randomUUID(), 30)
  const large = close(session, 30)
  const small = close(session, 5)
  for (const entry of [first, large, small]) queue.add(entry)
  expect(queue.take()).toEqual([first])
  expect(queue.take()).toEqual([large, small])
})

test('an operation larger than a batch travels alone', () => {
  const queue = new BatchQueue(LIMITS)
  const huge = close(randomUUID(), 80)
  queue.add(huge)
  queue.add(close(randomUUID(), 5))
  expect(queue.take()).toEqual([huge])
})

test('operations beyond the largest number or the largest size find no room until others left', () => {
  const queue = new BatchQueue(LIMITS)
  expect(queue.add(close(randomUUID(), 90))).toBe(true)
  expect(queue.add(close(randomUUID(), 20))).toBe(false)
  queue.take()
  const many = Array.from({ length: 5 }, () => queue.add(close(randomUUID(), 1)))
  expect(many).toEqual([true, true, true, true, false])
})

test('what is sent again keeps its place before what came later', () => {
  const queue = new BatchQueue(LIMITS)
  const session = randomUUID()
  const earlier = close(session, 1)
  const later = close(session, 1)
  queue.add(earlier)
  const batch = queue.take()
  queue.add(later)
  expect(queue.take()).toEqual([])
  queue.settle(batch, batch)
  expect(queue.take()).toEqual([earlier, later])
})

test('a lease goes ahead of what is sent again, behind the leases before it', () => {
  const queue = new BatchQueue(LIMITS)
  const others = [close(randomUUID(), 1), close(randomUUID(), 1), close(randomUUID(), 1)]
  for (const other of others) queue.add(other)
  const batch = queue.take()
  const [first, second] = [lease(), lease()]
  queue.add(first)
  queue.settle(batch, batch)
  queue.add(second)
  expect(queue.take()).toEqual([first, second, others[0]])
})
