// Batches to the registry: what travels together, how often it is tried, and what is refused.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startTestBatches, done, settled } from '../test/test-batches.ts'
import { DEADLINES_MS } from './registry-batches.ts'
import { newHello } from '../test/test-hub.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'

function openRequest() {
  return {
    sessionId: randomUUID(),
    hello: newHello(),
    remoteIp: '127.0.0.1',
    reassert: false,
    certificate: newCertificate().pem,
    registration: {
      computerName: 'COUNTER-1',
      username: 'pharmacy',
      localIpAddress: '10.0.0.7',
      email: '',
      clientVersion: '1.0.0',
      pharmacyId: 1,
      role: 'None' as const,
    },
  }
}

describe('a batch', () => {
  test('holds what the same turn brought', async () => {
    const { batches, sent } = startTestBatches()
    const first = [batches.silent({ sessionId: randomUUID() }), batches.silent({ sessionId: randomUUID() })]
    await settled()
    expect(sent.map((batch) => batch.operations.length)).toEqual([2])
    sent[0]?.reply()
    await Promise.all(first)
  })

  test('has at most 500 operations, and at most 4 are in flight', async () => {
    const { batches, sent } = startTestBatches()
    const all = Array.from({ length: 2_600 }, async () => batches.silent({ sessionId: randomUUID() }))
    await settled()
    expect(sent.map((batch) => batch.operations.length)).toEqual([500, 500, 500, 500])
    expect(batches.queued()).toBe(600)
    sent[0]?.reply()
    await settled()
    expect(sent[4]?.operations.length).toBe(500)
    for (const batch of sent) batch.reply()
    await settled()
    for (const batch of sent) batch.reply()
    await Promise.all(all)
  })

  test('stays within the largest body of the endpoint', async () => {
    const { batches, sent } = startTestBatches()
    const system = { totalRamMb: null, supportAppNumber: null, os: 'x', addresses: [], tcpPort: null }
    const certificate = 'c'.repeat(8_192)
    for (let count = 0; count < 400; count += 1) {
      const report = batches.report({
        sessionId: randomUUID(),
        role: null,
        system: { ...system, certificate },
        printers: null,
        config: null,
        jobs: null,
      })
      report.catch(() => undefined)
    }
    await settled()
    expect(sent.length).toBeGreaterThan(1)
    for (const { operations } of sent) {
      expect(Buffer.byteLength(JSON.stringify({ hubId: randomUUID(), operations }))).toBeLessThanOrEqual(
        2_097_152,
      )
    }
    batches.stop()
  })

  test('gives each caller the result with its id, in whatever order', async () => {
    const { batches, sent } = startTestBatches()
    const good = batches.silent({ sessionId: randomUUID() })
    const refused = batches.silent({ sessionId: randomUUID() })
    await settled()
    const [first, second] = sent[0]?.operations ?? []
    sent[0]?.reply([
      { id: second?.id ?? 0, ok: false, code: 'IDENTITY_CONFLICT', message: 'In use', retryAfterMs: 300_000 },
      done(first?.id ?? 0),
    ])
    await expect(refused).rejects.toMatchObject({
      code: 'IDENTITY_CONFLICT',
      message: 'In use',
      retryAfterMs: 300_000,
    })
    await expect(good).resolves.toBeUndefined()
  })

  test('a lease goes ahead of what waits', async () => {
    const { batches, sent } = startTestBatches()
    for (let count = 0; count < 600; count += 1)
      batches.silent({ sessionId: randomUUID() }).catch(() => undefined)
    batches.lease({ draining: false, sessionIds: null }).catch(() => undefined)
    await settled()
    expect(sent[0]?.operations[0]?.kind).toBe('lease')
    batches.stop()
  })
})

