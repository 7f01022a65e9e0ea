// A device on a raw WebSocket, as far as an input wants it: upgraded, introduced, or proven and registered.
import { randomUUID } from 'node:crypto'
import { PROTOCOL_VERSION } from '@pharmacy-relay/shared/hub/version.ts'
import { Challenge } from '@pharmacy-relay/shared/pairing.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { z } from 'zod'
import { letIn, type RawPeer, type Stage } from '../raw-peer.ts'
import { RawWebSocket } from '../raw-websocket.ts'

/** Of every device here: what it is known by is not what is tried. */
const certificate = newCertificate()
const Asked = z.tuple([z.literal('ChallengeAsync'), Challenge])
/** The hub counts its questions to all devices together. */
const CHALLENGE = /^42(?<id>\d+)(?<args>\["ChallengeAsync".*)$/s
const REGISTER_ID = 900_001

export interface RawDevice extends RawPeer {
  /** The number under which the hub waits for its proof; empty before it was asked. */
  readonly challengeId: string
}

/** Rejects when the hub does not let it as far as `stage` within `limitMs`. */
export async function rawDevice(
  way: { readonly port: number; readonly localAddress: string; readonly pharmacyId: number },
  stage: Stage,
  limitMs: number,
): Promise<RawDevice> {
  const socket = new RawWebSocket(way)
  const hello = helloOf()
  let challengeId = ''
  const onText = (text: string): void => {
    if (text.startsWith('0') && stage !== 'upgraded') socket.text(`40${JSON.stringify(hello)}`)
    const asked = CHALLENGE.exec(text)?.groups
    if (asked !== undefined) challengeId = asked['id'] ?? ''
    if (stage === 'registered' && asked !== undefined)
      proveAndRegister(socket, { challengeId, args: JSON.parse(asked['args'] ?? ''), hello, ...way })
  }
  const peer = await letIn(socket, { stage, limitMs, ends: ENDS, onText })
  return { ...peer, challengeId }
}

/** What the hub says last before a device is that far. */
const ENDS: Readonly<Record<Stage, RegExp>> = {
  upgraded: /^0/,
  introduced: CHALLENGE,
  registered: new RegExp(`^43${REGISTER_ID}\\[\\{"ok":true`),
}

function helloOf() {
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentVersion: '1.0.0',
    installId: randomUUID(),
    bootId: randomUUID(),
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
    computerName: 'FUZZ-PC',
    username: 'fuzz',
    localIpAddress: '10.0.0.7',
    email: '',
    clientVersion: '1.0.0',
    pharmacyId: known.pharmacyId,
    role: 'None',
  }
  socket.text(`43${known.challengeId}${JSON.stringify([{ ok: true, data: proof }])}`)
  socket.text(`42${REGISTER_ID}${JSON.stringify(['RegisterDeviceAsync', registration])}`)
}
