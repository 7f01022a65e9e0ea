// For tests: the shop's endpoints that the panel asks, over memory.
import { MemoryCatalogue, memoryCatalogueApi } from './memory-catalogue.ts'
import { MemoryInvoices, memoryInvoicesApi } from './memory-invoices.ts'

export const memoryShopApi = { ...memoryCatalogueApi, ...memoryInvoicesApi }

export class MemoryShop {
  readonly catalogue = new MemoryCatalogue()
  readonly invoices = new MemoryInvoices()

  handlers() {
    return { ...this.catalogue.handlers(), ...this.invoices.handlers() }
  }
}
