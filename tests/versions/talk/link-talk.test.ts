// A recorded talk of two agents over the job link: the recorded sender against the receiver of today, and the other way.
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { JOB_LINK_VERSION, type LinkState, type RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import { expect, onTestFinished, test } from 'vitest'
import { makeDeviceKey } from '../../../agent/core/keys/make-device-key.ts'
import type { SenderLink } from '../../../agent/core/link/link-parts.ts'
import { openSenderLink } from '../../../agent/core/link/sender/sender.ts'
import {
  connectedSocket,
  labelOf,
  receivingComputer,
  SELF,
  type Device,
  type ReceivingComputer,
} from '../../../agent/core/link/test/link-rig.ts'
import { openPinned, pinnedContext } from '../../../agent/core/link/tls/pinned-tls.ts'
import { Heard } from './heard.ts'
import { receiverWire, senderWire, tap } from './link-wires.ts'
import { play } from './play.ts'
import { isRecording, readTalk, writeTalk, type Line, type TestKey } from './talk.ts'

const NAME = 'job-link'
const IDS = ['7d0f1c1e-54a4-4f0e-9d5e-0f5c1f4b8a11', '7d0f1c1e-54a4-4f0e-9d5e-0f5c1f4b8a12']
const LABEL = '^XA^FO20,20^FDNobody, invented^FS^XZ'
const STEPS: readonly (readonly [at: 'asker' | 'host', does: string, how: unknown])[] = [
  ['asker', 'open', null],
  ['asker', 'send', { id: IDS[0], label: LABEL }],
  ['asker', 'send', { id: IDS[0], label: LABEL }],
  ['asker', 'send', { id: IDS[0], label: `${LABEL}^XA^XZ` }],
  ['asker', 'query', { id: IDS[0] }],
  ['host', 'news', { id: IDS[0] }],
  // Its answer comes behind the news.
  ['asker', 'query', { id: IDS[1] }],
  ['asker', 'close', null],
]

function deviceOf({ certificate, privateKey }: TestKey, index: number): Device {
  const { raw } = new X509Certificate(certificate)
  const fingerprint = createHash('sha256').update(raw).digest('hex')
  const deviceKey = `${index + 1}`.repeat(64)
  return {
    certificatePem: certificate,
    fingerprint,
    privateKey: createPrivateKey(privateKey),
    peer: { deviceKey, computerName: `PC-${index + 1}`, fingerprints: [fingerprint] },
  }
}

/** What a talk has the real sender of today do; `heard` is what it was answered, in words of today. */
function realSender(device: Device, peer: Device, port: () => number) {
  const heard: unknown[] = []
  let opened: Promise<SenderLink> | null = null
  const open = async (): Promise<SenderLink> => {
    const stream = await connectedSocket(port())
    const context = pinnedContext(device)
    const proven = await openPinned({
      context,
      stream,
      carrier: 'lan',
      peer: () => peer.peer,
      clock: systemClock,
    })
    const onState = (news: LinkState): void => void heard.push(news)
    const link = await openSenderLink({ proven, clock: systemClock, self: SELF, onState })
    onTestFinished(() => link.close())
    return link
  }
  const keep = (answer: unknown): void => void heard.push(answer)
  const does = async (what: string, how: unknown): Promise<void> => {
    const { id = '', label = '' } = (how ?? {}) as { readonly id?: string; readonly label?: string }
    if (what === 'open') return void (opened = open())
    const link = await opened
    if (what === 'send') void link?.send(labelOf(label, id), () => undefined).then(keep)
    if (what === 'query') void link?.query(id).then(keep)
    if (what === 'close') link?.close()
  }
  return { does, heard }
}

/** What a talk has the real receiver of today do. */
function receiverDoes({ receiver }: ReceivingComputer, { peer }: Device) {
  return async (what: string, how: unknown): Promise<void> => {
    const { id } = how as { readonly id: string }
    const now: RemoteState = { state: 'printed', reasons: [], evidence: 'L3' }
    if (what === 'news') receiver.tell({ id, origin: peer.deviceKey, now })
  }
}

async function newKey(name: string): Promise<TestKey> {
  const { pem, privateKey } = await makeDeviceKey({ name, nowMs: Date.now() })
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' })
  return { certificate: pem, privateKey: String(key.export({ type: 'pkcs8', format: 'pem' })) }
}

if (isRecording)
  test('The talk is recorded', async () => {
    const lines: Line[] = []
    const keys: [TestKey, TestKey] = [
      await newKey('test key of a sender'),
      await newKey('test key of a receiver'),
    ]
    const [client, printer] = keys.map(deviceOf) as [Device, Device]
    const computer = await receivingComputer(printer, [client])
    const port = await tap(() => computer.port, keys, lines)
    const sender = realSender(client, printer, () => port)
    for (const [at, does, how] of STEPS) {
      lines.push({ at, does, with: how })
      await (at === 'host' ? receiverDoes(computer, client) : sender.does)(does, how)
      await delay(1_000)
    }
    const made = 'npm run record-talk; the keys are test keys, made for this file'
    const talk = 'sender (asker) and receiver (host) of labels'
    writeTalk(NAME, { head: { talk, protocol: JOB_LINK_VERSION, made, keys }, lines })
  })

test('The recorded sender is understood by the receiver of today', async () => {
  const talk = readTalk(NAME)
  const [client, printer] = talk.head.keys.map(deviceOf) as [Device, Device]
  const computer = await receivingComputer(printer, [client])
  const heard = new Heard(talk, 'asker')
  const [key] = talk.head.keys as [TestKey]
  const wire = senderWire(computer.port, key, heard)
  await play({ talk, played: 'asker', wire, heard, does: receiverDoes(computer, client) })
  const sha256 = createHash('sha256').update(LABEL).digest('hex')
  expect(computer.arrivals.kept).toMatchObject([{ id: IDS[0], hashOfPayload: sha256, length: LABEL.length }])
})

test('The recorded receiver is understood by the sender of today', async () => {
  const talk = readTalk(NAME)
  const [client, printer] = talk.head.keys.map(deviceOf) as [Device, Device]
  const heard = new Heard(talk, 'host')
  const { port, wire } = await receiverWire((talk.head.keys as [TestKey, TestKey])[1], heard)
  const sender = realSender(client, printer, () => port)
  await play({ talk, played: 'host', wire, heard, does: sender.does })
  const sending = { state: 'sending', reasons: [], evidence: null }
  expect(sender.heard).toMatchObject([
    { outcome: 'accepted' },
    { outcome: 'duplicate', now: sending },
    { outcome: 'refused', reason: 'conflict', because: [], retryAfterMs: null },
    sending,
    { state: 'printed', reasons: [], evidence: 'L3' },
    { ...sending, state: 'not_known' },
  ])
})
