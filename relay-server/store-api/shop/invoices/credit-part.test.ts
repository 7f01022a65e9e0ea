// Credit notes over parts of an invoice: whatever the amounts, never more than there is of any rate, and all of it in the end.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaxTotal } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import { totalsOf } from '../totals/totals.ts'
import { creditedPart } from './credit-part.ts'

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
      const leftOf = (rate: number, part: 'netMinor' | 'taxMinor'): number =>
        [...taxes, ...credited.map((one) => ({ ...one, [part]: -one[part] }))]
          .filter(({ taxBp }) => taxBp === rate)
          .reduce((all, one) => all + one[part], 0)
      for (const amount of [...shares.map((share) => Math.ceil(share * totalMinor) || 1), null]) {
        const left = totalMinor - grossOf(credited)
        const part = creditedPart({ invoiced: taxes, credited }, amount)
        expect(part?.totalMinor ?? 0).toBe(Math.min(amount ?? left, left))
        expect(grossOf(part?.taxes ?? [])).toBe(part?.totalMinor ?? 0)
        expect(sum((part?.taxes ?? []).map((one) => one.taxMinor))).toBe(part?.taxMinor ?? 0)
        credited.push(...(part?.taxes ?? []))
        for (const { taxBp } of taxes)
          expect(Math.min(leftOf(taxBp, 'netMinor'), leftOf(taxBp, 'taxMinor'))).toBeGreaterThanOrEqual(0)
      }
      expect(grossOf(credited)).toBe(totalMinor)
    }),
  )
})

test('the tax of a part is that of its rate, to half a unit', () => {
  const invoiced = [{ taxBp: 1_900, netMinor: 10_000, taxMinor: 1_900 }]
  expect(creditedPart({ invoiced, credited: [] }, 5_950)?.taxes).toEqual([
    { taxBp: 1_900, netMinor: 5_000, taxMinor: 950 },
  ])
  expect(creditedPart({ invoiced, credited: [] }, 100)?.taxes).toEqual([
    { taxBp: 1_900, netMinor: 84, taxMinor: 16 },
  ])
})

test('a part is of every rate in proportion to what is left of it', () => {
  const invoiced = [
    { taxBp: 0, netMinor: 3_000, taxMinor: 0 },
    { taxBp: 2_000, netMinor: 5_000, taxMinor: 1_000 },
  ]
  expect(creditedPart({ invoiced, credited: [] }, 900)).toEqual({
    taxes: [
      { taxBp: 0, netMinor: 300, taxMinor: 0 },
      { taxBp: 2_000, netMinor: 500, taxMinor: 100 },
    ],
    taxMinor: 100,
    totalMinor: 900,
  })
})
