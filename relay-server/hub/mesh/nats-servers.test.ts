// Nats__Url: what it may say, and what production does not run with.
import { describe, expect, test } from 'vitest'
import { NatsUrlText, refuseOpenNats } from './nats-servers.ts'

describe('Nats__Url', () => {
  test.each([
    ['nats://127.0.0.1:4333', { hosts: ['127.0.0.1:4333'], isEncrypted: false, isLoopback: true }],
    ['nats://nats', { hosts: ['nats:4222'], isEncrypted: false, isLoopback: false }],
    ['nats://[::1]:4222', { hosts: ['[::1]:4222'], isLoopback: true }],
    ['tls://a:1,tls://b:2', { hosts: ['a:1', 'b:2'], isEncrypted: true }],
    ['nats://hub:p%40ss@nats', { credentials: { user: 'hub', pass: 'p@ss' } }],
    ['nats://100%25@nats', { credentials: { token: '100%' } }],
    ['nats://100%@nats', { credentials: { token: '100%' } }],
  ])('%s', (text, servers) => {
    expect(NatsUrlText.parse(text)).toMatchObject(servers)
  })

  test('empty means that this hub is the only one', () => {
    expect(NatsUrlText.parse('')).toBe(null)
  })

  test.each([
    'nats',
    'http://nats:4222',
    'nats://',
    'nats://a:1/path',
    'nats://a:1,tls://b:2',
    'nats://a:1,',
  ])('not %s', (text) => {
    expect(NatsUrlText.safeParse(text).error?.message).toContain(
      'must be nats://host:4222 or tls://host:4222',
    )
  })
})

describe('in production', () => {
  const refused = (text: string): string | null => {
    try {
      refuseOpenNats(NatsUrlText.parse(text), true)
      return null
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  test.each(['nats://nats', 'nats://hub:pass@nats', 'tls://nats', 'nats://127.0.0.1,nats://nats'])(
    '%s: others could listen, or speak for devices',
    (text) => {
      expect(refused(text)).toContain('must be tls:// with a user and a password')
    },
  )

  test.each(['', 'nats://127.0.0.1:4222', 'tls://hub:pass@nats', 'tls://token@nats'])(
    '%s is well',
    (text) => {
      expect(refused(text)).toBe(null)
    },
  )

  test('nothing is asked in development', () => {
    expect(() => refuseOpenNats(NatsUrlText.parse('nats://nats'), false)).not.toThrow()
  })
})
