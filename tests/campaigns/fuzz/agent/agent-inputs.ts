// What a hostile hub may say to an agent: the events of its contract, what other devices may send, and good words with wrong values.
import { deviceRequests, forEachRequest, requestNames } from '@pharmacy-relay/shared/hub/device-requests.ts'
import { MAX_RELAY_BYTES, type IRelayClient } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import type { ArgsIn } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { AssignmentTarget } from '@pharmacy-relay/shared/printer-assignment.ts'
import { KIND, tunnelMessage } from '../../../../agent/core/link/tunnel/tunnel-message.ts'
import { clientInputs, eventText, saidTexts, type SaidToClient } from './client-inputs.ts'
import { hostileJson, mutated, type Json } from '../hostile-json.ts'
import { frameOf, OPCODE, textFrame } from '../raw-websocket.ts'
import { documentOf, NO_PART } from '../../../kit/programs.ts'
import type { Dice } from '../../../kit/dice.ts'

type Events = keyof typeof IRelayClient
/** Of bytes only the place: they go as an attachment. */
type GoodArgs = {
  readonly [E in Events]: E extends 'ReceiveMessageAsync'
    ? readonly Json[]
    : Readonly<ArgsIn<(typeof IRelayClient)[E]>>
}

/** In bytes that devices send each other: of these a log must never have any. */
export const MARK = 'Mr-Fuzz-takes-a-tablet'
export const PEER_KEY = 'c1'.repeat(32)
const HASH = 'f'.repeat(64)
const AT = '2026-11-22T09:00:00.000Z'
const TARGET = {
  computerName: 'DISPENSARY',
  deviceKey: 'd1'.repeat(32),
  addresses: ['127.0.9.8'],
  tcpPort: 9,
  certificateFingerprints: [],
} satisfies AssignmentTarget
const CHALLENGE = { nonce: 'A'.repeat(43), serverTime: AT }

const GOOD: GoodArgs = {
  ChallengeAsync: [CHALLENGE],
  PharmacyChangedAsync: [{ pharmacyId: 8, pharmacyName: 'Other' }],
  NewIdentityAsync: [{ code: 'BCDF-GHJK' }],
  ReceiveMessageAsync: [PEER_KEY, { _placeholder: true, num: 0 }],
  RoleChangedAsync: ['Server'],
  HelpChangedAsync: [{ taskId: 7 }],
  SupportPresenceAsync: [{ taskId: 7, kind: 'writes' }],
  PrinterConfigChangedAsync: [documentOf({ ...NO_PART, role: 'Client', target: TARGET }, 1)],
  ...forEachRequest((): [] => []),
  ListJobsAsync: [10],
  CancelJobAsync: ['7d0f1c1e-54a4-4f0e-9d5e-0f5c1f4b8a11'],
  AskTracedAsync: [{ name: 'ListJobsAsync', args: [10], traceId: '1f'.repeat(16) }],
  NudgeRequestAsync: [{ isAlive: true, latencyMs: 3, timestamp: AT }],
  DeviceStatusChangedAsync: [PEER_KEY, 'Offline'],
  SessionReplacedAsync: [],
  SessionEndedAsync: [{ code: 'RATE_LIMITED', message: 'Come back' }],
  RestartingAsync: [{ afterMs: 30_000, windowMs: 0 }],
}

/** What the agent hears of a hub first. */
export function challengeText(): string {
  return `42900001${JSON.stringify(['ChallengeAsync', CHALLENGE])}`
}

const REPLIES: readonly Json[] = [
  { deviceKey: HASH, connectionId: '0c2f9e4e-1f0a-4f43-9d5b-7c3f3f0f2b22', publicIpAddress: '203.0.113.5' },
  { state: 'paired', pharmacyId: 9, pharmacyName: 'Another' },
  null,
]

/** The same for the same seed and number. */
export const agentInput = clientInputs({
  good: GOOD as Readonly<Record<string, readonly Json[]>>,
  replies: REPLIES,
  first: challengeText,
  own: [
    ['wrong challenges', 'introduced', wrongChallenge],
    ['messages of devices', 'registered', relayed],
    ['messages of devices', null, relayed],
    ['good with wrong values', 'registered', goodButWrong],
  ],
})

