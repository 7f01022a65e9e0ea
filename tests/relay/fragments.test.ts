// W06 (CVE-2026-48779): a message of a million pieces of one byte ends its connection soon, and costs the hub nothing to speak of.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { joinHub, startHubProcess } from './hub-rig.ts'

const PIECES = 1_000_000
/** A text of one byte, masked with zeros, of which more is to come; and one byte more. */
const [FIRST, MORE] = [
  [0x01, 0x81, 0, 0, 0, 0, 0x34],
  [0x00, 0x81, 0, 0, 0, 0, 0x34],
]
const CLOSE = 0x88
const POLICY_VIOLATION = 1008

/** The connection of a stranger, upgraded, who has said nothing yet. */
async function upgraded(url: string): Promise<Socket> {
  const asked = request(`${url}/hubs/?EIO=4&transport=websocket`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  })
  asked.end()
  const [, socket] = (await once(asked, 'upgrade')) as [unknown, Socket]
  return socket
}

/** Sends all it may; resolves with the code that the hub closed with, null for a connection that was cut without one. */
async function closeCodeOf(socket: Socket, bytes: Buffer): Promise<number | null> {
  const heard: Buffer[] = []
  socket.on('data', (chunk: Buffer) => void heard.push(chunk))
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  const all = Buffer.concat(heard)
  const at = all.lastIndexOf(CLOSE)
  return at === -1 ? null : all.readUInt16BE(at + 2)
}

/** The most memory that the process has had, in MB. */
function peakMb(pid: number): number {
  const kb = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1_024
}

describe.skipIf(process.platform !== 'linux')('W06', () => {
  test('a million pieces of a message end its connection, for 20 MB at most, and the next device is let in', async () => {
    const hub = await startHubProcess(['COUNTER-1', 'COUNTER-2'])
    await joinHub(hub.url, 'COUNTER-1')
    const before = peakMb(hub.pid)
    const pieces = Buffer.concat([
      Buffer.from(FIRST),
      Buffer.alloc(MORE.length * (PIECES - 1), Buffer.from(MORE)),
    ])
    expect(await closeCodeOf(await upgraded(hub.url), pieces)).toBe(POLICY_VIOLATION)
    const grownMb = peakMb(hub.pid) - before
    process.stdout.write(`  a million pieces: the hub's peak grew by ${grownMb.toFixed(1)} MB\n`)
    expect(grownMb).toBeLessThan(20)
    await joinHub(hub.url, 'COUNTER-2')
  })
})
