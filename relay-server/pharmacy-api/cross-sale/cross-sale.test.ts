// Cross-sale over HTTP: rules from their making to their end, what a counter is suggested, and what it is not.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { SuggestionsRequest } from '@pharmacy-relay/shared/api/pharmacy/suggestions.ts'
import { appliedImport, problemOf, startTestPharmacy, type TestPharmacyApi } from '../test/test-pharmacy.ts'
import { approved, basketOf, counterList, freshRule, groupOf, ruleOf } from './test-counter.ts'

let site: TestPharmacyApi
beforeAll(async () => {
  site = await startTestPharmacy('pharmacy_cross_sale')
  await appliedImport(site, counterList())
})
afterAll(() => site.stop())

const NOBODY_SAID = { yes: [], no: [], age: null }
type Said = Partial<SuggestionsRequest['flags']>

const suggested = (sale: ReturnType<typeof basketOf>, said: Said = {}) => {
  const body = { ...sale, flags: { ...NOBODY_SAID, ...said } }
  return site.call(pharmacyApi.suggestCrossSales, { body }, 'Pharmacist')
}

const whyNotFor = ({ withheld }: Awaited<ReturnType<typeof suggested>>) =>
  withheld.map(({ group, why }) => [group.key, ...why.map(({ code, flag }) => flag ?? code)])

test('a rule is shown once a pharmacist approved it, says so, and no longer after it was changed', async () => {
  const rule = await ruleOf(site, ['AMOXICILLIN', 'PROBIOTIC'], { reason: 'probiotic_with_antibiotic' })
  expect([rule.state, rule.approved]).toEqual(['waiting', null])
  const sale = basketOf(['AMOXICILLIN'])
  expect((await suggested(sale)).suggestions).toEqual([])
  const shown = await approved(site, rule)
  expect([shown.state, shown.approved?.by, shown.approved?.recordedBy]).toEqual([
    'shown',
    'Petra Pharmacist',
    'Test Admin',
  ])
  const { suggestions, interactions } = await suggested(sale)
  expect(suggestions).toMatchObject([
    {
      crossSaleId: rule.id,
      reason: 'probiotic_with_antibiotic',
      approvedBy: 'Petra Pharmacist',
      drugs: [{ name: 'PROBIOTIC tablets' }],
    },
  ])
  expect(interactions).toBe('not_checked')
  const params = { crossSaleId: String(rule.id) }
  const terms = { reason: 'probiotic_with_antibiotic' as const, flags: [], minAge: 3, validUntil: null }
  const changed = await site.call(pharmacyApi.changeCrossSale, {
    params,
    body: terms,
    version: shown.version,
  })
  expect([changed.state, changed.minAge, changed.approved]).toEqual(['waiting', 3, null])
  expect((await suggested(sale)).suggestions).toEqual([])
})

test('who saw another version changes, approves and ends nothing', async () => {
  const { id, version } = await freshRule(site)
  const params = { crossSaleId: String(id) }
  const terms = { reason: 'sun_protection' as const, flags: [], minAge: null, validUntil: null }
  await site.call(pharmacyApi.changeCrossSale, { params, body: terms, version })
  const { call } = site
  const approval = { params, body: { pharmacist: 'Petra Pharmacist' }, version }
  const stale = [
    () => call(pharmacyApi.changeCrossSale, { params, body: terms, version }),
    () => call(pharmacyApi.approveCrossSale, approval),
    () => call(pharmacyApi.endCrossSale, { params, version }),
  ]
  for (const attempt of stale) expect((await problemOf(attempt())).code).toBe('version_stale')
  await site.call(pharmacyApi.endCrossSale, { params, version: version + 1 })
  const ended = await problemOf(site.call(pharmacyApi.endCrossSale, { params, version: version + 2 }))
  expect(ended.code).toBe('state_conflict')
})

test('two groups have one rule, and a rule needs two groups that there are', async () => {
  await freshRule(site)
  const again = await problemOf(ruleOf(site, ['VITAMIN', 'SUNCREAM']))
  expect(again.code).toBe('state_conflict')
  const same = await problemOf(ruleOf(site, ['VITAMIN', 'VITAMIN']))
  expect(same.errors.map(({ path }) => path)).toEqual(['body.thenGroup'])
  const body = { ifGroup: 'Z99ZZ99', thenGroup: groupOf('VITAMIN') }
  const terms = { reason: 'sun_protection' as const, flags: [], minAge: null, validUntil: null }
  const unknown = await problemOf(site.call(pharmacyApi.makeCrossSale, { body: { ...body, ...terms } }))
  expect(unknown.errors.map(({ path }) => path)).toEqual(['body.ifGroup'])
})

