// Refunds and tax: whatever parts go back, they are exact, and together they are what was paid.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaxTotal } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import { partOf } from '../totals/totals.ts'
import { refundTaxes } from './refund-taxes.ts'

const grossOf = (taxes: readonly TaxTotal[]): number =>
  taxes.reduce((sum, { netMinor, taxMinor }) => sum + netMinor + taxMinor, 0)

const rates = fc
  .uniqueArray(
    fc.record({ taxBp: fc.constantFrom(0, 100, 700, 1_000, 1_900, 2_000), netMinor: fc.nat(10_000_000) }),
    {
      minLength: 1,
      maxLength: 4,
      selector: ({ taxBp }) => taxBp,
    },
  )
  .map((all): TaxTotal[] => all.map((one) => ({ ...one, taxMinor: partOf(one.netMinor, one.taxBp) })))
  .filter((all) => grossOf(all) > 0)

test('C30: refunds in any parts are exact, never take more of a rate than is left, and the last one takes the remainder', () => {
  fc.assert(
    fc.property(
      rates,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
      (order, parts) => {
        const refunds: TaxTotal[] = []
        let left = grossOf(order)
        for (const part of [...parts, 1]) {
          const amount = Math.ceil(left * part)
          const taxes = refundTaxes(order, refunds, amount)
          expect(grossOf(taxes)).toBe(amount)
          for (const { netMinor, taxMinor } of taxes)
            expect(Math.min(netMinor, taxMinor)).toBeGreaterThanOrEqual(0)
          refunds.push(...taxes)
          left -= amount
        }
        for (const { taxBp, netMinor, taxMinor } of order) {
          const back = refunds.filter((one) => one.taxBp === taxBp)
          expect(back.reduce((sum, one) => sum + one.netMinor, 0)).toBe(netMinor)
          expect(back.reduce((sum, one) => sum + one.taxMinor, 0)).toBe(taxMinor)
        }
      },
    ),
  )
})
