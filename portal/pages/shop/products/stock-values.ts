// A change of stock as it is typed, and what the API gets of it; pure.
import { z } from 'zod'
import { StockChange } from '@pharmacy-relay/shared/api/shop/products.ts'
import { typed } from '../../../http/forms.ts'

export const StockForm = z.object({
  kind: StockChange.shape.kind,
  quantity: typed(100),
  reason: typed(1_000),
})
/** As they were typed. */
export type StockValues = z.output<typeof StockForm>

export const NO_STOCK_CHANGE: StockValues = { kind: 'receive', quantity: '', reason: '' }

/** The change, or the fields that are none. A minus sign may be a longer one, as spreadsheets write it. */
export function readStock(
  values: StockValues,
): { readonly change: StockChange } | { readonly faults: ReadonlySet<string> } {
  const quantity = values.quantity.trim().replace(/^[\u2212\u2013]/, '-')
  const parsed = StockChange.safeParse({
    ...values,
    quantity: /^[+-]?\d{1,7}$/.test(quantity) ? Number(quantity) : null,
  })
  if (parsed.success) return { change: parsed.data }
  return { faults: new Set(parsed.error.issues.map(({ path: [name] }) => String(name))) }
}
