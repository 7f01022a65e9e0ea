// The valid calls of the shop's endpoints, for the walk over the store API's table.
import { randomUUID } from 'node:crypto'
import type { shopApi } from '@pharmacy-relay/shared/api/shop/shop-api.ts'
import type { WalkSite } from '../../../http/table-walk/table-walk.ts'
import { storeApi, type TestApp } from '../../test/test-app.ts'
import { ADDRESS, filledCart, newCoupon, placed, placementOf } from './buyers.ts'
import { invoiceCalls } from './invoice-walk.ts'
import { paymentCalls } from './payment-walk.ts'
import type { PayingPlace } from './paying.ts'
import { happens } from './orders.ts'
import { newCategory, newProduct, productFields } from './products.ts'

const none = { params: null, query: null, body: null }

type Calls = WalkSite<typeof shopApi>['calls']

export function shopCalls(place: () => PayingPlace): Calls {
  const site = () => place().site
  const orders = orderCalls(site, async (number) => happens(place(), number, 'captured'))
  return {
    ...productCalls(site),
    ...categoryCalls(site),
    ...basketCalls(site),
    ...customerCalls(site),
    ...orders,
    ...paymentCalls(place, orders.getOwnOrder),
    ...couponCalls(site),
    ...printerCalls(site),
    ...invoiceCalls(site),
    ...pictureCalls(site),
  }
}

function productCalls(site: () => TestApp) {
  const made = async () => {
    const { id, version } = await newProduct(site())
    return { ...none, params: { productId: String(id) }, version }
  }
  const change = { kind: 'receive' as const, quantity: 5, reason: 'Delivery' }
  return {
    listProducts: () => ({ ...none, query: { q: 'product', page: '1', pageSize: '10' } }),
    getProduct: async () => ({ ...none, params: (await made()).params }),
    createProduct: () => ({ ...none, body: productFields({ gtin: '4006381333931' }) }),
    updateProduct: async () => ({ ...(await made()), body: productFields() }),
    deactivateProduct: made,
    changeStock: async () => ({
      ...none,
      params: (await made()).params,
      body: change,
      otherBody: { ...change, quantity: 6 },
    }),
    importProducts: () => ({ ...none, body: new Uint8Array(Buffer.from('sku,name\n')) }),
    listProductImports: () => none,
    getProductImport: async () => {
      const body = new Uint8Array(Buffer.from('sku,name\n'))
      const { id } = await site().call(storeApi.importProducts, { body })
      return { ...none, params: { importId: String(id) } }
    },
    findProducts: () => ({
      ...none,
      query: {
        q: 'product',
        page: '1',
        pageSize: '10',
        categoryId: '1',
        brand: 'A',
        form: 'Roll',
        minPriceMinor: '1',
        maxPriceMinor: '100000',
        available: 'true' as const,
        sort: 'name' as const,
      },
    }),
    suggestProducts: () => ({ ...none, query: { q: 'pro' } }),
    listPanelProducts: () => ({
      ...none,
      query: { q: 'pro', pageSize: '10', only: 'empty' as const, categoryId: '1', sort: 'name' as const },
    }),
    getPanelProduct: async () => ({ ...none, params: (await made()).params }),
  } satisfies Partial<Calls>
}

function categoryCalls(site: () => TestApp) {
  const made = async () => {
    const { id, version } = await newCategory(site(), 'Labels')
    return { ...none, params: { categoryId: String(id) }, version }
  }
  const body = { parentId: null, name: 'Rolls', place: 1 }
  return {
    listCategories: () => none,
    createCategory: () => ({ ...none, body }),
    updateCategory: async () => ({ ...(await made()), body }),
    removeCategory: made,
  } satisfies Partial<Calls>
}

/** The walk's callers are of the first pharmacy; a Pharmacist makes the calls, by default. */
const asPharmacist = (site: TestApp) => ({ token: site.tokens.tokens.Pharmacist })

function basketCalls(site: () => TestApp) {
  const line = async () => {
    const { id } = await newProduct(site(), { stock: 9 })
    return { ...none, params: { productId: String(id) }, body: { quantity: 1, seq: Date.now() } }
  }
  return {
    getCart: () => none,
    putCartLine: line,
    putCoupon: async () => ({ ...none, body: { code: (await newCoupon(site())).code } }),
    removeCoupon: () => none,
    mergeCart: () => ({ ...none, body: { cartToken: 'm'.repeat(43), keep: 'larger' as const } }),
  } satisfies Partial<Calls>
}

function customerCalls(site: () => TestApp) {
  const made = async () => {
    const address = await site().call(storeApi.createAddress, { body: ADDRESS }, asPharmacist(site()))
    const elsewhere = await site().tokens.tokenFor('Pharmacist', { claims: { pharmacyId: 2 } })
    return {
      ...none,
      params: { addressId: String(address.id) },
      version: address.version,
      outsiders: [{ who: 'of another pharmacy', token: elsewhere, code: 'not_found' as const }],
    }
  }
  const removed = async () => {
    const given = await made()
    // A pharmacy has 50 at most, and the walk makes more.
    const { addresses } = await site().call(storeApi.listAddresses, {}, asPharmacist(site()))
    for (const { id, version } of addresses.filter((one) => String(one.id) !== given.params.addressId))
      await site().call(
        storeApi.removeAddress,
        { params: { addressId: String(id) } },
        { ...asPharmacist(site()), version },
      )
    return given
  }
  return {
    getShopCustomer: () => none,
    updateShopCustomer: async () => {
      const { version } = await site().call(storeApi.getShopCustomer, {}, asPharmacist(site()))
      return { ...none, body: { name: `Pharmacy ${version}`, email: 'a@example.org', phone: null }, version }
    },
    listAddresses: () => none,
    createAddress: async () => {
      await removed()
      return { ...none, body: ADDRESS }
    },
    updateAddress: async () => ({ ...(await removed()), body: { ...ADDRESS, city: 'Hamburg' } }),
    removeAddress: removed,
  } satisfies Partial<Calls>
}

