// Search and scan over HTTP: as one types, with slips, every pack code, who may ask.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { gtinCheckDigit } from '../codes/check-digits.ts'
import { tableList } from '../test/made-up-list.ts'
import {
  appliedImport,
  namesFound,
  problemOf,
  startTestPharmacy,
  type TestPharmacyApi,
} from '../test/test-pharmacy.ts'

const GS = '\u001D'
const BARKOD = `869953209001${gtinCheckDigit('869953209001')}`
const row = (code: string, name: string, substances: string, active = 'yes') => [
  code,
  name,
  substances,
  'tablet',
  '',
  'Works',
  active,
]
const DRUGS = [
  row('1', 'DOLIPRANE 500 mg', 'PARACETAMOL'),
  row('2', 'DOLIPRANE 1 g', 'PARACETAMOL'),
  row('3', 'DOLIRHUME', 'PARACETAMOL + PSEUDOEPHEDRINE'),
  row('4', 'PARACETAMOL BETA 500 mg', 'PARACETAMOL', 'no'),
  row('5', 'PARACETAMOL ALPHA 500 mg forte', 'PARACETAMOL'),
  row('6', 'IBUPROFÈNE GAMMA 2,5 %', 'IBUPROFENE'),
  row('7', 'SPASFON', 'PHLOROGLUCINOL'),
  row('8', 'Zestril 4-4-2', 'LISINOPRIL'),
  row('9', 'Aardvarkin 5-3-2', 'AARDVARKINUM'),
]
const PACKS = [
  ['1', 'cip13', '3400949497294', '16 tablets'],
  ['2', 'barkod', BARKOD, '8 tablets'],
  ['3', 'pzn', '03752864', '10 tablets'],
  ['8', 'ndc11', '1234-5678-90', 'bottle'],
  ['9', 'ndc11', '12345-678-90', 'bottle'],
  ['7', 'ndc11', '5555-1111-22', 'bottle'],
]

let site: TestPharmacyApi
beforeAll(async () => {
  const clock = new SteppedClock(Date.parse('2026-11-26T10:00:00.000Z'))
  site = await startTestPharmacy('search', { clock })
  await appliedImport(site, tableList('demo', { drugs: DRUGS, packs: PACKS }))
})
afterAll(() => site.stop())

const search = (q: string) => site.call(pharmacyApi.searchDrugs, { query: { q } }, 'Pharmacist')
const scan = (text: string) => site.call(pharmacyApi.findPack, { body: { scan: text } }, 'Pharmacist')

describe('a search', () => {
  test.each([
    ['doli', ['DOLIPRANE 1 g', 'DOLIPRANE 500 mg', 'DOLIRHUME']],
    ['500 doli', ['DOLIPRANE 500 mg']],
    ['doliprane 500mg', ['DOLIPRANE 500 mg']],
    ['ibuprofene 2.5%', ['IBUPROFÈNE GAMMA 2,5 %']],
    ['pseudo', ['DOLIRHUME']],
    ['z', ['Zestril 4-4-2']],
    ['zz', []],
    ['doliprane xyzxyzxyz', []],
    ['', []],
  ])('for "%s" finds %j', async (q, names) => expect(await namesFound(site, q)).toEqual(names))

  test('puts names that begin so first, then fewest substances, what is on the market, the shortest name', async () => {
    expect(await namesFound(site, 'paracetamol')).toEqual([
      'PARACETAMOL ALPHA 500 mg forte',
      'PARACETAMOL BETA 500 mg',
      'DOLIPRANE 1 g',
      'DOLIPRANE 500 mg',
      'DOLIRHUME',
    ])
  })

  test('says how often it found something, page by page', async () => {
    const query = { q: 'paracetamol', page: '2', pageSize: '2' }
    const page = await site.call(pharmacyApi.searchDrugs, { query }, 'Support')
    expect([page.total, page.items.length, page.items[0]?.name]).toEqual([5, 2, 'DOLIPRANE 1 g'])
    const past = await site.call(pharmacyApi.searchDrugs, { query: { ...query, page: '9' } }, 'Support')
    expect([past.total, past.items]).toEqual([5, []])
  })

  test('H33: slips are found as near, never as certain; signs of queries find nothing and break nothing', async () => {
    const near = await search('dolirpane')
    expect(near.items.map(({ name, match }) => [name, match])).toEqual([
      ['DOLIPRANE 1 g', 'near'],
      ['DOLIPRANE 500 mg', 'near'],
    ])
    expect((await search('İBUPROFENE')).items).toMatchObject([
      { name: 'IBUPROFÈNE GAMMA 2,5 %', match: 'begins' },
    ])
    const typed = (await search('paracetmol 500mg')).items
    expect(typed.map(({ name }) => name)).toEqual([
      'PARACETAMOL ALPHA 500 mg forte',
      'PARACETAMOL BETA 500 mg',
      'DOLIPRANE 500 mg',
    ])
    expect(typed.every(({ match }) => match === 'near')).toBe(true)
    expect(await namesFound(site, 'spasfn')).toEqual(['SPASFON'])
    for (const signs of ["':* & |", '%', '_', '\\', '()!<->', "'; drop table", '\u{1F48A}'])
      expect((await search(signs)).items).toEqual([])
  })

  test('is for pharmacists, staff and services, not for customers', async () => {
    const query = { q: 'doli' }
    for (const role of ['Pharmacist', 'Admin', 'Support', 'SuperSupport', 'Service'] as const)
      expect((await site.call(pharmacyApi.searchDrugs, { query }, role)).total).toBe(3)
    const customer = site.call(pharmacyApi.searchDrugs, { query }, 'Customer')
    expect((await problemOf(customer)).code).toBe('role_not_allowed')
  })
})

