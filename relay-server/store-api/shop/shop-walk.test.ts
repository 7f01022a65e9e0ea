// Every refusal that the shop's part of the store API's table implies.
import { afterAll, beforeAll, test } from 'vitest'
import { shopApi } from '@pharmacy-relay/shared/api/shop/shop-api.ts'
import { walkTable, type WalkSite } from '../../http/table-walk/table-walk.ts'
import { newPharmacy } from '../test/test-store.ts'
import { startPayingPlace, type PayingPlace } from './test/paying.ts'
import { shopCalls } from './test/shop-walk.ts'

let place: PayingPlace
let walk: WalkSite<typeof shopApi>
beforeAll(async () => {
  place = await startPayingPlace('shop_walk')
  const { tokens, baseUrl } = place.site
  // The pharmacy of the walk's tokens.
  await newPharmacy(place.store)
  const calls = shopCalls(() => place)
  walk = { baseUrl, tokens: tokens.tokens, badTokens: tokens.badTokens, internalKey: null, calls }
})
afterAll(() => place.stop())

test.each(walkTable(shopApi, () => walk))('$name', ({ run }) => run())
