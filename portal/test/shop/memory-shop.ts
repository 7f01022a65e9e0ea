// For tests: the shop's endpoints that the panel asks, over memory.
import { MemoryCatalogue, memoryCatalogueApi } from './memory-catalogue.ts'
import { MemoryInvoices, memoryInvoicesApi } from './memory-invoices.ts'
import { MemoryOrders, memoryOrdersApi } from './memory-orders.ts'

export const memoryShopApi = { ...memoryCatalogueApi, ...memoryInvoicesApi, ...memoryOrdersApi }

export class MemoryShop {
  readonly catalogue = new MemoryCatalogue()
  readonly invoices = new MemoryInvoices()
  /** With addresses and coupons. */
  readonly sales = new MemoryOrders()

  handlers() {
    return { ...this.catalogue.handlers(), ...this.invoices.handlers(), ...this.sales.handlers() }
  }
}
