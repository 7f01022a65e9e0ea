// Documents of a pharmacy's computers keep to the contract, and their hash depends on nothing but what they say.
import { describe, expect, test } from 'vitest'
import type { RoleNumber } from '@pharmacy-relay/shared/device-role.ts'
import {
  AssignmentBody,
  canonicalJson,
  PrinterAssignment,
} from '@pharmacy-relay/shared/printer-assignment.ts'
import { assignmentBodies, type PrintingComputer } from './assignment-bodies.ts'
import { assignmentHash } from './assignment-hash.ts'

const computer = (id: number, role: RoleNumber): PrintingComputer => ({
  id,
  role,
  pcName: `PC-${id}`,
  letterNumber: id,
  deviceKey: String(id).repeat(64),
  addresses: ['192.168.1.10', 'fe80::1'],
  fingerprints: [],
  successor: null,
  endorsements: [],
})
const printer = { printerComputerId: 1, printerName: 'cups:ZD421', tcpPort: 9105 }
const all = [computer(1, 1), computer(2, 2), computer(3, 2), computer(4, 0)]

describe('a pharmacy with a PrinterComputer', () => {
  const bodies = assignmentBodies(all, printer)

  test('gives it printer, port and Clients', () => {
    expect(bodies.get(1)).toEqual({
      role: 'Server',
      printerName: 'cups:ZD421',
      tcpPort: 9105,
      target: null,
      clients: [2, 3].map((id) => ({
        deviceKey: String(id).repeat(64),
        computerName: `PC-${id}`,
        certificateFingerprints: [],
      })),
      standby: null,
      computerLetter: 'A',
    })
  })

  test('gives each Client the target, and a computer without a role nothing', () => {
    const target = {
      computerName: 'PC-1',
      deviceKey: '1'.repeat(64),
      addresses: ['192.168.1.10', 'fe80::1'],
      tcpPort: 9105,
      certificateFingerprints: [],
    }
    const nothing = { printerName: null, tcpPort: null, clients: [], standby: null }
    expect(bodies.get(2)).toEqual({ role: 'Client', ...nothing, target, computerLetter: 'B' })
    expect(bodies.get(3)).toEqual({ ...bodies.get(2), computerLetter: 'C' })
    expect(bodies.get(4)).toEqual({ role: 'None', ...nothing, target: null, computerLetter: 'D' })
  })

  test('makes documents that keep to the contract', () => {
    for (const body of bodies.values()) {
      expect(AssignmentBody.parse(body)).toEqual(body)
      const whole = { ...body, version: 1, hash: assignmentHash(body) }
      expect(PrinterAssignment.parse(whole)).toEqual(whole)
    }
  })
})

test.each([
  ['no configuration', all.slice(1), null],
  ['a configuration of a computer that is no PrinterComputer any more', all.slice(1), printer],
])('with %s Clients have no target', (_case, computers, active) => {
  expect(assignmentBodies(computers, active).get(2)).toMatchObject({ role: 'Client', target: null })
})

describe('the hash', () => {
  const hashes = (computers: readonly PrintingComputer[], tcpPort = 9105) =>
    [...assignmentBodies(computers, { ...printer, tcpPort }).entries()]
      .toSorted(([a], [b]) => a - b)
      .map(([, body]) => assignmentHash(body))

  test('is the same whatever the order of computers and keys', () => {
    expect(hashes(all.toReversed())).toEqual(hashes(all))
    expect(canonicalJson({ b: [{ y: 1, x: null }], a: 'ş' })).toBe('{"a":"ş","b":[{"x":null,"y":1}]}')
  })

  test('differs for those, and only those, whom a change concerns', () => {
    const differs = (changed: readonly PrintingComputer[], tcpPort?: number) =>
      hashes(changed, tcpPort).map((hash, index) => hash !== hashes(all)[index])
    expect(differs(all, 9100)).toEqual([true, true, true, false])
    expect(differs(all.map((one) => (one.id === 1 ? { ...one, pcName: 'NEW' } : one)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(differs(all.map((one) => (one.id === 2 ? { ...one, pcName: 'NEW' } : one)))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(differs(all.map((one) => (one.id === 4 ? { ...one, role: 2 } : one)))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})
