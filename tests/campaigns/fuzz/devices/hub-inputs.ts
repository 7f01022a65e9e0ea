// What a hostile device may say to the hub: the contract's events with wrong arguments, and packets and frames that are none.
import type { IRelayHub } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { NO_JOBS } from '@pharmacy-relay/shared/labels/job-report.ts'
import type { ArgsIn } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { hostileJson, hostileText, mutated, wrongCount, type Json } from '../hostile-json.ts'
import { brokenFrames, brokenPackets, wrongAttachments } from '../hub-packets.ts'
import { STAGES, type Stage } from '../raw-peer.ts'
import { textFrame } from '../raw-websocket.ts'
import { diceOf, type Dice } from '../../../kit/dice.ts'

const KINDS = [
  ...(['changed arguments', 'changed arguments', 'wrong counts', 'wrong names', 'wrong proof'] as const),
  ...(['wrong hello', 'wrong attachments', 'huge', 'broken packets', 'broken frames'] as const),
] as const
export type HubInputKind = (typeof KINDS)[number]

export interface HubInput {
  readonly kind: HubInputKind
  readonly stage: Stage
  /** What it answers to the challenge; null: nothing. */
  readonly proof: string | null
  /** Each goes out as it is, one behind the other. */
  readonly frames: readonly Buffer[]
  /** Not whole: a hub may wait for the rest of it, until its ping has no answer. */
  readonly mayWait: boolean
}

type Events = keyof typeof IRelayHub
/** Of bytes only the place: they go as an attachment. */
type GoodArgs = {
  readonly [E in Events]: E extends 'RelayMessageAsync' | 'SendHelpBundleAsync' | 'SendHelpLabelAsync'
    ? readonly Json[]
    : ArgsIn<(typeof IRelayHub)[E]>
}

const KEY = 'f'.repeat(64)
const HELP_ID = '11111111-1111-4111-8111-111111111111'
const GOOD: GoodArgs = {
  PairDeviceAsync: [{ code: 'BCDF-GHJK', computerName: 'PC', username: 'fuzz' }],
  RegisterDeviceAsync: [
    {
      computerName: 'PC',
      username: 'fuzz',
      localIpAddress: '10.0.0.7',
      email: '',
      clientVersion: '1.0.0',
      pharmacyId: 2,
      role: 'None',
    },
  ],
  UnregisterDeviceAsync: [],
  RelayMessageAsync: [KEY, { _placeholder: true, num: 0 }],
  NudgeAsync: [KEY],
  UpdateRoleAsync: ['Server'],
  ReportSystemAsync: [
    {
      totalRamMb: 8_192,
      supportAppNumber: null,
      os: 'Linux',
      addresses: ['10.0.0.7'],
      certificate: null,
      tcpPort: 9_100,
    },
  ],
  ReportPrintersAsync: [[{ id: 'cups:ZD421', name: 'ZD421', detail: 'Zebra ZD421' }]],
  ReportConfigAsync: [{ version: 1, hash: KEY, state: 'applied' }],
  ReportJobsAsync: [
    {
      hours: [
        { hour: 500_000, version: 1, counts: { ...NO_JOBS, accepted: 1 }, took: [{ ms: 40, count: 1 }] },
      ],
      waiting: { unknown: 0, held: 0, personReasons: [], printer: 0, printerReasons: [] },
    },
  ],
  SupportPresenceAsync: [{ taskId: 7, kind: 'writes' }],
  SendHelpLabelAsync: [
    {
      taskId: 7,
      clientId: HELP_ID,
      fileName: 'label.png',
      sha256: KEY,
      png: { _placeholder: true, num: 0 },
      consentAt: '2026-11-22T09:00:00.000Z',
      consentText: 'Yes',
    },
  ],
  SendHelpBundleAsync: [
    {
      taskId: 7,
      clientId: HELP_ID,
      fileName: 'bundle.txt',
      sha256: KEY,
      packed: { _placeholder: true, num: 0 },
    },
  ],
  AskForHelpAsync: [
    { clientId: HELP_ID, text: 'No label', diagnosis: null, language: 'de', contactName: null },
  ],
  SendHelpMessageAsync: [{ taskId: 1, clientId: HELP_ID, text: 'It is on' }],
  ListHelpTasksAsync: [],
  ListHelpMessagesAsync: [{ taskId: 1, afterSeq: 0 }],
  ReadHelpMessagesAsync: [{ taskId: 1, seq: 1 }],
  AnswerHelpAsync: [{ taskId: 1, isSolved: true }],
}
const EVENTS = Object.keys(GOOD) as [Events, ...Events[]]
const NAMES = [
  ...(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'NudgeRequestAsync'] as const),
  ...(['ChallengeAsync', 'nudgeasync', 'NudgeAsync ', 'then'] as const),
] as const
/** The hub takes 131,072 bytes. */
const HUGE = [60_000, 130_000, 131_072, 131_073, 200_000, 1_000_000] as const

