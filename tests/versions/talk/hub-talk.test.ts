// A recorded talk of agent and hub: the recorded agent against the hub of today, the recorded hub against the agent of today.
import { createPrivateKey, sign, verify, X509Certificate } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { PROTOCOL_VERSION } from '@pharmacy-relay/shared/hub/version.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeDeviceKey } from '../../../agent/core/keys/make-device-key.ts'
import { startAgent, type InProcessAgent } from '../../../agent/test/in-process-agent.ts'
import { temporaryFolder } from '../../../agent/test/temporary-folder.ts'
import { NO_PART } from '../../kit/programs.ts'
import { agentWire, hubWire, tap } from './hub-wires.ts'
import { Heard, type Said, type Understood } from './heard.ts'
import { play } from './play.ts'
import { startRealHub } from './real-hub.ts'
import { isRecording, readTalk, writeTalk, type Line, type TestKey } from './talk.ts'

const NAME = 'agent-and-hub'
/** Nobody listens there: labels wait for this printer. */
const PRINTER = 'tcp:127.0.0.1:9'
const AS_PRINTER_COMPUTER = { ...NO_PART, role: 'Server', printerName: PRINTER, tcpPort: 19_178 }
const NOBODYS_LABEL = '7d0f1c1e-54a4-4f0e-9d5e-0f5c1f4b8a11'
/** DATA of a tunnel that the agent does not have: it answers with a RESET. */
const TUNNEL_DATA = Buffer.from('020000000123456789abcdef0000000000', 'hex')
const STEPS: readonly (readonly [at: 'asker' | 'host', does: string, how: unknown])[] = [
  ['asker', 'start', null],
  ['asker', 'pair', 'BCDF-GHJK'],
  ['host', 'assign', { version: 2, body: AS_PRINTER_COMPUTER }],
  ['host', 'announce', null],
  ['host', 'ask', { name: 'ListPrintersAsync', args: [] }],
  ['host', 'ask', { name: 'CollectDiagnosticsAsync', args: [] }],
  ['host', 'ask', { name: 'PrintTestLabelAsync', args: [] }],
  ['host', 'ask', { name: 'ListJobsAsync', args: [10] }],
  ['host', 'ask', { name: 'CancelJobAsync', args: [NOBODYS_LABEL] }],
  ['host', 'relay', { payload: TUNNEL_DATA }],
  ['host', 'nudge', null],
  ['host', 'supersede', null],
  ['host', 'move', { pharmacyId: 8, pharmacyName: 'Another Invented Pharmacy' }],
  ['host', 'newIdentity', { code: 'BCDF-GHJK' }],
  ['asker', 'stop', null],
  ['asker', 'start', null],
  ['host', 'revoke', { code: 'REVOKED', message: 'An Admin withdrew the access of this computer' }],
  ['host', 'refuse', { code: 'UPGRADE_REQUIRED', message: 'This version is too old' }],
  ['asker', 'stop', null],
  ['asker', 'start', null],
  ['asker', 'stop', null],
  ['host', 'refuse', null],
  ['asker', 'start', null],
  ['host', 'stop', null],
]

/** The real agent of today on one data folder, and what a talk has it do. */
function realAgent(hubUrl: string) {
  const dataFolder = temporaryFolder()
  let agent: InProcessAgent | null = null
  let stopped: Promise<unknown> = Promise.resolve()
  const start = async (): Promise<void> => {
    await stopped
    const options = { address: '127.0.1.78', printers: PRINTER, port: 19_179, dataFolder, hubUrl }
    agent = await startAgent({ ...options, isUnpaired: true })
  }
  return async (what: string, how: unknown): Promise<void> => {
    if (what === 'start') await start()
    if (what === 'stop') stopped = agent?.stop() ?? stopped
    if (what === 'pair') void agent?.ask('pair', { code: String(how), again: false, hubUrl: null })
  }
}

