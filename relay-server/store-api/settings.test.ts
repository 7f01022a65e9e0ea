// The store API's settings: how old agents may be.
import { readSettings } from '@pharmacy-relay/shared/env.ts'
import { OLDEST_PROTOCOL_VERSION } from '@pharmacy-relay/shared/hub/version.ts'
import { expect, test } from 'vitest'
import { storeSettings } from './settings.ts'

const secrets = {
  Store__DeviceKeySecret: 'a-secret-of-the-tests-that-is-long-enough',
  ServiceClient__Secret__store: 'a-secret-of-the-store',
  Payments__ApiKey: 'a-key-of-the-tests-of-payments',
  Payments__WebhookSecret: 'a-secret-of-the-tests-that-is-long-enough',
  InternalApi__Key: 'a-key-of-the-tests-that-is-long-enough',
}
const read = (oldest: string) =>
  readSettings(storeSettings(false), { ...secrets, Store__OldestProtocol: oldest }).Store__OldestProtocol

test('every protocol that this code serves is admitted unless the limit is raised', () => {
  expect(read('')).toBe(OLDEST_PROTOCOL_VERSION)
  expect(read(String(OLDEST_PROTOCOL_VERSION + 1))).toBe(OLDEST_PROTOCOL_VERSION + 1)
})

test.each([String(OLDEST_PROTOCOL_VERSION - 1), '1.5', 'new'])(
  'refuses %s as the oldest protocol',
  (text) => {
    expect(() => read(text)).toThrow(/Store__OldestProtocol/)
  },
)
