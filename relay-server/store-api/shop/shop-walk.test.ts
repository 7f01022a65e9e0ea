// Every refusal that the shop's part of the store API's table implies; and whatever staff change stands in the staff log.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rolesThatMay } from '@pharmacy-relay/shared/api/access.ts'
import type { Endpoint } from '@pharmacy-relay/shared/api/endpoint.ts'
import { shopApi } from '@pharmacy-relay/shared/api/shop/shop-api.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { walkTable, type WalkSite } from '../../http/table-walk/table-walk.ts'
import { listStaffOperations } from '../audit/staff-log.queries.ts'
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

/** Whom the staff log is about. */
const STAFF = new Set<string>(['Admin', 'Support', 'SuperSupport'])

/** Changes that one of the staff alone may make. */
function isStaffChange(entry: Endpoint): boolean {
  return (
    entry.method !== 'GET' &&
    Array.isArray(entry.access) &&
    rolesThatMay(entry).every((role) => STAFF.has(role))
  )
}

describe('every change of staff leaves a row in the staff log, with who made it', () => {
  const changes = Object.entries<Endpoint>(shopApi).filter(([, entry]) => isStaffChange(entry))

  test.each(changes.map(([name]) => name))('%s', async (name) => {
    const entry: Endpoint = shopApi[name as keyof typeof shopApi]
    const { site, store } = place
    const given = await walk.calls[name as keyof typeof shopApi]()
    const { params, query, version } = given
    // The file of the walk has no rows, and changes nothing.
    const body =
      name === 'importProducts' ? Buffer.from('sku,name,priceMinor,taxBp\nLOG-1,A,100,1900\n') : given.body
    if (name === 'retryPayment') await giveUp(String(Object.values(params ?? {})[0]))
    const before = await rows()
    await site.call(entry, { params, query, body } as never, {
      role: 'Admin',
      ...(version === undefined ? {} : { version }),
      ...(entry.idempotent ? { idempotencyKey: randomUUID() } : {}),
    })
    // Written with the change; an import goes on after its answer.
    if (name === 'importProducts') await until('its row is there', async () => (await rows()) > before)
    expect(await rows()).toBeGreaterThan(before)
    async function rows(): Promise<number> {
      return (await listStaffOperations(store.db, { page: 1, pageSize: 1, q: '' })).total
    }
  })

  /** Nothing is changed where nothing was given up. */
  async function giveUp(paymentId: string): Promise<void> {
    const task = { paymentId, kind: 'cancel' as const, doneAt: null, givenUpAt: new Date(), fault: 'refused' }
    await place.store.db.insertInto('ProviderTasks').values(task).execute()
  }

  test('there are such changes', () => expect(changes.length).toBeGreaterThanOrEqual(15))
})
