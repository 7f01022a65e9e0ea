// Which addresses and names are this computer's own.
import { expect, test } from 'vitest'
import { isOwnAddress, isOwnName } from './own-address.ts'

const entry = { netmask: '', mac: '', scopeid: 0, cidr: null, internal: false }
const interfaces = {
  lo: [{ ...entry, family: 'IPv4' as const, address: '127.0.0.1', internal: true }],
  eth0: [
    { ...entry, family: 'IPv4' as const, address: '192.168.1.20' },
    { ...entry, family: 'IPv6' as const, address: 'fd00:1::5' },
  ],
}

test('Addresses count in every way of writing, loopback and names do not', () => {
  const own = ['192.168.1.20', 'fd00:1::5', 'FD00:0001:0::5']
  expect(own.filter((address) => !isOwnAddress(address, interfaces))).toEqual([])
  const others = ['127.0.0.1', '192.168.1.21', 'fd00:1::6', 'localhost', '']
  expect(others.filter((address) => isOwnAddress(address, interfaces))).toEqual([])
})

test('A name counts with its domain, without one and as .local', () => {
  const own = ['counter-1.pharmacy.example', 'COUNTER-1', 'counter-1.local']
  expect(own.filter((name) => !isOwnName(name, 'Counter-1.pharmacy.example'))).toEqual([])
  expect(['counter-2', 'counter-1.other.example', ''].some((name) => isOwnName(name, 'counter-1'))).toBe(
    false,
  )
})
