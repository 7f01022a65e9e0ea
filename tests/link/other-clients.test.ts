// A Client that stalls, floods or lies harms nobody else: labels of another one come out meanwhile.
import { createHash, randomUUID } from 'node:crypto'
import net from 'node:net'
import tls from 'node:tls'
import { FRAME, LINK_LIMITS } from '@pharmacy-relay/shared/job-link.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { controlFrame, frameHeader } from '../../agent/core/link/frames/frames.ts'
import { newDevices, type Device } from '../../agent/core/link/test/link-rig.ts'
import { labels, pharmacyWith, type Computer } from './pharmacy-rig.ts'

const MEBIBYTE = 1_048_576
const HELLO = controlFrame(FRAME.HELLO, 0, {
  version: 1,
  jobBytes: MEBIBYTE,
  streams: 32,
  agent: '0.1.0',
  computerName: 'ROGUE',
})

/** TLS of a Client that is trusted, with nothing on it that keeps to the protocol. */
async function rogueLink(rogue: Device, to: Computer) {
  const socket = tls.connect({
    socket: net.connect({ host: to.address, port: to.port }),
    cert: rogue.certificatePem,
    key: rogue.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    minVersion: 'TLSv1.3',
    ALPNProtocols: ['label-link/1'],
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
  })
  const seen = { isOver: false, bytes: 0 }
  socket.on('error', () => undefined)
  socket.on('close', () => (seen.isOver = true))
  socket.on('data', (chunk: Buffer) => (seen.bytes += chunk.length))
  onTestFinished(() => void socket.destroy())
  socket.write(HELLO)
  await until('the HELLO', () => seen.bytes > 0)
  return { socket, seen }
}

function job(stream: number, bytes: number): Buffer {
  const sha256 = createHash('sha256').update(String(stream)).digest('hex')
  const body = { id: randomUUID(), length: bytes, sha256, ttlMs: 60_000, reprint: null }
  return controlFrame(FRAME.JOB, stream, body)
}

function data(stream: number, bytes: number): Buffer {
  return Buffer.concat([frameHeader(FRAME.DATA, stream, bytes), Buffer.alloc(bytes, 'x')])
}

/** Behind one that stalls it would come after a minute; a busy machine takes seconds. */
const LIMIT_MS = 30_000

async function withRogue() {
  const { pharmacy, server, counter } = await pharmacyWith()
  const [rogue] = await newDevices(1)
  if (rogue === undefined) throw new Error('no device')
  pharmacy.hub.add('ROGUE', [rogue.fingerprint])
  await pharmacy.assign(server.name, [counter.name], ['ROGUE'])
  const comesThrough = async (): Promise<number> => {
    const [label = Buffer.alloc(0)] = labels(1, { from: server.cameOut().length })
    const [atMs, before] = [performance.now(), server.cameOut().length]
    await counter.take(label)
    await until('the label', () => server.cameOut().length > before)
    return performance.now() - atMs
  }
  await comesThrough()
  return { server, rogue, comesThrough }
}

describe('Labels of another Client come out while one', () => {
  test('stalls in the middle of all the labels that it may have under way', async () => {
    const { server, rogue, comesThrough } = await withRogue()
    const { socket } = await rogueLink(rogue, server)
    for (let stream = 1; stream <= LINK_LIMITS.streams; stream += 1)
      socket.write(Buffer.concat([job(stream, 5 * MEBIBYTE), data(stream, 100)]))
    for (let n = 0; n < 5; n += 1) expect(await comesThrough()).toBeLessThan(LIMIT_MS)
    expect(server.cameOut()).toHaveLength(6)
  })

  test('floods with labels that are not what was announced, and connects again and again', async () => {
    const { server, rogue, comesThrough } = await withRogue()
    let isFlooding = true
    const flooding = (async () => {
      while (isFlooding) {
        const { socket, seen } = await rogueLink(rogue, server)
        for (let stream = 1; stream <= 30 && !seen.isOver; stream += 1) {
          const isTaken = socket.write(Buffer.concat([job(stream, 32_000), data(stream, 32_000)]))
          if (!isTaken) await new Promise((resolve) => setTimeout(resolve, 5))
        }
        socket.destroy()
      }
    })()
    for (let n = 0; n < 5; n += 1) expect(await comesThrough()).toBeLessThan(LIMIT_MS)
    isFlooding = false
    await flooding
    expect(server.cameOut()).toHaveLength(6)
    expect(await server.jobs()).toHaveLength(6)
  })

  test('says what no Client says: more bytes than announced, lengths that cannot be, frames of 4 GB', async () => {
    const { server, rogue, comesThrough } = await withRogue()
    const lies = [
      Buffer.concat([job(1, 10), data(1, 32_000), data(1, 32_000)]),
      job(1, 999_999_999),
      data(7, 1_000),
      Buffer.from('ffffffff03000001', 'hex'),
    ]
    for (const lie of lies) {
      const { socket } = await rogueLink(rogue, server)
      socket.write(lie)
      expect(await comesThrough()).toBeLessThan(LIMIT_MS)
    }
    expect(await server.jobs()).toHaveLength(1 + lies.length)
  })
})
