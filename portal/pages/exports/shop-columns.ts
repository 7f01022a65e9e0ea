// The columns of the shop's lists as files. Amounts are numbers as the reader's spreadsheet takes them, their currency beside them.
import type { PanelOrderSummary } from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import type { FoundProduct } from '@pharmacy-relay/shared/api/shop/products.ts'
import { amountInput, minorDigits } from '../../views/money.ts'
import type { CsvColumn, CsvReader } from './send-list.ts'

export function orderColumns({ t, time }: CsvReader): CsvColumn<PanelOrderSummary>[] {
  const { number, pharmacy, state, states, placed, total } = t.shop.orders
  return [
    [number, (row) => row.number],
    [t.pharmacies.storeId, (row) => row.storeId],
    [pharmacy, (row) => row.customerName],
    [state, (row) => states[row.state]],
    [placed, (row) => time(row.placedAt)],
    [total, (row) => amountInput(row.totalMinor, minorDigits(row.currency), t.locale)],
    ['ISO 4217', (row) => row.currency],
  ]
}

export function productColumns({ t }: CsvReader): CsvColumn<FoundProduct & { readonly currency: string }>[] {
  const { fields, available } = t.shop.products
  const { yes, no } = t.staffHistory
  return [
    [fields.sku, (row) => row.sku],
    [fields.gtin, (row) => row.gtin],
    [fields.name, (row) => row.name],
    [fields.brand, (row) => row.brand],
    [fields.packSize, (row) => row.packSize],
    [fields.priceMinor, (row) => amountInput(row.priceMinor, minorDigits(row.currency), t.locale)],
    ['ISO 4217', (row) => row.currency],
    [available, (row) => row.available],
    [fields.isActive, (row) => (row.isActive ? yes : no)],
  ]
}
