// Who may send labels to this computer.
import { describe, expect, test } from 'vitest'
import {
  isAllowedSender,
  isPrivateAddress,
  plainAddress,
  type Interfaces,
  type SenderScope,
} from './sender-address.ts'

const entry = { netmask: '', mac: '', internal: false, scopeid: 0 }
const interfaces: Interfaces = {
  lo: [{ ...entry, family: 'IPv4', address: '127.0.0.1', cidr: '127.0.0.1/8', internal: true }],
  eth0: [
    { ...entry, family: 'IPv4', address: '192.168.1.20', cidr: '192.168.1.20/24' },
    { ...entry, family: 'IPv6', address: 'fe80::1', cidr: 'fe80::1/64' },
    { ...entry, family: 'IPv6', address: 'fd00:1::5', cidr: 'fd00:1::5/64' },
    { ...entry, family: 'IPv4', address: '93.184.216.34', cidr: '93.184.216.34/24' },
  ],
  broken: [{ ...entry, family: 'IPv4', address: '10.0.0.1', cidr: '10.0.0.1/0' }],
  empty: undefined,
}
const isAllowed = (address: string, scope: SenderScope) =>
  isAllowedSender(address, { scope, interfaces: () => interfaces })

describe('L01: a sender', () => {
  test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'on this computer (%s) is allowed',
    (address) => {
      expect(isAllowed(address, 'computer')).toBe(true)
      expect(isAllowed(address, 'network')).toBe(true)
    },
  )

  test.each(['192.168.1.50', '::ffff:192.168.1.50', 'fe80::99%eth0', 'fd00:1::77'])(
    'on a private network of this computer (%s) is allowed on a PrinterComputer only',
    (address) => {
      expect(isAllowed(address, 'network')).toBe(true)
      expect(isAllowed(address, 'computer')).toBe(false)
    },
  )

  test.each([
    '8.8.8.8',
    '93.184.216.40',
    '192.168.2.50',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    'fd00:2::1',
    '2001:db8::1',
    '::ffff:8.8.8.8',
    '',
    'localhost',
    '0.0.0.0',
  ])('%j is refused', (address) => {
    expect(isAllowed(address, 'network')).toBe(false)
  })
})

test('A link may come from any private network, and from nowhere else', () => {
  const own = ['127.0.0.1', '::1', '192.168.2.50', '10.1.2.3', '172.16.0.1', 'fe80::99%eth0', 'fd00:2::1']
  expect(own.filter((address) => !isPrivateAddress(address))).toEqual([])
  const foreign = ['8.8.8.8', '::ffff:8.8.8.8', '93.184.216.40', '100.64.0.1', '2001:db8::1', '', 'localhost']
  expect(foreign.filter((address) => isPrivateAddress(address))).toEqual([])
})

test('An address has one form', () => {
  expect(['::ffff:10.0.0.1', '::FFFF:10.0.0.1', '10.0.0.1'].map(plainAddress)).toEqual(
    Array(3).fill('10.0.0.1'),
  )
  expect(plainAddress('fe80::1%eth0')).toBe('fe80::1')
})
