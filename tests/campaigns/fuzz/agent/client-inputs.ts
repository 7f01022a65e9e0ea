// What a hostile hub may say to its client, whatever the contract: wrong events and answers, packets and frames that are none.
import { hostileJson, hostileText, mutated, wrongCount, type Json } from '../hostile-json.ts'
import { brokenFrames, brokenPackets, wrongAttachments, type Said } from '../hub-packets.ts'
import type { Stage } from '../raw-peer.ts'
import { textFrame } from '../raw-websocket.ts'
import { diceOf, type Dice } from '../../../kit/dice.ts'

export interface ClientInput {
  readonly kind: string
  readonly stage: Stage
  /** Each goes out as it is, one behind the other. */
  readonly frames: readonly Buffer[]
  /** Those of them that are packets of text; some may keep to the contract after all. */
  readonly texts: readonly string[]
  /** What the client's calls are answered with, one after the other. */
  readonly wrongAnswers: readonly string[]
  /** Not whole: the client may wait for the rest of it, until no ping comes. */
  readonly mayWait: boolean
}

export type SaidToClient = Omit<ClientInput, 'kind' | 'stage'>
export type Saying = readonly [kind: string, stage: Stage | null, say: (random: Dice) => SaidToClient]

export interface ClientContract {
  /** Arguments that keep to the contract, by event. */
  readonly good: Readonly<Record<string, readonly Json[]>>
  /** Good data of what the client may ask. */
  readonly replies: readonly Json[]
  /** What the client must have heard before it asks anything, as a packet; null: nothing. */
  readonly first: (() => string) | null
  /** What else is said to this client. */
  readonly own: readonly Saying[]
}

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'NoSuchAsync'] as const
/** An agent takes 131,072 bytes. */
/** A portal takes 100 MiB. */
const MORE_THAN_ANYBODY_TAKES = 1n << 30n
const HUGE = [60_000, 131_072, 131_073, 200_000, 1_000_000] as const
const REFUSAL = { message: 'no', data: { code: 'RATE_LIMITED', message: 'Later', retryAfterMs: 0 } }
const STAGES_SAID: readonly [Stage, ...Stage[]] = ['registered', 'registered', 'introduced', 'upgraded']

/** Gives inputs that are the same for the same seed and number. */
export function clientInputs(contract: ClientContract): (seed: number, inputNumber: number) => ClientInput {
  const [first, ...more] = [...general(contract), ...contract.own]
  return (seed, inputNumber) => {
    const random = diceOf(seed, inputNumber)
    const [kind, stage, say] = first === undefined ? nothing : random.oneOf([first, ...more])
    return { kind, stage: stage ?? random.oneOf(STAGES_SAID), ...say(random) }
  }
}

const nothing: Saying = ['nothing', null, () => saidTexts([])]

export function saidTexts(texts: readonly string[]): SaidToClient {
  return { texts, frames: texts.map((text) => textFrame(text, false)), wrongAnswers: [], mayWait: false }
}

export function eventText(event: string, args: readonly unknown[]): string {
  return `427${JSON.stringify([event, ...args])}`
}

function general({ good, replies, first }: ClientContract): Saying[] {
  const [event = '', ...events] = Object.keys(good)
  const several = (random: Dice, one: (list: readonly Json[]) => string): SaidToClient =>
    saidTexts(
      Array.from({ length: 1 + random.int(4) }, () => {
        const name = random.oneOf([event, ...events])
        return `42${random.isOneIn(5) ? '' : '7'}${one([name, ...(good[name] ?? [])])}`
      }),
    )
  const changed: Saying = [
    ...(['changed arguments', null] as const),
    (random) => several(random, (list) => mutated(list, random)),
  ]
  return [
    changed,
    changed,
    ['wrong counts', null, (random) => several(random, (list) => wrongCount(list, random))],
    [
      ...(['wrong names', null] as const),
      (random) => saidTexts([`42${random.int(1_000)}["${random.oneOf([...NAMES])}",${hostileJson(random)}]`]),
    ],
    [
      ...(['wrong answers', 'introduced'] as const),
      (random) => ({
        ...saidTexts(first === null ? [] : [first()]),
        wrongAnswers: Array.from({ length: 3 }, () => wrongAnswer(random, replies)),
      }),
    ],
    [
      ...(['wrong refusals', 'upgraded'] as const),
      (random) => saidTexts([`44${random.isOneIn(3) ? hostileJson(random) : mutated(REFUSAL, random)}`]),
    ],
    ['huge', null, (random) => saidTexts([huge(random, event)])],
    ['wrong attachments', null, (random) => bytes(wrongAttachments(random, false))],
    ['broken packets', null, (random) => bytes(brokenPackets(random, false))],
    ['broken frames', null, (random) => bytes(brokenFrames(random, false, MORE_THAN_ANYBODY_TAKES))],
  ]
}

function bytes({ frames, mayWait }: Said): SaidToClient {
  return { frames, mayWait, texts: [], wrongAnswers: [] }
}

function huge(random: Dice, event: string): string {
  const text = random.oneOf(['x', '[', '{"a":', '\\', hostileText(random) || 'y'])
  return `42["${event}","${text.repeat(Math.ceil(random.oneOf(HUGE) / text.length))}"]`
}

/** The body of an acknowledgement. */
function wrongAnswer(random: Dice, replies: readonly Json[]): string {
  const data = replies[random.int(replies.length)] ?? null
  return random.oneOf<() => string>([
    () => mutated([{ ok: true, data }], random),
    () => mutated([{ ok: true, data }], random),
    () => mutated([{ ok: false, ...REFUSAL.data }], random),
    () => `[${hostileJson(random)}]`,
    () => wrongCount([{ ok: true, data }], random),
  ])()
}
