// What a hostile service may say to the store hub, with a token and without; and what a hostile store hub may say to a portal.
import type { IStoreClient, IStoreHub, RelayEvent } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { ArgsIn } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { clientInputs, eventText, saidTexts, type ClientInput } from '../agent/client-inputs.ts'
import { hostileJson, hostileText, mutated, wrongCount, type Json } from '../hostile-json.ts'
import { documentOf, NO_PART } from '../../../kit/programs.ts'
import { brokenFrames, brokenPackets, wrongAttachments, type Said } from '../hub-packets.ts'
import { STAGES, type Stage } from '../raw-peer.ts'
import { textFrame } from '../raw-websocket.ts'
import { diceOf, type Dice } from '../../../kit/dice.ts'

const KINDS = [
  ...(['changed subscriptions', 'changed subscriptions', 'other subscriptions', 'wrong names'] as const),
  ...(['wrong hello', 'bad token', 'wrong attachments', 'huge', 'broken packets', 'broken frames'] as const),
] as const
export type StoreInputKind = (typeof KINDS)[number]

export interface StoreInput extends Said {
  readonly kind: StoreInputKind
  readonly stage: Stage
}

type SubscribeArgs = ArgsIn<(typeof IStoreHub)['SubscribeAsync']>

const SOMEBODY = '7d0f1c1e-54a4-4f0e-9d5e-0f5c1f4b8a11'
const SUBSCRIBE: readonly ['SubscribeAsync', ...SubscribeArgs] = ['SubscribeAsync', SOMEBODY, 1]
/** The hub takes 262,144 bytes. */
const HUGE = [60_000, 262_144, 262_145, 400_000, 1_000_000] as const

/** The same for the same seed and number; `badTokens`: each must be refused. */
export function storeInput(
  seed: number,
  inputNumber: number,
  badTokens: readonly [string, ...string[]],
): StoreInput {
  const random = diceOf(seed, inputNumber)
  const kind = random.oneOf(KINDS)
  const isStranger = kind === 'wrong hello' || kind === 'bad token'
  return { kind, stage: isStranger ? 'upgraded' : random.oneOf(STAGES), ...SAY[kind](random, badTokens) }
}

type Say = (random: Dice, badTokens: readonly [string, ...string[]]) => Said

const SAY: Readonly<Record<StoreInputKind, Say>> = {
  'changed subscriptions': (random) =>
    said(Array.from({ length: 1 + random.int(4) }, () => changedSubscription(random))),
  'other subscriptions': (random) =>
    said(Array.from({ length: 1 + random.int(20) }, () => eventText('SubscribeAsync', other(random)))),
  'wrong names': (random) =>
    said([`42${random.int(1_000)}["${random.oneOf(NAMES)}",${hostileJson(random)}]`]),
  'wrong hello': (random) =>
    said([`40${random.isOneIn(3) ? hostileJson(random) : mutated({ token: 'x' }, random)}`]),
  'bad token': (random, badTokens) => said([`40${JSON.stringify({ token: random.oneOf(badTokens) })}`]),
  'wrong attachments': (random) => wrongAttachments(random),
  huge: (random) => {
    const text = random.oneOf(['x', '[', '{"a":', '\\', hostileText(random) || 'y'])
    return said([`427["SubscribeAsync","${text.repeat(Math.ceil(random.oneOf(HUGE) / text.length))}"]`])
  },
  'broken packets': (random) => brokenPackets(random),
  'broken frames': (random) => brokenFrames(random, true, 262_145n),
}

const NAMES = ['__proto__', 'constructor', 'toString', 'RelayEventsAsync', 'subscribeasync', 'then'] as const

function said(texts: readonly string[]): Said {
  return { frames: texts.map((text) => textFrame(text)), mayWait: false }
}

function changedSubscription(random: Dice): string {
  return `42${random.isOneIn(5) ? '' : '7'}${(random.isOneIn(3) ? wrongCount : mutated)(SUBSCRIBE, random)}`
}

/** Each keeps to the contract. */
function other(random: Dice): SubscribeArgs {
  return [SOMEBODY, random.oneOf([null, 0, 1, Number.MAX_SAFE_INTEGER])]
}

const AT = '2026-11-22T09:00:00.000Z'
const ROW = { id: 3, customerId: 1, at: AT }
const PRESENCE = {
  id: 3,
  customerId: 1,
  at: AT,
  kind: 'presence',
  computerId: 1,
  deviceKey: 'd1'.repeat(32),
  presenceSeq: 2,
  status: 'Offline',
  presence: 'offline',
  reason: 'bye',
} as const satisfies RelayEvent
const TASK = { id: 1, customerId: 1, subject: 'A label', claimedBy: null, at: AT }

type Events = keyof typeof IStoreClient
type GoodArgs = { readonly [E in Events]: Readonly<ArgsIn<(typeof IStoreClient)[E]>> }

/** `sessionId`: of a device that is there. */
function good(sessionId: string): GoodArgs {
  return {
    RelayEventsAsync: [[{ ...ROW, kind: 'customer' }, PRESENCE]],
    PushPrinterConfigAsync: [[{ sessionId, assignment: documentOf(NO_PART, 1) }]],
    AskDeviceAsync: [sessionId, 'ListJobsAsync', [10]],
    AskTracedAsync: [{ sessionId, name: 'ListJobsAsync', args: [10], traceId: '1f'.repeat(16) }],
    SessionSupersededAsync: [[SOMEBODY]],
    SessionRevokedAsync: [[{ sessionId: SOMEBODY, reason: 'bye', end: null }]],
    // One that is there would leave.
    NewIdentityAsync: [SOMEBODY, { code: 'BCDF-GHJK' }],
    ReceiveNewSupportTaskAsync: [TASK],
    ReceiveDoSupportTaskAsync: [TASK],
    ReceiveLeaveSupportTaskAsync: [TASK],
    ReceiveRemoveSupportTaskAsync: [TASK],
    ReceiveMessageAsync: [{ taskId: 1, senderName: 'Ada', text: 'hello', at: AT }],
    SupportPresenceAsync: [
      {
        viewerId: SOMEBODY,
        name: 'Ada',
        taskId: 1,
        kind: 'writes',
        customerId: 1,
        computerId: 1,
        guid: 'ada',
      },
    ],
  }
}

/** What a store hub may say to a portal; the same for the same seed and number. */
export function portalInputs(sessionId: string): (seed: number, inputNumber: number) => ClientInput {
  const args: Readonly<Record<string, readonly unknown[]>> = good(sessionId)
  return clientInputs({
    good: args as Readonly<Record<string, readonly Json[]>>,
    replies: [{ lastEventId: 7, replayed: true }],
    first: null,
    own: [
      [
        'rows with wrong ids',
        'registered',
        (random) => saidTexts([eventText('RelayEventsAsync', [rows(random)])]),
      ],
    ],
  })
}

/** Each keeps to the contract. */
function rows(random: Dice): readonly Json[] {
  const id = (): number => random.oneOf([0, 1, 2, 1_000_000, Number.MAX_SAFE_INTEGER])
  return Array.from({ length: random.oneOf([1, 2, 500]) }, () => ({
    ...(random.isOneIn(2) ? PRESENCE : ({ ...ROW, kind: 'customer' } as const)),
    id: id(),
    customerId: random.oneOf([1, 2_147_483_647]),
  }))
}
