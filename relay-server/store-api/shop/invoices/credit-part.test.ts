// Credit notes over parts of an invoice: whatever the amounts, never more than there is of any rate, and all of it in the end.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaxTotal } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import { totalsOf } from '../totals/totals.ts'
import { creditedPart, leftOf } from './credit-part.ts'

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)
const grossOf = (taxes: readonly TaxTotal[]): number => sum(taxes.map((one) => one.netMinor + one.taxMinor))

const anyLine = fc.record({
  quantity: fc.integer({ min: 1, max: 9_999 }),
  priceMinor: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 100_000_000 })),
  taxBp: fc.constantFrom(0, 700, 1_900, 2_000),
})
const lines = fc.array(anyLine, { minLength: 1, maxLength: 8 })
const parts = fc.array(fc.double({ min: 0.001, max: 1.2, noNaN: true }), { maxLength: 12 })

test('C29, C30: any parts, then the rest: net and tax of each rate come out to the unit, and nothing falls below 0', () => {
  fc.assert(
    fc.property(lines, parts, (bought, shares) => {
      const { taxes, totalMinor } = totalsOf(bought, null).totals
      const credited: TaxTotal[] = []
      for (const amount of [...shares.map((share) => Math.ceil(share * totalMinor)), null]) {
        const left = leftOf(taxes, credited)
        const part = creditedPart(left, amount === 0 ? 1 : amount)
        if (part === null) continue
        expect(part.totalMinor).toBe(
          Math.min(amount === null ? Infinity : Math.max(amount, 1), grossOf(left)),
        )
        expect(grossOf(part.taxes)).toBe(part.totalMinor)
        expect(sum(part.taxes.map((one) => one.taxMinor))).toBe(part.taxMinor)
        credited.push(...part.taxes)
        for (const { netMinor, taxMinor } of leftOf(taxes, credited))
          expect(Math.min(netMinor, taxMinor)).toBeGreaterThanOrEqual(0)
      }
      expect(grossOf(leftOf(taxes, credited))).toBe(0)
      expect(creditedPart(leftOf(taxes, credited), null)).toBeNull()
    }),
  )
})

test('the tax of a part is that of its rate, to half a unit', () => {
  const invoiced = [{ taxBp: 1_900, netMinor: 10_000, taxMinor: 1_900 }]
  expect(creditedPart(invoiced, 5_950)?.taxes).toEqual([{ taxBp: 1_900, netMinor: 5_000, taxMinor: 950 }])
  expect(creditedPart(invoiced, 100)?.taxes).toEqual([{ taxBp: 1_900, netMinor: 84, taxMinor: 16 }])
})

test('a part is of every rate in proportion to what is left of it', () => {
  const invoiced = [
    { taxBp: 0, netMinor: 3_000, taxMinor: 0 },
    { taxBp: 2_000, netMinor: 5_000, taxMinor: 1_000 },
  ]
  expect(creditedPart(invoiced, 900)).toEqual({
    taxes: [
      { taxBp: 0, netMinor: 300, taxMinor: 0 },
      { taxBp: 2_000, netMinor: 500, taxMinor: 100 },
    ],
    taxMinor: 100,
    totalMinor: 900,
  })
})