describe('a failed batch', () => {
  test('is sent again after a pause that grows', async () => {
    const { batches, clock, sent } = startTestBatches()
    const closed = batches.close({ sessionId: randomUUID(), reason: 'bye', wasOpen: true })
    await settled()
    sent[0]?.fail()
    await settled()
    expect(sent).toHaveLength(1)
    clock.stepMs(75)
    await settled()
    expect(sent).toHaveLength(2)
    const [again] = sent[0]?.operations ?? []
    expect(sent[1]?.operations).toEqual([{ ...again, agoMs: 75 }])
    sent[1]?.fail()
    await settled()
    clock.stepMs(149)
    await settled()
    expect(sent).toHaveLength(2)
    clock.stepMs(1)
    await settled()
    sent[2]?.reply()
    await expect(closed).resolves.toBeUndefined()
  })

  test('sends again only what has no answer yet', async () => {
    const { batches, clock, sent } = startTestBatches()
    const answered = batches.silent({ sessionId: randomUUID() })
    const unanswered = batches.silent({ sessionId: randomUUID() })
    await settled()
    const [first, second] = sent[0]?.operations ?? []
    sent[0]?.reply([done(first?.id ?? 0)])
    await answered
    clock.stepMs(100)
    await settled()
    expect(sent[1]?.operations).toEqual([second])
    sent[1]?.reply()
    await unanswered
  })

  test('lets an open fail after 8 s, and a later result of it is dropped', async () => {
    const { batches, clock, sent } = startTestBatches()
    const opening = batches.open(openRequest())
    await settled()
    clock.stepMs(DEADLINES_MS.open)
    await expect(opening).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterMs: 5_005 })
    sent[0]?.reply()
    await settled()
    expect(sent).toHaveLength(1)
  })

  test('gives up each operation at its own deadline and does not send it again', async () => {
    const { batches, clock, sent } = startTestBatches()
    const silenced = batches.silent({ sessionId: randomUUID() })
    const closed = batches.close({ sessionId: randomUUID(), reason: 'bye', wasOpen: true })
    await settled()
    clock.stepMs(DEADLINES_MS.silent)
    await expect(silenced).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    sent[0]?.fail()
    await settled()
    clock.stepMs(5_000)
    await settled()
    expect(sent[1]?.operations.map((operation) => operation.kind)).toEqual(['close'])
    sent[1]?.reply()
    await closed
  })

  test('keeps the end of a session for an hour and more, and tells how long ago it was', async () => {
    const { batches, clock, sent } = startTestBatches()
    const closed = batches.close({ sessionId: randomUUID(), reason: 'bye', wasOpen: true })
    const never = batches.close({ sessionId: randomUUID(), reason: 'bye', wasOpen: false })
    await settled()
    expect(sent[0]?.operations).toMatchObject([{ agoMs: 0 }, { agoMs: 0 }])
    clock.stepMs(DEADLINES_MS.close)
    await expect(never).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    clock.stepMs(3_600_000)
    sent[0]?.fail()
    await settled()
    clock.stepMs(5_000)
    await settled()
    expect(sent[1]?.operations).toMatchObject([{ kind: 'close', agoMs: 3_665_000 }])
    sent[1]?.reply()
    await closed
  })

  test('does not try a close for ever that is refused each time', async () => {
    const { batches, clock, sent } = startTestBatches()
    const closed = batches.close({ sessionId: randomUUID(), reason: 'bye', wasOpen: true })
    await settled()
    clock.stepMs(DEADLINES_MS.close)
    sent[0]?.fail()
    await settled()
    clock.stepMs(5_000)
    await settled()
    const id = sent[1]?.operations[0]?.id ?? 0
    sent[1]?.reply([{ id, ok: false, code: 'INTERNAL', message: 'A fault', retryAfterMs: null }])
    await expect(closed).rejects.toMatchObject({ code: 'INTERNAL' })
  })

  test('tries a close again that was refused for now', async () => {
    const { batches, clock, sent } = startTestBatches()
    const closed = batches.close({ sessionId: randomUUID(), reason: 'bye', wasOpen: true })
    await settled()
    sent[0]?.reply([
      {
        id: sent[0].operations[0]?.id ?? 0,
        ok: false,
        code: 'UNAVAILABLE',
        message: 'Locked',
        retryAfterMs: null,
      },
    ])
    await settled()
    clock.stepMs(100)
    await settled()
    sent[1]?.reply()
    await expect(closed).resolves.toBeUndefined()
  })
})

test('an open that is answered with something else is refused', async () => {
  const { batches, sent } = startTestBatches()
  const opening = batches.open(openRequest())
  await settled()
  sent[0]?.reply()
  await expect(opening).rejects.toMatchObject({ code: 'INTERNAL' })
})

test('what does not fit into the queue is refused at once', async () => {
  const { batches } = startTestBatches()
  const waiting = Array.from({ length: 10_000 }, async () => batches.silent({ sessionId: randomUUID() }))
  const outcomes = Promise.allSettled(waiting)
  await expect(batches.silent({ sessionId: randomUUID() })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  batches.stop()
  expect((await outcomes).every((outcome) => outcome.status === 'rejected')).toBe(true)
})
