// What follows from an end: when the count of failures clears, and which refusals are final.
import { describe, expect, test } from 'vitest'
import { aftermathOf, type SessionEnd } from './session-end.ts'

const quiet = { failures: 3, hurryUntilMs: 0, restart: null, nowMs: 100_000 }

function refused(
  code: Extract<SessionEnd, { kind: 'refused' }>['code'],
  retryAfterMs: number | null = null,
): SessionEnd {
  return { kind: 'refused', code, reasons: [], retryAfterMs }
}

describe('aftermathOf', () => {
  test('clears the count of failures after 60 s of stable connection', () => {
    const end = { kind: 'lost', reasons: [], onlineMs: 60_000 } as const
    expect(aftermathOf(end, quiet)).toEqual({
      failures: 0,
      hurryUntilMs: 130_000,
      situation: { kind: 'lost', failures: 0 },
    })
  })

  test('keeps counting when the connection lasted less', () => {
    const end = { kind: 'lost', reasons: [], onlineMs: 59_999 } as const
    expect(aftermathOf(end, quiet)).toEqual({
      failures: 4,
      hurryUntilMs: 0,
      situation: { kind: 'lost', failures: 4 },
    })
  })

  test('tries in a hurry for 30 s after a stable connection was lost', () => {
    const end = { kind: 'unreachable', reasons: [], retryAfterMs: null } as const
    const after = (nowMs: number) => aftermathOf(end, { ...quiet, hurryUntilMs: 130_000, nowMs }).situation
    expect(after(129_999)).toEqual({ kind: 'failed', failures: 4, inHurry: true })
    expect(after(130_000)).toEqual({ kind: 'failed', failures: 4, inHurry: false })
  })

  test.each(['DELETED', 'BAD_KEY', 'NOT_PAIRED', 'UPGRADE_REQUIRED'] as const)(
    'takes %s as final',
    (code) => {
      expect(aftermathOf(refused(code), quiet).situation).toEqual({ kind: 'refused' })
    },
  )

  test('looks often whether it was approved', () => {
    expect(aftermathOf(refused('NOT_APPROVED'), quiet).situation).toEqual({ kind: 'unapproved' })
    expect(aftermathOf(refused('REVOKED'), quiet).situation).toMatchObject({ kind: 'withdrawn' })
  })

  test.each(['UNAVAILABLE', 'HUB_RESTARTING', 'TIMEOUT', 'INTERNAL'] as const)(
    'tries again after %s',
    (code) => {
      expect(aftermathOf(refused(code), quiet).situation).toEqual({
        kind: 'failed',
        failures: 4,
        inHurry: false,
      })
    },
  )

  test('waits as long as the hub asks with a refusal that may be tried again', () => {
    expect(aftermathOf(refused('UNAVAILABLE', 7_000), quiet).situation).toEqual({
      kind: 'busy',
      retryAfterMs: 7_000,
    })
  })

  test('waits five minutes when the identity is in use elsewhere and the hub names no time', () => {
    expect(aftermathOf(refused('IDENTITY_CONFLICT'), quiet).situation).toEqual({
      kind: 'conflict',
      retryAfterMs: 300_000,
    })
  })

  test('counts an announced restart from the announcement, not from the loss', () => {
    const end = { kind: 'lost', reasons: [], onlineMs: 90_000 } as const
    const before = { ...quiet, restart: { fromMs: 100_500, toMs: 105_500 } }
    expect(aftermathOf(end, before).situation).toEqual({ kind: 'restarting', afterMs: 500, windowMs: 5_000 })
    const late = { ...before, nowMs: 103_500 }
    expect(aftermathOf(end, late).situation).toEqual({ kind: 'restarting', afterMs: 0, windowMs: 2_000 })
  })

  test('forgets an announcement whose window has passed', () => {
    const end = { kind: 'lost', reasons: [], onlineMs: 90_000 } as const
    const before = { ...quiet, restart: { fromMs: 100, toMs: 200 } }
    expect(aftermathOf(end, before).situation).toEqual({ kind: 'lost', failures: 0 })
  })

  test('obeys Retry-After of the server in front of the hub', () => {
    const end = { kind: 'unreachable', reasons: [], retryAfterMs: 4_000 } as const
    expect(aftermathOf(end, quiet).situation).toEqual({ kind: 'busy', retryAfterMs: 4_000 })
  })
})
