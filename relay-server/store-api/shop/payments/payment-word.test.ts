// What the provider says is merged: whatever order its messages come in and however often, the end is the same.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { merged, type KnownPayment } from './payment-word.ts'
import type { PaymentWord } from './provider/provider.ts'

const BEGUN: KnownPayment = {
  providerId: null,
  state: 'created',
  amountMinor: 1_000,
  currency: 'EUR',
  capturedMinor: 0,
  refundedMinor: 0,
  lastFour: null,
  fault: null,
  redirectUrl: null,
}
const word = (changes: Partial<PaymentWord>): PaymentWord => ({
  providerId: 'pi_1',
  reference: '5c0d4a7e-94c6-4b63-9b5b-6b1f0d5b7b11',
  state: 'requires_action',
  amountMinor: 1_000,
  currency: 'EUR',
  capturedMinor: 0,
  refundedMinor: 0,
  lastFour: null,
  fault: null,
  pageUrl: null,
  ...changes,
})
const PAGE = { pageUrl: 'https://pay.example/1' }
const CARD = { lastFour: '4242' }
/** Everything that a provider may say of a payment, as things went. */
const STORIES: readonly (readonly PaymentWord[])[] = [
  [
    word(PAGE),
    word({ state: 'authorised', ...CARD }),
    word({ state: 'captured', capturedMinor: 1_000, ...CARD }),
    word({ state: 'captured', capturedMinor: 1_000, refundedMinor: 300, ...CARD }),
    word({ state: 'captured', capturedMinor: 1_000, refundedMinor: 1_000, ...CARD }),
  ],
  [
    word(PAGE),
    word({ state: 'authorised', ...CARD }),
    word({ state: 'canceled', fault: 'authorisation_over', ...CARD }),
  ],
  [word(PAGE), word({ state: 'failed', fault: 'declined', ...CARD })],
]

function afterAllOf(words: readonly PaymentWord[]): KnownPayment {
  return words.reduce((known, said) => {
    const news = merged(known, said)
    if (news === 'contradiction') throw new Error('was no contradiction')
    return news?.known ?? known
  }, BEGUN)
}

test('C21: any order of messages, with any repeats, ends as the story went', () => {
  for (const story of STORIES) {
    const end = afterAllOf(story)
    const orders = fc
      .tuple(
        fc.shuffledSubarray([...story], { minLength: story.length }),
        fc.array(fc.constantFrom(...story), { maxLength: 6 }),
      )
      .chain(([all, repeats]) =>
        fc.shuffledSubarray([...all, ...repeats], { minLength: all.length + repeats.length }),
      )
    fc.assert(
      fc.property(orders, (words) => {
        expect(afterAllOf(words)).toEqual(end)
      }),
    )
  }
})

test('each state means something to the order once, however often it is said', () => {
  const events = (words: readonly PaymentWord[]) => {
    let known = BEGUN
    return words.flatMap((said) => {
      const news = merged(known, said)
      if (news === null || news === 'contradiction') return []
      known = news.known
      return news.event === null ? [] : [news.event]
    })
  }
  const [paid = [], lapsed = [], declined = []] = STORIES
  expect(events([...paid, ...paid])).toEqual(['authorised', 'captured'])
  expect(events([...lapsed, ...lapsed])).toEqual(['authorised', 'payment_ended'])
  expect(events([...declined, ...declined])).toEqual(['payment_ended'])
})

test.each([
  ['another amount', { amountMinor: 999 }],
  ['another currency', { currency: 'TRY' }],
  ['another payment of the provider', { providerId: 'pi_2' }],
  ['more captured than was asked for', { state: 'captured', capturedMinor: 1_001 }],
  ['captured without money', { state: 'captured' }],
  ['more refunded than captured', { state: 'captured', capturedMinor: 1_000, refundedMinor: 1_001 }],
  ['money of an attempt that ended', { state: 'captured', capturedMinor: 1_000 }],
] as const)('%s is a contradiction, and nothing of it is believed', (_what, changes) => {
  const known = { ...BEGUN, providerId: 'pi_1', state: 'canceled' as const }
  expect(merged(known, word(changes))).toBe('contradiction')
})
