// The structures of Windows' TCP/IP port monitor at the offsets that the documented declaration gives them.
import { describe, expect, test } from 'vitest'
import { deletedPortData, portData } from './port-data.ts'

/**
 * The declaration in tcpxcv.h, one line a field: WCHAR arrays of MAX_PORTNAME_LEN (64), MAX_NETWORKNAME_LEN (49),
 * MAX_SNMP_COMMUNITY_STR_LEN (33), MAX_QUEUENAME_LEN (33), MAX_IPADDR_STR_LEN (16), BYTE Reserved[540], DWORDs aligned to 4.
 */
const AT = {
  sztPortName: 0,
  dwVersion: 128,
  dwProtocol: 132,
  cbSize: 136,
  dwReserved: 140,
  sztHostAddress: 144,
  sztSNMPCommunity: 242,
  dwDoubleSpool: 308,
  sztQueue: 312,
  sztIPAddress: 378,
  reserved: 410,
  dwPortNumber: 952,
  dwSNMPEnabled: 956,
  dwSNMPDevIndex: 960,
  end: 964,
} as const

function textAt(data: Buffer, from: number, to: number): string {
  return data.subarray(from, to).toString('utf16le').replace(/\0+$/, '')
}

describe('PORT_DATA_1', () => {
  const data = portData({ name: 'PharmacyRelay', host: '127.0.0.1', port: 9_100 })
  const numberAt = (at: number): number => data.readUInt32LE(at)

  test('is 964 bytes, says so, and is version 1', () => {
    expect(data).toHaveLength(AT.end)
    expect(numberAt(AT.cbSize)).toBe(964)
    expect(numberAt(AT.dwVersion)).toBe(1)
  })

  test('names port and host, raw bytes and the port number', () => {
    expect(textAt(data, AT.sztPortName, AT.dwVersion)).toBe('PharmacyRelay')
    expect(textAt(data, AT.sztHostAddress, AT.sztSNMPCommunity)).toBe('127.0.0.1')
    expect(numberAt(AT.dwProtocol)).toBe(1)
    expect(numberAt(AT.dwPortNumber)).toBe(9_100)
  })

  test('has SNMP off, no double spooling, no queue, and nothing in what is reserved', () => {
    expect(numberAt(AT.dwSNMPEnabled)).toBe(0)
    expect(numberAt(AT.dwSNMPDevIndex)).toBe(1)
    expect(textAt(data, AT.sztSNMPCommunity, AT.dwDoubleSpool)).toBe('public')
    expect(numberAt(AT.dwReserved)).toBe(0)
    expect(numberAt(AT.dwDoubleSpool)).toBe(0)
    expect(data.subarray(AT.sztQueue, AT.dwPortNumber).every((byte) => byte === 0)).toBe(true)
    expect(AT.dwPortNumber - AT.reserved).toBeGreaterThanOrEqual(540)
  })

  test('takes the longest host that fits, and none that does not', () => {
    const longest = 'h'.repeat(48)
    const fits = portData({ name: 'p'.repeat(63), host: longest, port: 65_535 })
    expect(textAt(fits, AT.sztHostAddress, AT.sztSNMPCommunity)).toBe(longest)
    expect(fits).toHaveLength(AT.end)
    expect(() => portData({ name: 'p', host: `${longest}h`, port: 9_100 })).toThrow(RangeError)
    expect(() => portData({ name: 'p'.repeat(64), host: 'h', port: 9_100 })).toThrow(RangeError)
  })
})

test('DELETE_PORT_DATA_1 is 236 bytes: name, 98 reserved bytes, version 1', () => {
  const data = deletedPortData('PharmacyRelay')
  expect(data).toHaveLength(236)
  expect(textAt(data, 0, 128)).toBe('PharmacyRelay')
  expect(data.subarray(128, 228).every((byte) => byte === 0)).toBe(true)
  expect(data.readUInt32LE(228)).toBe(1)
  expect(data.readUInt32LE(232)).toBe(0)
})
