// The storefront as visitors find it: the whole platform on ports of its own, the demo's products, and pictures of those bought most.
import path from 'node:path'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { pictureBytes } from '@pharmacy-relay/relay-server/store-api/shop/test/picture-bytes.ts'
import { signInAs, type SignedInApi } from '../../../../scripts/start/demo-admin.ts'
import { loopbackUrl } from '../../../../scripts/start/ports.ts'
import { demoCatalogue } from '../../../../scripts/start/shop/demo-catalogue.ts'
import { startBenchPlatform, type BenchPlatform } from '../platform.ts'

export interface ShopPlace {
  /** Of the storefront. */
  readonly url: string
  readonly platform: BenchPlatform
  /** Paths of the products that are bought most. */
  readonly products: readonly string[]
}

const WITH_PICTURES = 24
const NONE = { params: null, query: null, body: null } as const

/** Keeps its data in `.data/bench-storefront`, so that the second run enters nothing. */
export async function startShopPlace(say: (text: string) => void): Promise<ShopPlace> {
  const dataFolder = path.resolve(process.env['Data__Folder'] ?? '.data', 'bench-storefront')
  const platform = await startBenchPlatform(dataFolder, say)
  try {
    const { store } = await signInAs(loopbackUrl(platform.ports.Gateway__Port), platform.admin)
    say(await demoCatalogue(store))
    const products = await picturedProducts(store)
    return { url: loopbackUrl(platform.ports.Storefront__Port), platform, products }
  } catch (error) {
    await platform.stop()
    throw error
  }
}

async function picturedProducts(store: SignedInApi): Promise<string[]> {
  const query = { pageSize: String(WITH_PICTURES), sort: 'bestsellers' } as const
  const { items } = await store.call(storeApi.findProducts, { ...NONE, query })
  const productIds = items.map(({ id }) => id).join(',')
  const { pictures } = await store.call(storeApi.firstPictures, { ...NONE, query: { productIds } })
  const known = new Set(pictures.map(({ productId }) => productId))
  for (const { id, name } of items.filter((item) => !known.has(item.id))) {
    const call = { params: { productId: String(id) }, query: { alt: name } }
    await store.call(storeApi.addProductPicture, { ...call, body: await pictureBytes(id) })
  }
  return items.map(({ slug }) => `/p/${slug}`)
}
