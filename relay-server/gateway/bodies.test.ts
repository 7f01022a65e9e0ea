// Bodies arrive as they were sent: both directions, every framing, slow readers, few connections, many clients.
import { createHash } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { call, startGateway, startRawUpstream, startUpstream } from './test/gateway-rig.ts'

const MIB = 1_048_576
const ROOM = {
  Gateway__Limits__BodyBytes: String(8 * MIB),
  Gateway__Limits__UpstreamSockets: '4',
  Gateway__Limits__ConnectionsPerAddress: '1000',
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Bytes that differ at every offset and for every seed. */
function pattern(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed * 2_654_435_761 + 1
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

/** Answers with the digest of what came and a body of the asked size and framing. */
async function startDigest() {
  return startUpstream((req, res, seen) => {
    const asked = new URL(req.url ?? '', 'http://x').searchParams
    const body = pattern(Number(asked.get('size')), Number(asked.get('seed')))
    res.setHeader('X-Digest', digest(seen.body))
    if (asked.get('framing') === 'length') res.setHeader('Content-Length', body.length)
    if (asked.get('framing') === 'close') {
      res.useChunkedEncodingByDefault = false
      res.setHeader('Connection', 'close')
      res.removeHeader('Transfer-Encoding')
    }
    for (let at = 0; at < body.length; at += 50_000) res.write(body.subarray(at, at + 50_000))
    res.end()
  })
}

/** Waits until a figure that has begun to grow no longer changes for 50 looks. */
async function standsStill(figure: () => number): Promise<void> {
  let before = 0
  let looks = 0
  await until('the figure stands still', () => {
    const now = figure()
    looks = now > 0 && now === before ? looks + 1 : 0
    before = now
    return looks === 50
  })
}

const SIZES = [0, 1, 100, 16_384, 65_535, 65_536, 65_537, 300_000, 3 * MIB]

describe('bodies', () => {
  it('have the same digest on both sides, whatever their size and framing', async () => {
    const upstream = await startDigest()
    const { gateway, url } = await startGateway({ upstreamPort: upstream.port, settings: ROOM })
    const agent = new http.Agent({ keepAlive: true, maxSockets: 16 })
    const runs = SIZES.flatMap((size) => ['length', 'chunked', 'close'].map((framing) => ({ size, framing })))
    await Promise.all(
      runs.map(async ({ size, framing }, seed) => {
        const body = pattern(size, seed + 1000)
        const headers = framing === 'length' ? { 'Content-Length': size } : { 'Transfer-Encoding': 'chunked' }
        const path = `/Store/x?size=${size}&seed=${seed}&framing=${framing}`
        const reply = await call(url + path, { method: 'POST', agent, body, headers })
        expect([path, reply.headers['x-digest']]).toEqual([path, digest(body)])
        expect([path, digest(reply.body)]).toEqual([path, digest(pattern(size, seed))])
      }),
    )
    agent.destroy()
    const { open, free } = gateway.upstreamConnections('store')
    expect([open <= 4, open]).toEqual([true, free])
  })

  it('of many small requests over few connections stay with their request', async () => {
    const upstream = await startDigest()
    const { url } = await startGateway({ upstreamPort: upstream.port, settings: ROOM })
    const agent = new http.Agent({ keepAlive: true, maxSockets: 32 })
    await Promise.all(
      Array.from({ length: 400 }, async (_, seed) => {
        const body = pattern(seed * 7, seed)
        const framing = seed % 2 === 0 ? 'length' : 'chunked'
        const options = {
          method: 'POST',
          agent,
          body,
          headers: seed % 3 === 0 ? { 'Transfer-Encoding': 'chunked' } : {},
        }
        const reply = await call(`${url}/Store/x?size=${seed * 5}&seed=${seed}&framing=${framing}`, options)
        expect(reply.headers['x-digest']).toBe(digest(body))
        expect(digest(reply.body)).toBe(digest(pattern(seed * 5, seed)))
      }),
    )
    agent.destroy()
  })

  it('wait for a slow client without being held in memory', async () => {
    const size = 40 * MIB
    let written = 0
    const upstream = await startUpstream((_req, res) => {
      res.setHeader('Content-Length', size)
      const block = Buffer.alloc(65_536, 7)
      const pump = (): void => {
        while (written < size) {
          written += block.length
          if (!res.write(block)) return void res.once('drain', pump)
        }
        res.end()
      }
      pump()
    })
    const { port } = await startGateway({ upstreamPort: upstream.port })
    const client = net.connect(port, '127.0.0.1')
    client.write('GET /Store/x HTTP/1.1\r\nHost: gw.test\r\nConnection: close\r\n\r\n')
    client.pause()
    await standsStill(() => written)
    // What is under way sits in socket buffers; the rest has not left the service.
    expect(written).toBeLessThan(size)
    let received = 0
    client.on('data', (bytes: Buffer) => {
      received += bytes.length
    })
    client.resume()
    await new Promise((resolve) => client.once('close', resolve))
    expect(received).toBeGreaterThan(size)
  })

  it('wait for a slow service without being held in memory', async () => {
    const size = 40 * MIB
    const served: net.Socket[] = []
    const upstreamPort = await startRawUpstream((socket) => {
      served.push(socket)
    })
    const settings = { Gateway__Limits__BodyBytes: String(size) }
    const { port } = await startGateway({ upstreamPort, settings })
    const client = net.connect(port, '127.0.0.1')
    onTestFinished(() => void client.destroy())
    client.write(`POST /Store/x HTTP/1.1\r\nHost: gw.test\r\nContent-Length: ${size}\r\n\r\n`)
    client.write(Buffer.alloc(size, 7))
    await until('the request is served', () => served.length === 1)
    served[0]?.pause()
    await standsStill(() => client.bytesWritten - client.writableLength)
    expect(client.writableLength).toBeGreaterThan(0)
    let received = 0
    served[0]?.on('data', (bytes: Buffer) => {
      received += bytes.length
    })
    served[0]?.resume()
    await until('everything has arrived', () => received > size)
    expect(client.writableLength).toBe(0)
  })

  it('cut by the client never reach the service as complete requests', async () => {
    const upstream = await startDigest()
    const { gateway, port } = await startGateway({ upstreamPort: upstream.port, settings: ROOM })
    const client = net.connect(port, '127.0.0.1').on('error', () => {})
    client.write(
      `POST /Store/x HTTP/1.1\r\nHost: gw.test\r\nContent-Length: 200000\r\n\r\n${'a'.repeat(150_000)}`,
    )
    await until('the upstream has the head', () => upstream.heads.length === 1)
    client.destroy()
    await until('the upstream connection is closed', () => gateway.upstreamConnections('store').open === 0)
    expect(upstream.seen).toEqual([])
  })

  it('pass an early reply on and close, when the service does not want the rest', async () => {
    const server = http.createServer((_req, res) => {
      res.writeHead(403, { 'Content-Length': 2 }).end('no')
    })
    const upstreamPort = await listening(server)
    const { gateway, port } = await startGateway({
      upstreamPort,
      settings: ROOM,
    })
    const client = net.connect(port, '127.0.0.1').on('error', () => {})
    let text = ''
    client.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
    })
    client.write(
      `POST /Store/x HTTP/1.1\r\nHost: gw.test\r\nContent-Length: 200000\r\n\r\n${'a'.repeat(100_000)}`,
    )
    await new Promise((resolve) => client.once('close', resolve))
    expect(text).toMatch(/^HTTP\/1\.1 403 [\s\S]*Connection: close[\s\S]*\r\n\r\nno$/)
    expect(gateway.upstreamConnections('store').open).toBe(0)
    server.close()
    server.closeAllConnections()
  })
})