test('a rule whose last day has passed is shown no more', async () => {
  await freshRule(site, { isMade: false })
  await approved(site, await ruleOf(site, ['VITAMIN', 'SUNCREAM'], { validUntil: '2020-01-31' }))
  expect((await suggested(basketOf(['VITAMIN']))).suggestions).toEqual([])
  const { items } = await site.call(pharmacyApi.listCrossSales, { query: { state: 'over' } })
  expect(items.map(({ thenGroup, validUntil }) => [thenGroup.key, validUntil])).toEqual([
    [groupOf('SUNCREAM'), '2020-01-31'],
  ])
})

test('H40: ibuprofen in the basket, warfarin flagged: no NSAID is suggested, and it is said why not', async () => {
  await freshRule(site, { isMade: false })
  await approved(site, await ruleOf(site, ['IBUPROFEN', 'DICLOFENAC'], { reason: 'bought_together' }))
  await approved(site, await ruleOf(site, ['IBUPROFEN', 'SALINE'], { reason: 'saline_with_cold' }))
  const reply = await suggested(basketOf(['IBUPROFEN']), { yes: ['anticoagulant'], age: 60 })
  expect(reply.suggestions.map(({ group }) => group.key)).toEqual([groupOf('SALINE')])
  const [[key, ...why] = []] = whyNotFor(reply)
  expect(key).toBe(groupOf('DICLOFENAC'))
  expect(why).toContain('same_class')
  expect(why).toContain('anticoagulant')
  // The same where the warfarin itself is bought, and nobody said anything.
  await approved(site, await ruleOf(site, ['WARFARIN', 'IBUPROFEN']))
  const bought = await suggested(basketOf(['WARFARIN']))
  expect(bought.suggestions).toEqual([])
  expect(bought.withheld[0]?.why).toContainEqual({ code: 'flag_met', flag: 'anticoagulant' })
  expect(bought.interactions).toBe('not_checked')
})

test('what needs a prescription, is controlled, or of which the list does not say it, is never suggested', async () => {
  await freshRule(site, { isMade: false })
  for (const to of ['AMOXICILLIN', 'CODEINE', 'UNSAID', 'CLASSLESS'] as const)
    await approved(site, await ruleOf(site, ['VITAMIN', to]))
  const reply = await suggested(basketOf(['VITAMIN']))
  expect(reply.suggestions).toEqual([])
  expect(Object.fromEntries(whyNotFor(reply).map(([key, ...why]) => [key, why]))).toEqual({
    [groupOf('AMOXICILLIN')]: ['prescription_only'],
    [groupOf('CODEINE')]: ['controlled'],
    [groupOf('UNSAID')]: ['supply_unknown'],
    [groupOf('CLASSLESS')]: ['class_unknown'],
  })
})

test('at most three are suggested, and after two were declined none for that basket, but for the next', async () => {
  await freshRule(site, { isMade: false })
  const rules = []
  for (const to of ['PROBIOTIC', 'SALINE', 'SUNCREAM', 'VITAMIN'] as const)
    rules.push(await approved(site, await ruleOf(site, ['CODEINE', to])))
  const sale = basketOf(['CODEINE'])
  const offered = (await suggested(sale)).suggestions.map(({ crossSaleId }) => crossSaleId)
  expect(offered).toHaveLength(3)
  const decline = (ids: readonly number[]) => {
    const answers = ids.map((crossSaleId) => ({ crossSaleId, answer: 'declined' as const }))
    return site.call(pharmacyApi.recordCrossSaleOutcome, { body: { ...sale, answers } }, 'Pharmacist')
  }
  await decline(offered.slice(0, 1))
  const second = await suggested(sale)
  expect(second.suggestions.map(({ crossSaleId }) => crossSaleId)).not.toContain(offered[0])
  expect(whyNotFor(second)).toContainEqual([expect.any(String), 'declined'])
  await decline(offered.slice(1, 2))
  expect(await suggested(sale)).toMatchObject({ suggestions: [], isSilent: true })
  expect((await suggested({ ...sale, basketId: randomUUID() })).suggestions).toHaveLength(3)
  const columns = await site.database.db.introspection.getTables()
  const basket = columns.find(({ name }) => name === 'CrossSaleBaskets')?.columns.map(({ name }) => name)
  expect(basket?.toSorted()).toEqual(['basketId', 'day', 'groups', 'pharmacyId'])
})

test('groups are found by a name, by an ATC code, and by the key of one without', async () => {
  const found = async (q: string) => {
    const { groups } = await site.call(pharmacyApi.findCrossSaleGroups, { query: { q } })
    return groups.map(({ key, drugs }) => [key, drugs])
  }
  expect(await found('ibupro')).toEqual([[groupOf('IBUPROFEN'), 1]])
  expect(await found('a07fa02')).toEqual([[groupOf('PROBIOTIC'), 1]])
  expect(await found('classless|tablet')).toEqual([['classless|tablet', 1]])
  expect(await found('nothing of that name')).toEqual([])
})
