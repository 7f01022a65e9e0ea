// A receiver for tests, and Clients that write whatever a test wants.
import { createHash, randomUUID } from 'node:crypto'
import { Duplex } from 'node:stream'
import { z } from 'zod'
import { FRAME, LINK_LIMITS, type FrameType } from '@pharmacy-relay/shared/job-link.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { controlFrame, FrameReader, frameHeader } from '../frames/frames.ts'
import type { TrustedPeer } from '../link-parts.ts'
import { Receiver } from '../receiver/receiver.ts'
import { MemoryArrivals } from './memory-arrivals.ts'

export const HELLO = { version: 1, jobBytes: 1_000_000, streams: 32, agent: '1.0.0', computerName: 'PC' }
export const PEER: TrustedPeer = { deviceKey: 'c1', computerName: 'COUNTER-1', fingerprints: ['f'] }
export const MB = 1_048_576

/** A receiver, and Clients that write whatever a test wants. */
export function receiver() {
  const [clock, arrivals] = [new SteppedClock(), new MemoryArrivals()]
  let trusted: TrustedPeer | null = PEER
  const parts = {
    arrivals,
    clock,
    logger: silentLogger,
    self: () => ({ agent: '1.0.0', computerName: 'PRINTER-PC' }),
  }
  const rig = new Receiver({ ...parts, peerOf: () => trusted })
  const connect = async (peer = PEER, carrier: 'lan' | 'hub' = 'lan') => {
    const client = new Client()
    rig.take({ stream: client.farEnd, peer, fingerprint: 'f', carrier })
    client.say(FRAME.HELLO, 0, HELLO)
    await turns()
    return client
  }
  return { rig, arrivals, clock, connect, distrust: () => (trusted = null) }
}

export class Client {
  readonly heard: {
    readonly type: FrameType
    readonly stream: number
    readonly body: Record<string, unknown>
  }[] = []
  readonly #reader = new FrameReader()
  /** False: what the receiver writes stays with it. */
  reads = true
  /** Calls of the system, or records of TLS. */
  writes = 0
  #held: (() => void)[] = []
  readonly farEnd = new Duplex({
    allowHalfOpen: false,
    read() {},
    writev: (chunks, done) => {
      this.writes += 1
      for (const { chunk } of chunks) this.#hear(chunk as Buffer)
      if (this.reads) done()
      else this.#held.push(done)
    },
  })

  #hear(chunk: Buffer): void {
    for (const { type, stream, body } of this.#reader.push(Buffer.from(chunk)))
      this.heard.push({ type, stream, body: bodyOf(body) })
  }

  say(type: FrameType, stream: number, body: object | null = null): void {
    this.farEnd.push(controlFrame(type, stream, body))
  }

  data(stream: number, bytes: Buffer): void {
    this.farEnd.push(Buffer.concat([frameHeader(FRAME.DATA, stream, bytes.length), bytes]))
  }

  /** `bytes`: as much of its bytes as are to come; the rest of `job` replaces what is announced. */
  job(
    stream: number,
    payload: Buffer,
    job: { readonly bytes?: Buffer; readonly [name: string]: unknown } = {},
  ): string {
    const { bytes = payload, ...more } = job
    const id = randomUUID()
    const sha256 = createHash('sha256').update(payload).digest('hex')
    this.say(FRAME.JOB, stream, { id, length: payload.length, sha256, ttlMs: 60_000, reprint: null, ...more })
    for (let at = 0; at < bytes.length; at += LINK_LIMITS.dataBytes)
      this.data(stream, bytes.subarray(at, at + LINK_LIMITS.dataBytes))
    return id
  }

  answers(): unknown[] {
    return this.heard
      .filter(({ type }) => type === FRAME.ANSWER)
      .map(({ body }) => body['reason'] ?? body['outcome'])
  }

  byes(): unknown[] {
    return this.heard.filter(({ type }) => type === FRAME.BYE).map(({ body }) => body['reason'])
  }
}

export async function turns(count = 12): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

function bodyOf(body: Buffer): Record<string, unknown> {
  return body.length === 0 ? {} : z.record(z.string(), z.unknown()).parse(JSON.parse(body.toString()))
}