if (isRecording)
  test('The talk is recorded', async () => {
    const lines: Line[] = []
    const hub = await startRealHub(lines as Understood[])
    const agentDoes = realAgent(await tap(() => hub.url, lines))
    for (const [at, does, how] of STEPS) {
      lines.push({ at, does, with: how })
      await (at === 'host' ? hub : { does: agentDoes }).does(does, how)
      // Until nobody says anything any more.
      for (let before = -1; before !== lines.length; await delay(4_000)) before = lines.length
    }
    const { pem, privateKey } = await makeDeviceKey({ name: 'test key of a talk', nowMs: Date.now() })
    const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' })
    const made = 'npm run record-talk; the keys are test keys, made for this file'
    writeTalk(NAME, {
      head: {
        talk: 'agent (asker) and hub (host)',
        protocol: PROTOCOL_VERSION,
        made,
        keys: [{ certificate: pem, privateKey: String(key.export({ type: 'pkcs8', format: 'pem' })) }],
      },
      // Not how the agent tries to come back.
      lines: lines.slice(0, lines.findLastIndex((line) => 'ends' in line) + 1),
      // Its own certificate is replaced, since its key is not known; so is what is true of one computer.
      invented: { certificate: pem, os: 'Linux', totalRamMb: 8_192, addresses: ['192.168.1.20'] },
    })
  })

const Nonce = z.tuple([z.object({ nonce: z.string() })])
const Hello = z.object({ installId: z.string(), bootId: z.string() })
const Proof = z.object({
  ok: z.literal(true),
  data: z.object({ certificate: z.string(), audience: z.string(), signature: z.string() }),
})

/** As that version signed it, in its own words: who changes the text shuts its agents out. */
function signedText(nonce: string, audience: string, hello: unknown): Buffer {
  const { installId, bootId } = Hello.parse(hello)
  return Buffer.from(JSON.stringify(['pharmacy-relay/1 device proof', nonce, audience, installId, bootId]))
}

test('The recorded agent talks with the hub of today as with its own', async () => {
  const talk = readTalk(NAME)
  const heard = new Heard(talk, 'asker')
  const hub = await startRealHub(heard.understood)
  const wire = agentWire(hub.url, heard)
  const [{ privateKey }] = talk.head.keys as [TestKey]
  let hello: unknown = null
  const proven = ({ says, with: args }: Said, reply: unknown): unknown => {
    if (says !== 'ChallengeAsync') return reply
    const [{ nonce }] = Nonce.parse(args)
    const { data } = Proof.parse(reply)
    const audience = new URL(hub.url).host
    const signature = sign('sha256', signedText(nonce, audience, hello), privateKey).toString('base64')
    return { ok: true, data: { ...data, audience, signature } }
  }
  const connect = async (said: unknown): Promise<unknown> => wire.connect((hello = said))
  await play({
    talk,
    played: 'asker',
    wire: { ...wire, connect },
    heard,
    does: hub.does,
    renewed: proven,
  })
})

test('The recorded hub talks with the agent of today as with its own', async () => {
  const talk = readTalk(NAME)
  const heard = new Heard(talk, 'host')
  const { url, wire } = await hubWire(heard)
  let hello: unknown = null
  const check = (says: string, asked: unknown, reply: unknown): void => {
    if (says !== 'ChallengeAsync') return
    const { certificate, audience, signature } = Proof.parse(reply).data
    const [{ nonce }] = Nonce.parse(asked)
    const { publicKey } = new X509Certificate(certificate)
    expect(audience).toBe(new URL(url).host)
    const text = signedText(nonce, audience, hello)
    expect(verify('sha256', text, publicKey, Buffer.from(signature, 'base64'))).toBe(true)
  }
  const connect = async (said: unknown): Promise<unknown> => (hello = await wire.connect(said))
  await play({
    talk,
    played: 'host',
    wire: { ...wire, connect },
    heard,
    does: realAgent(url),
    check,
  })
})
