// A whole job link through a hub that changes, repeats and misleads what it relays: security-and-reliability.md 2.6, N09 to N11.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import type { LinkAnswer } from '@pharmacy-relay/shared/job-link.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { SenderLink, TrustedPeer } from './link-parts.ts'
import { PinnedAcceptor } from './tls/pinned-acceptor.ts'
import { openPinned, pinnedContext } from './tls/pinned-tls.ts'
import { Receiver } from './receiver/receiver.ts'
import { openSenderLink } from './sender/sender.ts'
import { TestHubLines } from './test/hub-lines.ts'
import { labelOf, newDevices, SELF, type Device } from './test/link-rig.ts'
import { MemoryArrivals } from './test/memory-arrivals.ts'
import { KIND, TUNNEL } from './tunnel/tunnel-message.ts'
import type { TunnelSwitchboard } from './tunnel/tunnel-switchboard.ts'

let devices: { readonly client: Device; readonly server: Device; readonly other: Device }

beforeAll(async () => {
  const [client, server, other] = await newDevices(3)
  if (client === undefined || server === undefined || other === undefined) throw new Error('too few')
  devices = { client, server, other }
})

const clock = systemClock

/** A computer with a printer that trusts the client, at that hub. */
function receiverAt(lines: TestHubLines, device: Device): MemoryArrivals {
  const arrivals = new MemoryArrivals()
  const { client } = devices
  const peerOf = (fingerprint: string): TrustedPeer | null =>
    fingerprint === client.fingerprint ? client.peer : null
  const receiver = new Receiver({ arrivals, clock, logger: silentLogger, self: () => SELF, peerOf })
  const acceptor = new PinnedAcceptor({
    identity: device,
    peerOf,
    carrier: 'hub',
    clock,
    logger: silentLogger,
    onProven: (proven) => receiver.take(proven),
  })
  lines.join(device.peer.deviceKey, { onIncoming: (stream) => acceptor.take(stream) })
  onTestFinished(() => lines.cut(device.peer.deviceKey))
  return arrivals
}

async function linkTo(device: Device, client: TunnelSwitchboard): Promise<SenderLink> {
  const proven = await openPinned({
    context: pinnedContext(devices.client),
    stream: client.open(device.peer.deviceKey),
    clock,
    carrier: 'hub',
    peer: () => device.peer,
  })
  return openSenderLink({ proven, clock, self: SELF, onState: () => undefined })
}

function scene() {
  const lines = new TestHubLines()
  const arrivals = receiverAt(lines, devices.server)
  const client = lines.join(devices.client.peer.deviceKey)
  onTestFinished(() => lines.cut(devices.client.peer.deviceKey))
  return { lines, arrivals, client }
}

type Outcome = LinkAnswer['outcome'] | 'silent'

/** How sending one label ended: what the sender was told, or nothing for some time. */
async function sendOne(client: TunnelSwitchboard, payload: string, silenceMs = 60_000): Promise<Outcome> {
  const send = async (): Promise<Outcome> => {
    const link = await linkTo(devices.server, client)
    const { outcome } = await link.send(labelOf(payload), () => undefined)
    link.close()
    return outcome
  }
  const silence = new Promise<Outcome>((resolve) => setTimeout(() => resolve('silent'), silenceMs).unref())
  return Promise.race([send().catch(() => 'refused' as const), silence])
}

/** Of a label that need not come through: more than a link and a label take. */
const SILENCE_MS = 500
/** From OPEN to ANSWER; sometimes two of them travel as one. */
const MESSAGES = 8
const FLIPS = Number(process.env['RELAYED_FLIPS'] ?? 200)
const SENT = 'a label of a patient that does not exist'

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 0xff
  return copy
}

/** The whole of the headers of the tunnel and of TLS, then places all over the message. */
function placeOf(round: number, length: number): number {
  return (round <= TUNNEL.headerBytes + 5 ? round : round * 7_919) % length
}

/**
 * The version in the header of records that are not encrypted: TLS 1.3 looks at it nowhere, as old ones lie there
 * (RFC 8446, 5.1), and what was sent arrives unchanged.
 */
function ignoredPlaces(message: Uint8Array): number[] {
  const bytes = Buffer.from(message)
  const places: number[] = []
  for (let at = TUNNEL.headerBytes; at + 5 <= bytes.length; at += 5 + bytes.readUInt16BE(at + 3))
    if (bytes[at] !== ENCRYPTED) places.push(at + 2)
  return places
}

const ENCRYPTED = 23

interface Flip {
  /** Which byte of which message; null when there was no such message. */
  readonly change: string | null
  readonly isAccepted: boolean
}

