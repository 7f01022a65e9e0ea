// Totals: known traps by their figures, and what holds for any lines and any coupon.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partOf, sharesOf, totalsOf, type PricedLine, type TakesOff } from './totals.ts'

test('C31: ten pieces at 38.23, 20 % tax, 6.2 % off: the document is the sum of its lines', () => {
  const { totals, lines } = totalsOf([{ quantity: 10, priceMinor: 3_823, taxBp: 2_000 }], {
    kind: 'percent',
    percentBp: 620,
  })
  expect(totals).toEqual({
    subtotalMinor: 38_230,
    discountMinor: 2_370,
    taxes: [{ taxBp: 2_000, netMinor: 35_860, taxMinor: 7_172 }],
    taxMinor: 7_172,
    totalMinor: 43_032,
  })
  expect(lines).toEqual([{ netMinor: 38_230, discountMinor: 2_370 }])
})

test('C32: a discount over two tax rates falls on each in proportion, to the unit', () => {
  const lines = [
    { quantity: 1, priceMinor: 1_000, taxBp: 1_900 },
    { quantity: 1, priceMinor: 2_000, taxBp: 700 },
  ]
  const { totals } = totalsOf(lines, { kind: 'amount', amountMinor: 100 })
  expect(totals.taxes).toEqual([
    { taxBp: 700, netMinor: 1_933, taxMinor: 135 },
    { taxBp: 1_900, netMinor: 967, taxMinor: 184 },
  ])
  expect(totals.totalMinor).toBe(3_000 - 100 + 135 + 184)
})

test('C18: a coupon above the sum makes it 0, never less', () => {
  const { totals } = totalsOf([{ quantity: 2, priceMinor: 50, taxBp: 1_900 }], {
    kind: 'amount',
    amountMinor: 1_000,
  })
  expect(totals).toMatchObject({ subtotalMinor: 100, discountMinor: 100, taxMinor: 0, totalMinor: 0 })
})

test('halves are rounded up, and nothing costs nothing', () => {
  expect([partOf(50, 100), partOf(49, 100), partOf(150, 100)]).toEqual([1, 0, 2])
  expect(totalsOf([], null).totals).toEqual({
    subtotalMinor: 0,
    discountMinor: 0,
    taxes: [],
    taxMinor: 0,
    totalMinor: 0,
  })
})

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 9_999 }),
  priceMinor: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 100_000_000 })),
  taxBp: fc.constantFrom(0, 700, 800, 1_000, 1_900, 2_000, 10_000),
})
const coupon: fc.Arbitrary<TakesOff | null> = fc.oneof(
  fc.constant(null),
  fc.record({ kind: fc.constant('percent' as const), percentBp: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ kind: fc.constant('amount' as const), amountMinor: fc.integer({ min: 1, max: 100_000_000 }) }),
)
const order = fc.tuple(fc.array(line, { maxLength: 100 }), coupon)
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

describe('for any lines and any coupon', () => {
  const holds = (check: (lines: readonly PricedLine[], takesOff: TakesOff | null) => void) =>
    fc.assert(fc.property(order, ([lines, takesOff]) => check(lines, takesOff)))

  test('every figure is a whole number that is not below 0, and exact', () => {
    holds((lines, takesOff) => {
      const { totals, lines: priced } = totalsOf(lines, takesOff)
      const { taxes, ...sums } = totals
      const figures = [
        ...Object.values(sums),
        ...taxes.flatMap(Object.values),
        ...priced.flatMap(Object.values),
      ]
      for (const figure of figures) expect(Number.isSafeInteger(figure) && figure >= 0).toBe(true)
    })
  })

  test('the lines add up to the document, in every rate', () => {
    holds((lines, takesOff) => {
      const { totals, lines: priced } = totalsOf(lines, takesOff)
      expect(sum(priced.map(({ netMinor }) => netMinor))).toBe(totals.subtotalMinor)
      expect(sum(priced.map(({ discountMinor }) => discountMinor))).toBe(totals.discountMinor)
      expect(sum(totals.taxes.map(({ netMinor }) => netMinor))).toBe(
        totals.subtotalMinor - totals.discountMinor,
      )
      expect(sum(totals.taxes.map(({ taxMinor }) => taxMinor))).toBe(totals.taxMinor)
      expect(totals.totalMinor).toBe(totals.subtotalMinor - totals.discountMinor + totals.taxMinor)
    })
  })

  test('no line is discounted by more than it costs, and by a unit at most more or less than its part', () => {
    holds((lines, takesOff) => {
      const { totals, lines: priced } = totalsOf(lines, takesOff)
      for (const { netMinor, discountMinor } of priced) {
        expect(discountMinor).toBeLessThanOrEqual(netMinor)
        const exact = (totals.discountMinor * netMinor) / Math.max(1, totals.subtotalMinor)
        expect(Math.abs(discountMinor - exact)).toBeLessThan(1.01)
      }
    })
  })

  test('the order of the lines changes neither sum nor discount', () => {
    holds((lines, takesOff) => {
      // Which of two equal remainders gets the unit depends on the order, and with it the tax of its rate: not the sums.
      const sums = (of: readonly PricedLine[]) => {
        const { subtotalMinor, discountMinor } = totalsOf(of, takesOff).totals
        return { subtotalMinor, discountMinor }
      }
      expect(sums(lines.toReversed())).toEqual(sums(lines))
    })
  })

  test('a coupon never makes an order dearer', () => {
    holds((lines, takesOff) => {
      // Each rate rounds for itself: half a unit a rate is the most that rounding can add.
      const { totals } = totalsOf(lines, takesOff)
      expect(totals.totalMinor).toBeLessThanOrEqual(
        totalsOf(lines, null).totals.totalMinor + totals.taxes.length,
      )
    })
  })
})

test('shares are whole, and their sum is what was shared', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 50 }),
      fc.integer({ min: 0, max: 1_000_000_000 }),
      (weights, whole) => {
        const shares = sharesOf(whole, weights)
        expect(sum(shares)).toBe(sum(weights) === 0 ? 0 : whole)
      },
    ),
  )
})
