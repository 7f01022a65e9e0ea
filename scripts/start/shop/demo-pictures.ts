// The pictures of the demo's products: each product of its catalogue that has none gets its own, after the start, one by one.
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { readSettings, type Environment } from '@pharmacy-relay/shared/env.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { SignedInApi } from '../demo-admin.ts'
import { catalogueText, pictureFile, pictureOf, skusOf } from './catalogue.ts'

const NONE = { params: null, query: null, body: null } as const
/** More than the catalogue has; as many as may be asked for at once. */
const MOST = 200
/** Far below the gateway's 100 requests in 10 s, which the Admin who looks around shares. */
export const PICTURE_PAUSE_MS = 200

/** Where a refusal does not say when. */
const LATER_S = 10

const pictureSettings = {
  Demo__Pictures: {
    schema: z.enum(['yes', 'no']),
    help: 'whether products get pictures after the start: some 5 s of processor time',
    fallback: 'yes',
  },
} as const

/** Throws SettingsError. */
export function wantsPictures(environment: Environment): boolean {
  return readSettings(pictureSettings, environment).Demo__Pictures === 'yes'
}

interface DemoProduct {
  readonly id: number
  readonly name: string
  readonly picture: string
}

/** How many had none. `signal`: nothing more is done; `pauseMs`: after each. Throws ProblemError. */
export async function demoPictures(
  store: SignedInApi,
  { signal, pauseMs }: { readonly signal: AbortSignal; readonly pauseMs: number },
): Promise<number> {
  const bare = await bareProducts(store)
  for (const { id, name, picture } of bare) {
    if (signal.aborted) break
    const body = new Uint8Array(readFileSync(pictureFile(picture)))
    const params = { productId: String(id) }
    const add = async () => store.call(storeApi.addProductPicture, { params, query: { alt: name }, body })
    await add().catch(async (error: unknown) => {
      // Making the catalogue may have taken up what the gateway allows.
      if (!(error instanceof ProblemError) || error.code !== 'rate_limited') throw error
      await delay((error.retryAfterS ?? LATER_S) * 1_000)
      await add()
    })
    await delay(pauseMs)
  }
  return bare.length
}

/** Those of the catalogue without a picture. */
async function bareProducts(store: SignedInApi): Promise<DemoProduct[]> {
  const query = { page: '1', pageSize: String(MOST) }
  const { items } = await store.call(storeApi.listProducts, { ...NONE, query })
  const own = new Set(skusOf(catalogueText()))
  const products = items.flatMap(({ id, name, sku }) => {
    const picture = own.has(sku) ? pictureOf(sku) : null
    return picture === null ? [] : [{ id, name, picture }]
  })
  if (products.length === 0) return []
  const productIds = products.map(({ id }) => id).join(',')
  const { pictures } = await store.call(storeApi.firstPictures, { ...NONE, query: { productIds } })
  const shown = new Set(pictures.map(({ productId }) => productId))
  return products.filter(({ id }) => !shown.has(id))
}
