// Failed connections as reasons, and Retry-After as a wait.
import { describe, expect, test } from 'vitest'
import { reasonDetail } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import { lossOf, retryAfterMs, unreachable } from './connect-failure.ts'

const HUB = 'https://portal.example'

function transportError(code: string): unknown {
  return { message: 'websocket error', description: { message: 'raw words', error: { code } } }
}

describe('unreachable', () => {
  test.each([
    ['ECONNREFUSED', 'is the portal running?'],
    ['ENOTFOUND', 'not known to the name server'],
    ['CERT_HAS_EXPIRED', 'has expired'],
    ['EADDRNOTAVAIL', 'LocalAddress'],
    ['EWHATEVER', 'EWHATEVER'],
  ])('puts %s into words', (code, text) => {
    expect(reasonDetail(unreachable(transportError(code), HUB, null))).toContain(text)
  })

  test('names the HTTP status when a server answered', () => {
    expect(reasonDetail(unreachable(new Error('x'), HUB, { status: 502, retryAfter: null }))).toContain(
      'HTTP 502',
    )
  })

  test('takes whatever it gets', () => {
    expect(reasonDetail(unreachable(new Error('odd'), HUB, null))).toContain('odd')
    expect(reasonDetail(unreachable(null, HUB, null))).toContain('the connection failed')
  })
})

describe('lossOf', () => {
  test.each([
    ['ping timeout', 'does not answer'],
    ['something new', '(something new)'],
  ])('puts %s into words', (reason, text) => {
    expect(reasonDetail([lossOf(reason)])).toContain(text)
  })
})

describe('retryAfterMs', () => {
  test.each([
    [429, '7', 7_000],
    [503, '30', 30_000],
    [502, '30', null],
    [503, 'Wed, 21 Oct 2026 07:28:00 GMT', null],
    [503, '-1', null],
    [503, null, null],
  ])('reads HTTP %i with %s as %s', (status, retryAfter, expected) => {
    expect(retryAfterMs({ status, retryAfter })).toBe(expected)
  })
})
