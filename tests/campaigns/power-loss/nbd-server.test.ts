// The disk over its socket, asked byte by byte as QEMU asks it.
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { diceOf } from '../../kit/dice.ts'
import { CachedDisk, SECTOR_BYTES } from './disk.ts'
import { COMMAND } from './nbd-frames.ts'
import { serveDisk } from './nbd-server.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const numbers = (...parts: readonly (readonly [bits: 16 | 32 | 64, value: number])[]): Buffer =>
  Buffer.concat(parts.map(([bits, value]) => Buffer.from(value.toString(16).padStart(bits / 4, '0'), 'hex')))
const option = (number: number): Buffer =>
  Buffer.concat([Buffer.from('IHAVEOPT'), numbers([32, number], [32, 0])])
const request = (command: number, offset: number, length: number): Buffer =>
  numbers([32, 0x25_60_95_13], [16, 0], [16, command], [64, 77], [64, offset], [32, length])
const reply = (error: number): Buffer => numbers([32, 0x67_44_66_98], [32, error], [64, 77])

async function connectedDisk() {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-nbd-'))
  undo.push(() => rmSync(folder, { recursive: true }))
  const disk = new CachedDisk(16 * SECTOR_BYTES)
  const server = await serveDisk(disk, path.join(folder, 'disk.sock'))
  undo.push(async () => server.close())
  const client = net.connect(server.path)
  undo.push(() => client.destroy())
  let received = Buffer.alloc(0)
  client.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])))
  client.on('error', () => undefined)
  const take = async (bytes: number): Promise<Buffer> => {
    await expect.poll(() => received.length, { interval: 2 }).toBeGreaterThanOrEqual(bytes)
    const taken = received.subarray(0, bytes)
    received = received.subarray(bytes)
    return taken
  }
  return { disk, server, client, take }
}

/** As QEMU begins: structured replies, which we do not have, then the disk itself. */
async function startedDisk() {
  const connected = await connectedDisk()
  const { client, take } = connected
  expect((await take(18)).toString('latin1', 0, 16)).toBe('NBDMAGICIHAVEOPT')
  client.write(Buffer.concat([numbers([32, 3]), option(8)]))
  expect((await take(20)).readUInt32BE(12)).toBe(0x80_00_00_01)
  client.write(option(7))
  const info = await take(20 + 12 + 20)
  expect(Number(info.readBigUInt64BE(22))).toBe(16 * SECTOR_BYTES)
  return connected
}

test('what is written is read back, in requests that arrive in pieces', async () => {
  const { client, take } = await startedDisk()
  const data = Buffer.alloc(2 * SECTOR_BYTES, 'x')
  const both = Buffer.concat([
    request(COMMAND.write, SECTOR_BYTES, data.length),
    data,
    request(COMMAND.read, 0, 4 * SECTOR_BYTES),
  ])
  for (let at = 0; at < both.length; at += 300) client.write(both.subarray(at, at + 300))
  expect(await take(16)).toEqual(reply(0))
  expect(await take(16)).toEqual(reply(0))
  const empty = Buffer.alloc(SECTOR_BYTES)
  expect(await take(4 * SECTOR_BYTES)).toEqual(Buffer.concat([empty, data, empty]))
})

test('a flush that was answered outlives the cut, a write alone does not', async () => {
  const { disk, client, take } = await startedDisk()
  const write = (letter: string, sector: number): Buffer =>
    Buffer.concat([
      request(COMMAND.write, sector * SECTOR_BYTES, SECTOR_BYTES),
      Buffer.alloc(SECTOR_BYTES, letter),
    ])
  client.write(Buffer.concat([write('a', 0), request(COMMAND.flush, 0, 0), write('b', 1)]))
  await take(3 * 16)
  expect(disk.flushes).toBe(1)
  disk.cut(0, diceOf(1, ''))
  expect(disk.read(0, 1).toString()).toBe('a')
  expect(disk.read(SECTOR_BYTES, 1)[0]).toBe(0)
})

test('a write that was under way when the power failed never reaches the disk', async () => {
  const { disk, server, client, take } = await startedDisk()
  client.write(Buffer.concat([request(COMMAND.flush, 0, 0), request(COMMAND.write, 0, SECTOR_BYTES)]))
  await take(16)
  server.dropAll()
  client.write(Buffer.alloc(SECTOR_BYTES, 'a'))
  await expect.poll(() => client.closed).toBe(true)
  expect(disk.read(0, 1)[0]).toBe(0)
})

test('an unknown command is refused, and a client that speaks something else is let go', async () => {
  const { client, take } = await startedDisk()
  client.write(request(9, 0, 0))
  expect(await take(16)).toEqual(reply(22))
  client.write(Buffer.from('GET / HTTP/1.1\r\nHost: disk\r\n\r\n'))
  await expect.poll(() => client.closed).toBe(true)
})

test('a write beyond the end ends the connection', async () => {
  const { client } = await startedDisk()
  client.write(
    Buffer.concat([request(COMMAND.write, 16 * SECTOR_BYTES, SECTOR_BYTES), Buffer.alloc(SECTOR_BYTES)]),
  )
  await expect.poll(() => client.closed).toBe(true)
})