/** The same for the same seed and number. */
export function hubInput(seed: number, inputNumber: number): HubInput {
  const random = diceOf(seed, inputNumber)
  const kind = random.oneOf(KINDS)
  const said = SAY[kind](random)
  return { kind, stage: STAGE[kind] ?? random.oneOf(STAGES), proof: null, ...said }
}

/** Where these are said; the others anywhere. */
const STAGE: { readonly [K in HubInputKind]?: Stage } = {
  'wrong hello': 'upgraded',
  'wrong proof': 'introduced',
}

type Said = Pick<HubInput, 'frames' | 'mayWait'> & Partial<Pick<HubInput, 'proof'>>

const SAY: Readonly<Record<HubInputKind, (random: Dice) => Said>> = {
  'changed arguments': (random) =>
    several(random, (event) => eventText(event, mutated([event, ...GOOD[event]], random))),
  'wrong counts': (random) =>
    several(random, (event) => eventText(event, wrongCount([event, ...GOOD[event]], random))),
  'wrong names': (random) =>
    several(random, () =>
      eventText('NudgeAsync', `["${random.oneOf(NAMES)}",${hostileJson(random)}]`, random.int(1_000)),
    ),
  'wrong proof': (random) => {
    const proof = { certificate: PEM, audience: '127.0.0.1:1', signature: 'A'.repeat(88) }
    const said = random.isOneIn(4) ? `[${hostileJson(random)}]` : mutated([{ ok: true, data: proof }], random)
    const list = JSON.stringify(['RegisterDeviceAsync', ...GOOD.RegisterDeviceAsync])
    return { ...whole([eventText('RegisterDeviceAsync', list)]), proof: said }
  },
  'wrong hello': (random) => whole([`40${random.isOneIn(3) ? hostileJson(random) : mutated(HELLO, random)}`]),
  'wrong attachments': (random) => wrongAttachments(random),
  huge: (random) => {
    const text = random.oneOf(['x', '[', '{"a":', '\\', hostileText(random) || 'y'])
    const event = `42["NudgeAsync","${text.repeat(Math.ceil(random.oneOf(HUGE) / text.length))}"]`
    return whole([event])
  },
  'broken packets': (random) => brokenPackets(random),
  'broken frames': (random) => brokenFrames(random),
}

const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
const HELLO = {
  protocolVersion: 2,
  agentVersion: '1.0.0',
  installId: '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11',
  bootId: '0c2f9e4e-1f0a-4f43-9d5b-7c3f3f0f2b22',
}

function whole(texts: readonly string[]): Said {
  return { frames: texts.map((text) => textFrame(text)), mayWait: false }
}

function several(random: Dice, one: (event: Events) => string): Said {
  return whole(Array.from({ length: 1 + random.int(4) }, () => one(random.oneOf(EVENTS))))
}

/** `list`: the event's name and arguments. Bytes would follow as an attachment; without them it is one more wrong form. */
function eventText(event: Events, list: string, id = 7): string {
  return `42${event === 'UnregisterDeviceAsync' ? '' : id}${list}`
}
