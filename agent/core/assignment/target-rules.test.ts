// Which targets and ports an assignment may name, by the ids of the security list.
import { describe, expect, test } from 'vitest'
import { allowedAddresses, isAllowedPort, isThisComputer, type TargetRules } from './target-rules.ts'

const rules = (over: Partial<TargetRules> = {}): TargetRules => ({
  localAddress: null,
  isOwnAddress: () => false,
  ...over,
})
const isAllowed = (address: string, over: Partial<TargetRules> = {}): boolean =>
  allowedAddresses([address], rules(over)).length === 1

describe('L09: a target address', () => {
  test.each(['10.0.0.5', '172.16.0.1', '172.31.255.254', '192.168.1.50', 'fd00:1::5'])(
    '%s is allowed: a private network',
    (address) => expect(isAllowed(address)).toBe(true),
  )

  test.each([
    ['public', '8.8.8.8'],
    ['public', '172.32.0.1'],
    ['public', '2001:4860:4860::8888'],
    ['of a carrier', '100.64.0.1'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['loopback', '::1'],
    ['loopback in IPv6 form', '::ffff:127.0.0.1'],
    ['public in IPv6 form', '::ffff:808:808'],
    ['private in IPv6 form', '::ffff:10.0.0.5'],
    ['link-local', '169.254.7.7'],
    ['link-local', 'fe80::1'],
    ['metadata', '169.254.169.254'],
    ['metadata', 'fd00:ec2::254'],
    ['metadata written out', 'fd00:0ec2:0:0:0:0:0:0254'],
    ['multicast', '224.0.0.251'],
    ['multicast', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '0.0.0.0'],
    ['unspecified', '::'],
    ['no address', 'printer.local'],
  ])('is refused: %s (%s)', (_kind, address) => {
    expect(isAllowed(address)).toBe(false)
    expect(isAllowed(address, { localAddress: '192.168.1.20' })).toBe(false)
  })

  test('on loopback is allowed to an agent that is on loopback itself, and nothing else beyond', () => {
    const development = { localAddress: '127.0.1.3' }
    expect(['127.0.1.2', '::1', '10.0.0.5'].map((address) => isAllowed(address, development))).toEqual(
      Array(3).fill(true),
    )
    expect(['8.8.8.8', '169.254.169.254', '0.0.0.0'].some((address) => isAllowed(address, development))).toBe(
      false,
    )
  })

  test('that this computer has as well is left out, and the others keep their order', () => {
    const addresses = ['192.168.1.9', '172.17.0.1', '8.8.8.8', '10.0.0.5']
    const isOwnAddress = (address: string): boolean => address === '172.17.0.1'
    expect(allowedAddresses(addresses, rules({ isOwnAddress }))).toEqual(['192.168.1.9', '10.0.0.5'])
  })
})

test('An agent in development is no target of itself', () => {
  expect(allowedAddresses(['127.0.1.3', '127.0.1.2'], rules({ localAddress: '127.0.1.3' }))).toEqual([
    '127.0.1.2',
  ])
})

test('What is sent to loopback or to an address of its own reaches this computer', () => {
  const own = rules({ isOwnAddress: (address) => address === '192.168.1.20' })
  const hosts = ['127.0.0.1', '127.9.9.9', '::1', 'LOCALHOST', '0.0.0.0', '::', '192.168.1.20']
  expect(hosts.filter((host) => !isThisComputer(host, own))).toEqual([])
  expect(['192.168.1.50', 'printer.local'].some((host) => isThisComputer(host, own))).toBe(false)
  const development = rules({ localAddress: '127.0.1.3' })
  expect(['127.0.1.3', '127.0.0.1'].map((host) => isThisComputer(host, development))).toEqual([true, false])
})

test('L10: ports below 1024 are refused, but for LPD and IPP', () => {
  const low = Array.from({ length: 1_023 }, (_, index) => index + 1)
  expect(low.filter(isAllowedPort)).toEqual([515, 631])
  expect([1_024, 9_100, 65_535].every(isAllowedPort)).toBe(true)
})