function orderCalls(site: () => TestApp, pay: (number: string) => Promise<unknown>) {
  const seen = async () => {
    const as = asPharmacist(site())
    const { id } = await newProduct(site(), { stock: 9 })
    const { addresses } = await site().call(storeApi.listAddresses, {}, as)
    const address = addresses[0] ?? (await site().call(storeApi.createAddress, { body: ADDRESS }, as))
    return { buyer: { ...as, addressId: address.id }, cart: await filledCart(site(), as, { [id]: 1 }) }
  }
  const ordered = async () => {
    const { buyer, cart } = await seen()
    const { number } = await placed(site(), buyer, cart)
    const elsewhere = await site().tokens.tokenFor('Pharmacist', { claims: { pharmacyId: 2 } })
    const outsiders = [{ who: 'of another pharmacy', token: elsewhere, code: 'not_found' as const }]
    return { ...none, params: { number }, outsiders }
  }
  const ofStaff = async () => {
    const { params } = await ordered()
    const { version } = await site().call(storeApi.getPanelOrder, { params })
    return { ...none, params, version }
  }
  return {
    listPanelOrders: () => ({
      ...none,
      query: {
        pageSize: '5',
        state: 'paid' as const,
        storeId: 'P-1',
        number: 'abcdefgh',
        from: '2020-01-01T00:00:00.000Z',
        to: '2100-01-01T00:00:00.000Z',
      },
    }),
    getPanelOrder: async () => ({ ...none, params: (await ordered()).params }),
    cancelOrder: ofStaff,
    shipOrder: async () => {
      const { params } = await ordered()
      await pay(params.number)
      const { version } = await site().call(storeApi.getPanelOrder, { params })
      return { ...none, params, body: { carrier: 'Post', trackingNumber: '' }, version }
    },
    listPanelAddresses: () => ({ ...none, params: { customerId: '1' } }),
    placeOrder: async () => {
      const { buyer, cart } = await seen()
      const body = placementOf(cart, buyer)
      return { ...none, body, otherBody: { ...body, cartId: randomUUID() } }
    },
    listOwnOrders: async () => ({
      ...none,
      query: { pageSize: '5', after: (await ordered()).params.number },
    }),
    getOwnOrder: ordered,
    listOrderEvents: ordered,
    cancelOwnOrder: ordered,
    reorder: ordered,
  } satisfies Partial<Calls>
}

function couponCalls(site: () => TestApp) {
  const fields = async () => {
    const { id: _id, used: _used, version: _version, ...made } = await newCoupon(site())
    return { ...made, code: `${made.code}-B` }
  }
  return {
    listCoupons: () => ({ ...none, query: { page: '1', pageSize: '5' } }),
    getCoupon: async () => {
      const { id } = await newCoupon(site())
      return { ...none, params: { couponId: String(id) } }
    },
    createCoupon: async () => ({ ...none, body: await fields() }),
    updateCoupon: async () => {
      const { id, version } = await newCoupon(site())
      return { ...none, params: { couponId: String(id) }, body: await fields(), version }
    },
  } satisfies Partial<Calls>
}

function printerCalls(site: () => TestApp) {
  const params = async () => ({ productId: String((await newProduct(site())).id) })
  return {
    getProductMedia: async () => ({ ...none, params: await params() }),
    setProductMedia: async () => ({
      ...none,
      params: await params(),
      body: { kind: 'ribbon' as const, widthMm: 60, coreMm: 25 },
    }),
    listOwnPrinters: () => none,
    chooseOwnPrinter: () => ({ ...none, body: { printerName: 'cups:A', productId: null } }),
    listSupplies: async () => ({ ...none, query: { printerId: (await params()).productId } }),
    listPrintersInUse: () => ({ ...none, query: { page: '1', pageSize: '5', unknown: 'true' as const } }),
  } satisfies Partial<Calls>
}
/** Of 1 × 1 pixels. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function pictureCalls(site: () => TestApp) {
  const made = async () => ({ productId: String((await newProduct(site())).id) })
  const given = { query: { alt: 'A pixel' }, body: new Uint8Array(PIXEL) }
  return {
    listProductPictures: async () => ({ ...none, params: await made() }),
    firstPictures: () => ({ ...none, query: { productIds: '1,2' } }),
    listPanelPictures: async () => ({ ...none, params: await made() }),
    addProductPicture: async () => ({ ...none, ...given, params: await made() }),
    removeProductPicture: async () => {
      const params = await made()
      const { pictures } = await site().call(storeApi.addProductPicture, { ...given, params })
      return { ...none, params: { ...params, pictureId: String(pictures[0]?.id) } }
    },
  } satisfies Partial<Calls>
}