describe('a scan', () => {
  test('of a DataMatrix finds the pack and says what stood beside its code', async () => {
    expect(await scan(`]d2010340094949729417270500${'10AB12'}${GS}21S-9`)).toMatchObject({
      drug: { name: 'DOLIPRANE 500 mg' },
      pack: { gtin: '03400949497294', codeKind: 'cip13', label: '16 tablets', withdrawnAt: null },
      scanned: { gtin: '03400949497294', lot: 'AB12', expiry: '2027-05-31', serial: 'S-9', isExpired: false },
    })
  })

  test.each([
    ['3400949497294', 'DOLIPRANE 500 mg'],
    ['4949729', 'DOLIPRANE 500 mg'],
    [BARKOD, 'DOLIPRANE 1 g'],
    [`]d201${'0'}${BARKOD}21X`, 'DOLIPRANE 1 g'],
    ['-03752864', 'DOLIRHUME'],
    ['04150037528643', 'DOLIRHUME'],
    [`[)>\u001E06${GS}9N110375286414${GS}1TA${GS}D271200${GS}S1\u001E\u0004`, 'DOLIRHUME'],
    ['5555-1111-22', 'SPASFON'],
    ['5555111122', 'SPASFON'],
    [`3${'5555111122'}${gtinCheckDigit('35555111122')}`, 'SPASFON'],
  ])('of %j finds %s', async (text, name) => expect((await scan(text)).drug.name).toBe(name))

  test('H34: an NDC without hyphens that fits two drugs is a conflict that names both', async () => {
    const { code, candidates } = await problemOf(scan('1234567890'))
    expect(code).toBe('state_conflict')
    expect(candidates.map(({ name }) => name)).toEqual(['Aardvarkin 5-3-2', 'Zestril 4-4-2'])
    const params = { drugId: String(candidates[0]?.id) }
    expect((await site.call(pharmacyApi.getDrug, { params }, 'Pharmacist')).name).toBe('Aardvarkin 5-3-2')
  })

  test('H35: the day 00 is the last of its month, a day of no calendar is refused, a pack of yesterday is expired', async () => {
    const dated = (day: string) => scan(`]d20103400949497294${'17'}${day}`)
    expect((await dated('270500')).scanned.expiry).toBe('2027-05-31')
    expect(await problemOf(dated('270231'))).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'body.scan' }],
    })
    expect((await dated('261126')).scanned.isExpired).toBe(false)
    expect((await dated('261125')).scanned.isExpired).toBe(true)
  })

  test('of a pack that no list has is not found, and of what is no code is refused', async () => {
    expect((await problemOf(scan('96385074'))).code).toBe('not_found')
    expect((await problemOf(scan('hello'))).code).toBe('invalid')
  })
})