function wrongChallenge(random: Dice): SaidToClient {
  const one = (): string =>
    random.isOneIn(3)
      ? `427["ChallengeAsync",${hostileJson(random)}]`
      : `427${mutated(['ChallengeAsync', CHALLENGE], random)}`
  return saidTexts(
    Array.from({ length: 1 + random.int(3) }, () => (random.isOneIn(6) ? challengeText() : one())),
  )
}

/** Tunnels that somebody opens and fills with noise, and bytes that are no message of a tunnel. */
function relayed(random: Dice): SaidToClient {
  const head = textFrame(`451-["ReceiveMessageAsync","${PEER_KEY}",{"_placeholder":true,"num":0}]`, false)
  const channel = random.bytes(8).toString('hex')
  const noise = (): Buffer => {
    const size = random.oneOf([0, 1, 15, 16, 100, 49_152, MAX_RELAY_BYTES - MARK.length - 16])
    return Buffer.concat([Buffer.from(MARK), random.bytes(Math.min(size, 300)), Buffer.alloc(size)])
  }
  const kind = (): (typeof KIND)[keyof typeof KIND] => random.oneOf([1, 2, 2, 3, 4, 5])
  const payload = (at: number): Uint8Array => {
    if (at === 0 && !random.isOneIn(4)) return tunnelMessage(KIND.OPEN, { channel })
    if (random.isOneIn(4)) return noise()
    const number = random.oneOf([0, 1, 2, 4_294_967_295, 262_144])
    return tunnelMessage(kind(), { channel, number, ...(random.isOneIn(3) ? {} : { bytes: noise() }) })
  }
  const frames = Array.from({ length: 1 + random.int(6) }, (_, at) => [
    head,
    frameOf(Buffer.from(payload(at)), { opcode: OPCODE.binary, isMasked: false }),
  ]).flat()
  return { frames, texts: [], wrongAnswers: [], mayWait: false }
}

/** Each keeps to the contract, and is what no hub in its right mind says to this computer. */
function goodButWrong(random: Dice): SaidToClient {
  const version = random.oneOf([1, 2, Number.MAX_SAFE_INTEGER])
  const wrong: readonly [SaidPair, ...SaidPair[]] = [
    ['PrinterConfigChangedAsync', documentOf(NO_PART, version)],
    ['PrinterConfigChangedAsync', documentOf({ ...NO_PART, role: 'Client', target: TARGET }, version)],
    [
      'PrinterConfigChangedAsync',
      documentOf({ ...NO_PART, role: 'Server', printerName: 'tcp:127.0.0.1:1' }, version),
    ],
    [
      'PrinterConfigChangedAsync',
      documentOf({ ...NO_PART, role: 'Server', printerName: 'folder:/../..', tcpPort: 1 }, version),
    ],
    ['PrinterConfigChangedAsync', documentOf({ ...NO_PART, role: 'Server', target: TARGET }, version)],
    ['PharmacyChangedAsync', { pharmacyId: 2_147_483_647, pharmacyName: "'; --" }],
    ['NudgeRequestAsync', { isAlive: false, latencyMs: 3_600_000, timestamp: '0000-01-01T00:00:00.000Z' }],
    ['RestartingAsync', { afterMs: 600_000, windowMs: 600_000 }],
    ['SessionEndedAsync', { code: random.oneOf(['DELETED', 'REVOKED', 'NOT_APPROVED']), message: '' }],
    ['SessionEndedAsync', { code: 'IDENTITY_CONFLICT', message: 'x'.repeat(500) }],
  ]
  if (random.isOneIn(40)) return saidTexts([eventText('NewIdentityAsync', [{ code: 'BCDF-GHJK' }])])
  if (random.isOneIn(6))
    return saidTexts([eventText(random.oneOf(['ListPrintersAsync', ...BARE_REQUESTS]), [])])
  const [event, argument] = random.oneOf(wrong)
  return saidTexts([eventText(event, [argument])])
}

/** Those that take no arguments. */
const BARE_REQUESTS = requestNames.filter((name) => deviceRequests[name].args.safeParse([]).success)

type SaidPair = readonly [event: Events, argument: object]