/** One link and one label, while a byte of one message is flipped. */
async function flip(round: number, target: number): Promise<Flip> {
  const { lines, arrivals, client } = scene()
  let [count, isIgnored] = [0, false]
  let change: string | null = null
  lines.treat = ({ bytes }) => {
    count += 1
    if (count !== target + 1) return [bytes]
    const at = placeOf(round, bytes.length)
    isIgnored = ignoredPlaces(bytes).includes(at)
    change = `message ${target}, byte ${at} of ${bytes.length}`
    return [flipped(bytes, at)]
  }
  const outcome = await sendOne(client, SENT, SILENCE_MS)
  for (const device of [devices.server, devices.client]) lines.cut(device.peer.deviceKey)
  // Nothing else than what was sent is ever taken, and never twice.
  expect(arrivals.kept.map(({ length }) => length)).toEqual(arrivals.kept.length === 0 ? [] : [SENT.length])
  expect(arrivals.kept.every(({ hashOfPayload, sha256 }) => hashOfPayload === sha256)).toBe(true)
  return { change, isAccepted: outcome === 'accepted' && !isIgnored }
}

test(
  'N09: of 1,000 relayed messages with one byte flipped each is refused',
  { timeout: 300_000 },
  async () => {
    const targets = Array.from({ length: MESSAGES }, (_, target) => target)
    let flips = 0
    for (let round = 0; flips < FLIPS; round += 1) {
      const tried = await Promise.all(targets.map(async (target) => flip(round, target)))
      const changed = tried.filter(({ change }) => change !== null)
      expect(changed.filter(({ isAccepted }) => isAccepted)).toEqual([])
      expect(changed.length).toBeGreaterThan(0)
      flips += changed.length
    }
  },
)

describe('N10: messages of a link that are relayed again', () => {
  test('print nothing, neither while it lives nor afterwards', async () => {
    const { lines, arrivals, client } = scene()
    const server = devices.server.peer.deviceKey
    expect(await sendOne(client, SENT)).toBe('accepted')
    const toServer = lines.passed.filter(({ to }) => to === server)
    for (let again = 0; again < 3; again += 1) {
      for (const { from, bytes } of toServer) {
        lines.inject(from, server, bytes)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    // A hub that knows what was answered may also try the other order, and parts of it.
    for (const { from, bytes } of toServer.toReversed()) lines.inject(from, server, bytes)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([arrivals.kept.length, arrivals.accepts.length]).toEqual([1, 1])
    expect(await sendOne(client, SENT)).toBe('accepted')
  })

  test('end the link when they come at once, and the label is there once', async () => {
    const { lines, arrivals, client } = scene()
    lines.treat = ({ bytes, kind }) => (kind === KIND.DATA ? [bytes, bytes] : [bytes])
    expect(await sendOne(client, SENT)).toBe('refused')
    expect(arrivals.kept).toEqual([])
  })
})

describe('N11: messages that the hub takes to the wrong computer', () => {
  test('make no link with a computer of another certificate, though it trusts the sender', async () => {
    const { lines, client } = scene()
    const otherArrivals = receiverAt(lines, devices.other)
    const [server, other] = [devices.server.peer.deviceKey, devices.other.peer.deviceKey]
    const sender = devices.client.peer.deviceKey
    lines.treat = ({ from, to, bytes }) => {
      if (to === server) lines.inject(from, other, bytes)
      if (from === other) lines.inject(server, sender, bytes)
      return []
    }
    await expect(linkTo(devices.server, client)).rejects.toMatchObject({ code: 'not_pinned' })
    expect([otherArrivals.kept, otherArrivals.accepts]).toEqual([[], []])
  })

  test('are no part of any link there', async () => {
    const { lines, arrivals, client } = scene()
    const otherArrivals = receiverAt(lines, devices.other)
    const link = await linkTo(devices.server, client)
    lines.treat = ({ from, bytes }) => {
      lines.inject(from, devices.other.peer.deviceKey, bytes)
      return []
    }
    const sent = link.send(labelOf(SENT), () => undefined).catch(() => 'refused')
    await new Promise((resolve) => setTimeout(resolve, 100))
    lines.cut(devices.client.peer.deviceKey)
    expect(await sent).toBe('refused')
    expect([arrivals.kept, otherArrivals.kept]).toEqual([[], []])
  })

  test('under the name of another sender are still labels of whose certificate it is', async () => {
    const { lines, arrivals } = scene()
    const client = lines.join(devices.other.peer.deviceKey)
    expect(await sendOne(client, SENT)).toBe('accepted')
    expect(arrivals.kept.map(({ origin }) => origin)).toEqual([devices.client.peer.deviceKey])
  })
})
