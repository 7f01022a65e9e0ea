// Addresses in every form that sockets and header fields bring.
import { describe, expect, test } from 'vitest'
import { addressKeys } from './address-keys.ts'

describe('an address', () => {
  test.each([
    ['1.2.3.4', '1.2.3.4', null],
    ['::ffff:1.2.3.4', '1.2.3.4', null],
    ['::ffff:102:304', '1.2.3.4', null],
    ['64:ff9b::1.2.3.4', '1.2.3.4', null],
    ['2001:db8::1.2.3.4', '20010db800000000', '20010db8000000'],
    ['2001:db8:0:1fff:a:b:c:d', '20010db800001fff', '20010db800001f'],
    ['fe80::1%eth0', 'fe80000000000000', 'fe800000000000'],
    ['2001:DB8:0:7:ffff:ffff:ffff:ffff', '20010db800000007', '20010db8000000'],
    ['::1', '0000000000000000', '00000000000000'],
  ])('%s is counted as %s', (text, key, wideKey) => {
    expect(addressKeys(text)).toMatchObject({ key, wideKey })
  })

  test.each(['', 'localhost', '1.2.3', '1.2.3.4.5', '::ffff:1.2.3.999', '1.2.3.4, 5.6.7.8'])(
    '%j is no address',
    (text) => {
      expect(addressKeys(text)).toBeNull()
    },
  )

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:db8::1', '2001:db8::1'],
  ])('%s is shown as %s', (text, address) => {
    expect(addressKeys(text)?.address).toBe(address)
  })
})
