// A device on a raw WebSocket, as far as an input wants it: upgraded, introduced, or proven and registered.
import { randomUUID } from 'node:crypto'
import { PROTOCOL_VERSION } from '@pharmacy-relay/shared/hub/version.ts'
import { Challenge } from '@pharmacy-relay/shared/pairing.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { z } from 'zod'
import { RawWebSocket } from './raw-websocket.ts'

export const STAGES = ['upgraded', 'introduced', 'registered'] as const
export type Stage = (typeof STAGES)[number]

/** Of every device here: what it is known by is not what is tried. */
const certificate = newCertificate()
const Asked = z.tuple([z.literal('ChallengeAsync'), Challenge])
/** The hub counts its questions to all devices together. */
const CHALLENGE = /^42(?<id>\d+)(?<args>\["ChallengeAsync".*)$/s
const REGISTER_ID = 900_001
/** Of the question that every hub answers: there is no such event. */
export const ASK_ID = 900_002

export interface RawDevice {
  readonly socket: RawWebSocket
  /** The number under which the hub waits for its proof; empty before it was asked. */
  readonly challengeId: string
  /** Every text that came, beside pings, since it got as far as its stage. */
  readonly heard: string[]
  /** Asks for an event that does not exist: null when the answer or the end came within `limitMs`, else what did not. */
  answersOrEnds(limitMs: number): Promise<string | null>
}

/** Rejects when the hub does not let it as far as `stage` within `limitMs`. */
export async function rawDevice(
  way: { readonly port: number; readonly localAddress: string; readonly pharmacyId: number },
  stage: Stage,
  limitMs: number,
): Promise<RawDevice> {
  const socket = new RawWebSocket(way)
  const heard: string[] = []
  const reached = Promise.withResolvers<void>()
  const said = Promise.withResolvers<null>()
  const hello = helloOf()
  let challengeId = ''
  const timer = setTimeout(() => reached.reject(new Error(`not ${stage} within ${limitMs} ms`)), limitMs)
  socket.onClosed = () => {
    reached.reject(new Error(`closed before it was ${stage}: ${heard.join(' ').slice(0, 300)}`))
    said.resolve(null)
  }
  socket.onText = (text) => {
    if (text === '2') return socket.text('3')
    heard.push(text)
    if (text.startsWith('0') && stage !== 'upgraded') socket.text(`40${JSON.stringify(hello)}`)
    const asked = CHALLENGE.exec(text)?.groups
    if (asked !== undefined) challengeId = asked['id'] ?? ''
    if (stage === 'registered' && asked !== undefined)
      proveAndRegister(socket, { challengeId, args: JSON.parse(asked['args'] ?? ''), hello, ...way })
    if (ENDS[stage].test(text)) reached.resolve()
    if (text.startsWith(`43${ASK_ID}[`)) said.resolve(null)
  }
  await reached.promise.finally(() => clearTimeout(timer))
  heard.length = 0
  return {
    ...{ socket, heard, challengeId },
    answersOrEnds: async (askLimitMs) => answersOrEnds(socket, said.promise, askLimitMs),
  }
}

/** Asks for an event that does not exist: null when `said` or the end came within `limitMs`, else what did not. */
export async function answersOrEnds(
  socket: RawWebSocket,
  said: Promise<null>,
  limitMs: number,
): Promise<string | null> {
  socket.text(`42${ASK_ID}["NoSuchEvent"]`)
  if (socket.isClosed) return null
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve(`neither answered nor closed in ${limitMs} ms`), limitMs)
  return Promise.race([said, late.promise]).finally(() => clearTimeout(timer))
}

/** What the hub says last before a device is that far. */
const ENDS: Readonly<Record<Stage, RegExp>> = {
  upgraded: /^0/,
  introduced: CHALLENGE,
  registered: new RegExp(`^43${REGISTER_ID}\\[\\{"ok":true`),
}

function helloOf() {
  return {
    ...{ protocolVersion: PROTOCOL_VERSION, agentVersion: '1.0.0' },
    ...{ installId: randomUUID(), bootId: randomUUID() },
  }
}

function proveAndRegister(
  socket: RawWebSocket,
  known: {
    readonly challengeId: string
    readonly args: unknown
    readonly hello: ReturnType<typeof helloOf>
    readonly port: number
    readonly pharmacyId: number
  },
): void {
  const [, { nonce }] = Asked.parse(known.args)
  const proof = certificate.prove({ nonce, audience: `127.0.0.1:${known.port}`, ...known.hello })
  const registration = {
    ...{ computerName: 'FUZZ-PC', username: 'fuzz', localIpAddress: '10.0.0.7', email: '' },
    ...{ clientVersion: '1.0.0', pharmacyId: known.pharmacyId, role: 'None' },
  }
  socket.text(`43${known.challengeId}${JSON.stringify([{ ok: true, data: proof }])}`)
  socket.text(`42${REGISTER_ID}${JSON.stringify(['RegisterDeviceAsync', registration])}`)
}
