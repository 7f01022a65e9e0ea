// Batches to the registry: the operations of one session are done in the order they were asked.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderKey } from './batch-queue.ts'
import { startTestBatches, settled, type Sent } from '../test/test-batches.ts'

describe('the order of one session', () => {
  test('is kept by never having two batches with it in flight', async () => {
    const { batches, sent } = startTestBatches()
    const sessionId = randomUUID()
    const closed = batches.close({ sessionId, reason: 'bye', wasOpen: true })
    await settled()
    const silenced = batches.silent({ sessionId })
    const other = batches.silent({ sessionId: randomUUID() })
    await settled()
    expect(sent).toHaveLength(2)
    expect(sent[1]?.operations).toHaveLength(1)
    sent[0]?.reply()
    await closed
    await settled()
    expect(sent[2]?.operations[0]).toMatchObject({ sessionId, kind: 'silent' })
    sent[1]?.reply()
    sent[2]?.reply()
    await Promise.all([silenced, other])
  })

  test('survives any mixture of sessions, answers and failures', async () => {
    const sessions = Array.from({ length: 4 }, () => randomUUID())
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), session: fc.nat({ max: 3 }) }),
      fc.record({ kind: fc.constantFrom('reply' as const, 'fail' as const), batch: fc.nat({ max: 3 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { batches, clock, sent } = startTestBatches()
        const open = new Set<Sent>()
        const appliedBySession = new Map<string, number[]>()
        let added = 0
        let seen = 0
        const settle = async () => {
          clock.stepMs(500)
          await settled()
          for (; seen < sent.length; seen += 1) {
            const batch = sent[seen]
            if (batch !== undefined) open.add(batch)
          }
          const inFlight = [...open].map((batch) => new Set(batch.operations.map(orderKey)))
          expect(inFlight.length).toBeLessThanOrEqual(4)
          for (const session of sessions)
            expect(inFlight.filter((batch) => batch.has(session)).length).toBeLessThan(2)
        }
        const answer = (batch: Sent, kind: 'reply' | 'fail') => {
          open.delete(batch)
          if (kind === 'fail') return batch.fail()
          for (const operation of batch.operations) {
            if (operation.kind !== 'close') continue
            appliedBySession.set(operation.sessionId, [
              ...(appliedBySession.get(operation.sessionId) ?? []),
              operation.id,
            ])
          }
          batch.reply()
        }
        for (const next of steps) {
          if (next.kind === 'add') {
            added += 1
            const sessionId = sessions[next.session] ?? ''
            batches.close({ sessionId, reason: 'bye', wasOpen: true }).catch(() => undefined)
          } else {
            const batch = [...open][next.batch]
            if (batch !== undefined) answer(batch, next.kind)
          }
          await settle()
        }
        for (let round = 0; round < 60 && (batches.queued() > 0 || open.size > 0); round += 1) {
          for (const batch of open) answer(batch, 'reply')
          await settle()
        }
        const applied = [...appliedBySession.values()]
        for (const ids of applied) expect(ids).toEqual(ids.toSorted((a, b) => a - b))
        expect(new Set(applied.flat()).size).toBe(added)
        batches.stop()
      }),
      { numRuns: 40 },
    )
  })
})
