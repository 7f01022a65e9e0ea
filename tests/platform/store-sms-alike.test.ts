// Whether a phone is known: nothing that a stranger can see tells it, neither status nor body nor time.
//
// What it proves: of 400 asks for a code and 400 wrong codes (1,000 in the long form), half of them about known phones, all have one status and one body, and
// who sorts them by time cannot tell the halves apart; only the known got a message. Eight are under way at a time, drawn at
// random, so that work behind an answer, of a known phone more than of an unknown one, falls on both halves alike.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  ask,
  messagesTo,
  openGateway,
  startStoreSms,
  verify,
  type Answered,
  type StoreSmsScene,
} from './store-sms-scene.ts'

/** 1,000 phones by `npm run verify:campaigns`. */
const EACH = process.env['Tests__Long'] === undefined ? 200 : 500
/** As a stranger may ask who is in a hurry. */
const AT_ONCE = 8
/** Between two looks whether all is sent: far below the places of the queue. */
const UNTIL_IDLE = 48

let scene: StoreSmsScene
let asks: Asked[]
beforeAll(async () => {
  scene = await startStoreSms('store_sms_alike', { providerMs: 10_000 })
})
afterAll(() => scene.stop())
beforeEach(() => openGateway(scene))

interface Asked {
  readonly phone: string
  readonly isKnown: boolean
}

/** In an order that has nothing to do with it, so that the noise of the machine falls on both alike. */
function shuffled(items: readonly Asked[]): Asked[] {
  const drawn = items.map((item) => ({ item, at: Math.random() }))
  return drawn.toSorted((a, b) => a.at - b.at).map(({ item }) => item)
}

interface Timed extends Asked {
  readonly answer: Answered
  readonly ms: number
}

async function timed(asked: Asked, call: (phone: string) => Promise<Answered>): Promise<Timed> {
  const startedMs = performance.now()
  const answer = await call(asked.phone)
  return { ...asked, answer, ms: performance.now() - startedMs }
}

/** `AT_ONCE` at a time; after each `UNTIL_IDLE` all that is done behind the answers ends. */
async function allTimed(
  asked: readonly Asked[],
  call: (phone: string) => Promise<Answered>,
): Promise<readonly Timed[]> {
  const all: Timed[] = []
  for (let from = 0; from < asked.length; from += UNTIL_IDLE) {
    const left = asked.slice(from, from + UNTIL_IDLE)
    const next = async (): Promise<void> => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) all.push(await timed(one, call))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
    await scene.pharmacy.idle()
  }
  return all
}

/**
 * How likely an answer about a known phone took longer than one about an unknown one. Without any difference 0.5, of 500 each with a
 * standard deviation of 0.018, of 200 each of 0.029.
 */
function likelihoodOfLonger(all: readonly Timed[]): number {
  const sorted = all.toSorted((a, b) => a.ms - b.ms)
  const ranks = sorted.flatMap(({ isKnown }, index) => (isKnown ? [index + 1] : []))
  const known = ranks.length
  const sum = ranks.reduce((total, rank) => total + rank, 0)
  return (sum - (known * (known + 1)) / 2) / (known * (all.length - known))
}

describe(`H38: of ${2 * EACH} phones, half of them known`, () => {
  beforeAll(async () => {
    const known: string[] = []
    while (known.length < EACH)
      known.push(
        ...(await Promise.all(Array.from({ length: AT_ONCE }, scene.knownPhone))).slice(
          0,
          EACH - known.length,
        ),
      )
    const unknown = Array.from({ length: EACH }, () => scene.unknownPhone())
    const of = (isKnown: boolean) => (phone: string) => ({ phone, isKnown })
    asks = shuffled([...known.map(of(true)), ...unknown.map(of(false))])
  })

  test('each is answered the same in the same time when a code is asked for, and only the known get one', async () => {
    const all = await allTimed(asks, (phone) => ask(scene, phone))
    expect(all).toHaveLength(2 * EACH)
    for (const { answer } of all)
      expect(answer).toEqual({ status: 200, body: { retryAfterS: 60 }, retryAfter: null })
    expect(likelihoodOfLonger(all)).toBeGreaterThan(0.4)
    expect(likelihoodOfLonger(all)).toBeLessThan(0.6)
    for (const { phone, isKnown } of asks) if (!isKnown) expect(messagesTo(scene, phone)).toEqual([])
    const messages = await scene.identity.database.db.selectFrom('SmsLogs').select('state').execute()
    expect(messages.filter(({ state }) => state !== 'sent')).toEqual([])
    expect(messages).toHaveLength(EACH)
  })

  test('each is refused the same in the same time when a wrong code is typed', async () => {
    // With 500 codes one run in 2,000 meets a right one, with 200 one in 5,000.
    const all = await allTimed(asks, (phone) => verify(scene, phone, '000000'))
    expect(all).toHaveLength(2 * EACH)
    const [first] = all
    expect(first?.answer.status).toBe(422)
    for (const { answer } of all) expect(answer).toEqual(first?.answer)
    expect(likelihoodOfLonger(all)).toBeGreaterThan(0.4)
    expect(likelihoodOfLonger(all)).toBeLessThan(0.6)
  })
})
