// Pairs from baskets: the planted one is found and waits for approval; too few, too few pharmacies and chance are not.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { CrossSale } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { withConnection } from '../../db/postgres-connection.ts'
import { appliedImport, problemOf, startTestPharmacy, type TestPharmacyApi } from '../test/test-pharmacy.ts'
import { minePairs } from './mining.queries.ts'
import { approved, basketOf, counterList, groupOf, type Shelved } from './test-counter.ts'

const TODAY = '2026-11-26'
const clock = new SteppedClock(Date.parse(`${TODAY}T01:59:00.000Z`))
let site: TestPharmacyApi
beforeAll(async () => {
  site = await startTestPharmacy('pharmacy_mining', { clock })
  await appliedImport(site, counterList())
})
afterAll(() => site.stop())
beforeEach(async () => {
  await site.database.db.deleteFrom('CrossSaleBaskets').execute()
  await site.database.db.deleteFrom('CrossSales').execute()
})

/** So many baskets of these medicines, spread over so many pharmacies. */
async function sold(
  names: readonly Shelved[],
  count: number,
  pharmacies: number,
  day = TODAY,
): Promise<void> {
  const groups = names.map(groupOf).toSorted()
  const rows = Array.from({ length: count }, (_, at) => ({
    pharmacyId: (at % pharmacies) + 1,
    basketId: randomUUID(),
    day,
    groups,
  }))
  await site.database.db.insertInto('CrossSaleBaskets').values(rows).execute()
}

const mined = async (today = TODAY): Promise<CrossSale[]> => {
  await withConnection(site.database.url, (client) => minePairs(client, today))
  return (await site.call(pharmacyApi.listCrossSales, { query: {} })).items
}
const pairsOf = (items: readonly CrossSale[]) =>
  items.map(({ ifGroup, thenGroup }) => [ifGroup.key, thenGroup.key])

test('a pair of 20 baskets in 5 pharmacies is found with its figures, waits, and is shown once it was approved', async () => {
  await sold(['AMOXICILLIN', 'PROBIOTIC'], 20, 5)
  await sold(['AMOXICILLIN'], 20, 5)
  await sold(['VITAMIN'], 60, 5)
  const [pair, ...others] = await mined()
  // The other way round it would suggest an antibiotic, which nobody sells without a prescription.
  expect(others).toEqual([])
  expect(pair).toMatchObject({
    state: 'waiting',
    kind: 'mined',
    flags: null,
    figures: { baskets: 20, pharmacies: 5, confidence: 0.5, lift: 2.5 },
  })
  if (pair === undefined) return
  expect((await problemOf(approved(site, pair))).code).toBe('state_conflict')
  const terms = { reason: 'bought_together' as const, flags: [], minAge: null, validUntil: null }
  const params = { crossSaleId: String(pair.id) }
  const said = await site.call(pharmacyApi.changeCrossSale, { params, body: terms, version: pair.version })
  await approved(site, said)
  const flags = { yes: [], no: [], age: null }
  const body = { ...basketOf(['AMOXICILLIN']), flags }
  const { suggestions } = await site.call(pharmacyApi.suggestCrossSales, { body }, 'Pharmacist')
  expect(suggestions.map(({ ofHundred, approvedBy }) => [ofHundred, approvedBy])).toEqual([
    [50, 'Petra Pharmacist'],
  ])
})

test.each([
  ['of 19 baskets', 19, 5],
  ['of 4 pharmacies', 40, 4],
])('a pair %s is not found', async (_what, baskets, pharmacies) => {
  await sold(['AMOXICILLIN', 'PROBIOTIC'], baskets, pharmacies)
  await sold(['VITAMIN'], 100, 5)
  expect(await mined()).toEqual([])
})

test('a pair that chance explains, or that is rare among those with the first, is not found', async () => {
  await sold(['AMOXICILLIN', 'PROBIOTIC'], 25, 5)
  await sold(['VITAMIN', 'PROBIOTIC'], 25, 5)
  expect(await mined()).toEqual([])
  await sold(['SALINE', 'SUNCREAM'], 20, 5)
  await sold(['SALINE'], 390, 5)
  await sold(['SUNCREAM'], 20, 5)
  await sold(['VITAMIN'], 500, 5)
  expect(pairsOf(await mined())).not.toContainEqual([groupOf('SALINE'), groupOf('SUNCREAM')])
})

test('what an accepted suggestion brought into a basket proves nothing', async () => {
  await sold(['AMOXICILLIN', 'PROBIOTIC'], 21, 5)
  await sold(['VITAMIN'], 60, 5)
  const [pair] = await mined()
  if (pair === undefined) throw new Error('no pair')
  const baskets = await site.database.db.selectFrom('CrossSaleBaskets').selectAll().execute()
  const accepted = baskets.find(({ groups }) => groups.includes(groupOf('PROBIOTIC')))
  if (accepted === undefined) throw new Error('no basket')
  const { pharmacyId, basketId } = accepted
  const answer = { pharmacyId, basketId, crossSaleId: pair.id, answer: 'accepted' as const }
  await site.database.db.insertInto('CrossSaleAnswers').values(answer).execute()
  expect([pair, ...(await mined())].map(({ figures }) => figures?.baskets)).toEqual([21, 20])
})

test('a pair that was ended is not found again; one that is no longer found is over after 30 days', async () => {
  await sold(['AMOXICILLIN', 'PROBIOTIC'], 20, 5)
  await sold(['VITAMIN'], 60, 5)
  const [pair] = await mined()
  if (pair === undefined) throw new Error('no pair')
  await site.call(pharmacyApi.endCrossSale, {
    params: { crossSaleId: String(pair.id) },
    version: pair.version,
  })
  expect((await mined()).map(({ id, state }) => [id, state])).toEqual([[pair.id, 'ended']])
  await site.database.db.deleteFrom('CrossSales').execute()
  await mined('2026-10-20')
  const [old] = (await site.call(pharmacyApi.listCrossSales, { query: {} })).items
  expect(old?.state).toBe('over')
  await site.database.db.deleteFrom('CrossSaleBaskets').execute()
  expect(await mined()).toEqual([])
})

test('baskets are forgotten after 400 days', async () => {
  await sold(['VITAMIN'], 3, 1, '2025-10-01')
  await sold(['VITAMIN'], 2, 1)
  await mined()
  expect(await site.database.db.selectFrom('CrossSaleBaskets').selectAll().execute()).toHaveLength(2)
})

test('at two in the night, UTC, it is done by itself', async () => {
  await sold(['AMOXICILLIN', 'PROBIOTIC'], 20, 5)
  await sold(['VITAMIN'], 60, 5)
  clock.stepMs(60_000)
  await until('the pair is there', async () => {
    const { total } = await site.call(pharmacyApi.listCrossSales, { query: {} })
    return total === 1
  })
})
