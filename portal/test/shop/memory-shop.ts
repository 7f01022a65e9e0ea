// For tests: the shop's endpoints that the panel asks, over memory.
import { MemoryCatalogue, memoryCatalogueApi } from './memory-catalogue.ts'

export const memoryShopApi = { ...memoryCatalogueApi }

export class MemoryShop {
  readonly catalogue = new MemoryCatalogue()

  handlers() {
    return { ...this.catalogue.handlers() }
  }
}
