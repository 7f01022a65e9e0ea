// For tests: a made-up list with ATC codes and how each medicine is supplied, baskets of it, and rules between its groups.
import { randomUUID } from 'node:crypto'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { CrossSale, CrossSaleTerms } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import { DRUG_COLUMNS, PACK_COLUMNS } from '../imports/table-list.ts'
import { cip13, tableList } from '../test/made-up-list.ts'
import type { TestList, TestPharmacyApi } from '../test/test-pharmacy.ts'

/** Name, ATC, how it is supplied; all made up but the codes, which say what kind of medicine it is. */
const SHELF = [
  ['IBUPROFEN', 'M01AE01', 'free'],
  ['DICLOFENAC', 'M01AB05', 'free'],
  ['WARFARIN', 'B01AA03', 'prescription'],
  ['AMOXICILLIN', 'J01CA04', 'prescription'],
  ['PROBIOTIC', 'A07FA02', 'free'],
  ['REHYDRATION', 'A07CA01', 'free'],
  ['CODEINE', 'R05DA04', 'controlled'],
  ['SALINE', 'R01AX10', 'free'],
  ['UNSAID', 'D02AX01', ''],
  ['CLASSLESS', '', 'free'],
  ['VITAMIN', 'A11GA01', 'free'],
  ['SUNCREAM', 'D02BA02', 'free'],
] as const

export type Shelved = (typeof SHELF)[number][0]

/** Pack codes of the shelf; other lists of tests begin elsewhere. */
const FIRST_PACK = 700_000

export function counterList(): TestList {
  const drugs = SHELF.map(([name, atc, supply], at) => [
    `S${String(at)}`,
    `${name} tablets`,
    name,
    'tablet',
    atc,
    'Made-up Works',
    'yes',
    supply,
  ])
  const packs = SHELF.map((_, at) => [`S${String(at)}`, 'cip13', cip13(FIRST_PACK + at), '10 pieces'])
  const list = tableList('counter', { drugs, packs })
  const csv = list.files['drugs.csv']?.toString() ?? ''
  const head = DRUG_COLUMNS.join(';')
  const withSupply = Buffer.from(csv.replace(head, `${head};supply`))
  if (PACK_COLUMNS.length !== 4) throw new Error('packs have other columns')
  return { ...list, files: { ...list.files, 'drugs.csv': withSupply } }
}

export function gtinOf(name: Shelved): string {
  return `0${cip13(FIRST_PACK + SHELF.findIndex(([one]) => one === name))}`
}

export function basketOf(names: readonly Shelved[]): { basketId: string; basket: string[] } {
  return { basketId: randomUUID(), basket: names.map(gtinOf) }
}

export function groupOf(name: Shelved): string {
  const [, atc = ''] = SHELF.find(([one]) => one === name) ?? []
  return atc === '' ? `${name.toLowerCase()}|tablet` : atc
}

const TERMS: CrossSaleTerms = { reason: 'sun_protection', flags: [], minAge: null, validUntil: null }

/** A rule that is not approved yet. */
export async function ruleOf(
  { call }: Pick<TestPharmacyApi, 'call'>,
  [from, to]: readonly [Shelved, Shelved],
  terms: Partial<CrossSaleTerms> = {},
): Promise<CrossSale> {
  const body = { ifGroup: groupOf(from), thenGroup: groupOf(to), ...TERMS, ...terms }
  return call(pharmacyApi.makeCrossSale, { body })
}

export async function approved(
  site: Pick<TestPharmacyApi, 'database' | 'call'>,
  rule: CrossSale,
): Promise<CrossSale> {
  return site.call(pharmacyApi.approveCrossSale, {
    params: { crossSaleId: String(rule.id) },
    body: { pharmacist: 'Petra Pharmacist' },
    version: rule.version,
  })
}

/** A pair of groups that no rule has, and a rule of it. */
export async function freshRule(site: Pick<TestPharmacyApi, 'call'>, { isMade = true } = {}) {
  const { call } = site
  const pair = ['VITAMIN', 'SUNCREAM'] as const
  const { items } = await call(pharmacyApi.listCrossSales, { query: { pageSize: '200' } })
  for (const { id, state, version } of items)
    if (state !== 'ended')
      await call(pharmacyApi.endCrossSale, { params: { crossSaleId: String(id) }, version })
  const groups = { ifGroup: groupOf(pair[0]), thenGroup: groupOf(pair[1]) }
  if (!isMade) return { id: 0, version: 0, ...groups }
  const { id, version } = await ruleOf(site, pair)
  return { id, version, ...groups }
}
