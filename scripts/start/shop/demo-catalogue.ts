// The demo's catalogue in the shop: imported by the importer where nothing is sold yet, and Central Pharmacy's printer made known.
import { setTimeout as delay } from 'node:timers/promises'
import type { ProductImport } from '@pharmacy-relay/shared/api/shop/imports.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { signInAs, type SignedInApi } from '../demo-admin.ts'
import type { DemoUser } from '../demo-file.ts'
import { CATEGORIES, catalogueText, importFile } from './catalogue.ts'

const NONE = { params: null, query: null, body: null } as const
const POLL_MS = 500
const POLLS = 240
/** What the demo's test printers stand for: they tell no model. */
const PRINTER_SKU = 'PR-ZD421D'

/** What there is, in words; what goes wrong is said and keeps nothing else from starting. */
export async function demoCatalogue(store: SignedInApi): Promise<string> {
  try {
    const query = { page: '1', pageSize: '1' }
    const { total } = await store.call(storeApi.listProducts, { ...NONE, query })
    if (total > 0) return 'products      as they were'
    const text = importFile(catalogueText(), await madeCategories(store))
    const { state, added, faults } = await imported(store, text)
    if (state !== 'applied')
      return `There are no products: the import is ${state}, ${JSON.stringify(faults[0] ?? null)}`
    return `${String(added)} products   made for the demo`
  } catch (error) {
    return `There are no products: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Ids by key; those that are there stay. */
async function madeCategories(store: SignedInApi): Promise<ReadonlyMap<string, number>> {
  const { categories } = await store.call(storeApi.listCategories, NONE)
  const ids = new Map<string, number>()
  for (const [place, { key, name, parent }] of CATEGORIES.entries()) {
    const parentId = parent === null ? null : (ids.get(parent) ?? null)
    const known = categories.find((one) => one.name === name && one.parentId === parentId)
    const body = { parentId, name, place }
    ids.set(key, known?.id ?? (await store.call(storeApi.createCategory, { ...NONE, body })).id)
  }
  return ids
}

async function imported(store: SignedInApi, text: string): Promise<ProductImport> {
  const body = new Uint8Array(Buffer.from(text))
  let now = await store.call(storeApi.importProducts, { ...NONE, body })
  for (let polls = 0; now.state === 'applying' && polls < POLLS; polls += 1) {
    await delay(POLL_MS)
    const params = { importId: String(now.id) }
    now = await store.call(storeApi.getProductImport, { ...NONE, params })
  }
  return now
}

/** Says for the pharmacist which printer of the shop his network printer is, unless he did. Null: nothing went wrong. */
export async function knownPrinter(gatewayUrl: string, pharmacist: DemoUser): Promise<string | null> {
  try {
    const { store } = await signInAs(gatewayUrl, pharmacist)
    const { printers } = await store.call(storeApi.listOwnPrinters, NONE)
    const own = printers.find(({ isUsed }) => isUsed)
    if (own === undefined || own.product !== null) return null
    const { items } = await store.call(storeApi.findProducts, { ...NONE, query: { q: PRINTER_SKU } })
    const printer = items.find(({ sku }) => sku === PRINTER_SKU)
    if (printer === undefined) return null
    const body = { printerName: own.printerName, productId: printer.id }
    await store.call(storeApi.chooseOwnPrinter, { ...NONE, body })
    return null
  } catch (error) {
    return `The shop was not told the printer: ${error instanceof Error ? error.message : String(error)}`
  }
}
