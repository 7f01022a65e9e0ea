// How lines of a quick order are read.
import { expect, test } from 'vitest'
import type { FoundProduct } from '@pharmacy-relay/shared/api/shop/products.ts'
import { productOf, quickLines } from './quick-lines.ts'

test.each([
  ['04006381333931', '04006381333931', 1],
  ['LR-100-50 12', 'LR-100-50', 12],
  ['LR-100-50;12', 'LR-100-50', 12],
  ['LR-100-50\t3x', 'LR-100-50', 3],
  ['LR-100-50 3 x', 'LR-100-50', 3],
  ['LR-100-50 many', 'LR-100-50', 0],
  ['LR-100-50 3 of them', 'LR-100-50', 0],
  ['LR-100-50 99999', 'LR-100-50', 0],
])('“%s” is %s, %i times', (text, code, quantity) => {
  expect(quickLines(`\n  ${text} \r\n\n`)).toEqual([{ text, code, quantity }])
})

test('a product is found by its whole article number or GTIN, and not by a part of it', () => {
  const products = [
    { sku: 'LR-1', gtin: '04006381333931' },
    { sku: 'LR-12', gtin: null },
  ] as unknown as FoundProduct[]
  const skuOf = (code: string) => productOf({ code }, products)?.sku ?? null
  expect(['lr-1', 'LR-12', '4006381333931', '04006381333931', 'LR', '400638133393'].map(skuOf)).toEqual([
    'LR-1',
    'LR-12',
    'LR-1',
    'LR-1',
    null,
    null,
  ])
})
