// Imports of drug lists over HTTP, with made-up lists: all or nothing, faults with their line, remarks, what is withdrawn.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { gtinCheckDigit } from '../codes/check-digits.ts'
import { bdpmList, cip13, cis, madeUpDrugs, tableList, withFile } from '../test/made-up-list.ts'
import {
  applied,
  appliedImport,
  checkedImport,
  findingsOf,
  namesFound,
  problemOf,
  sentImport,
  sha256,
  startTestPharmacy,
  type TestPharmacyApi,
} from '../test/test-pharmacy.ts'

let site: TestPharmacyApi
beforeAll(async () => {
  site = await startTestPharmacy('imports')
})
afterAll(() => site.stop())

const there = async () => {
  const drugs = site.database.db.selectFrom('Drugs').select(['source', 'code', 'name', 'withdrawnAt'])
  return drugs.orderBy('source').orderBy('code').execute()
}

describe('a list', () => {
  test('is checked without changing anything, then applied; the same once more changes nothing', async () => {
    const list = bdpmList(madeUpDrugs(40))
    const before = await there()
    const checked = await checkedImport(site, list)
    expect(checked).toMatchObject({ state: 'checked', faults: 0, percent: 100, rowsRead: 120 })
    expect(checked.counts).toMatchObject({
      drugs: 40,
      drugsNew: 40,
      packs: 40,
      packsNew: 40,
      mustConfirm: false,
    })
    expect(await there()).toEqual(before)
    const done = await applied(site, checked.id)
    expect(done).toMatchObject({ state: 'applied', percent: 100, failure: null, startedBy: 'Test Admin' })
    expect(await namesFound(site, 'zalop 7 mg')).toContain('ZALOPRINE 7 mg, comprimé')
    const again = await checkedImport(site, list)
    expect(again.counts).toMatchObject({
      drugsNew: 0,
      drugsChanged: 0,
      drugsWithdrawn: 0,
      packsNew: 0,
      packsChanged: 0,
    })
  })

  test('leaves no bytes of its files behind', async () => {
    const { id } = await appliedImport(site, bdpmList(madeUpDrugs(40)))
    const parts = await site.database.db.selectFrom('DrugImportParts').select('importId').execute()
    expect(parts.filter(({ importId }) => importId === id)).toEqual([])
  })

  test('keeps what it withdraws under its id, out of the search, and takes it back when it returns', async () => {
    const all = madeUpDrugs(60, 1_000)
    await appliedImport(site, bdpmList(all), true)
    const [gone] = (
      await site.call(pharmacyApi.searchDrugs, { query: { q: 'zaloprine 1007' } }, 'Pharmacist')
    ).items
    if (gone === undefined) throw new Error('it is not found')
    const shorter = all.filter(({ code }) => code !== cis(1_007))
    const result = await appliedImport(site, bdpmList(shorter))
    expect(result.counts).toMatchObject({ drugsWithdrawn: 1, packsWithdrawn: 1, mustConfirm: false })
    expect(await namesFound(site, 'zaloprine 1007')).toEqual([])
    const params = { drugId: String(gone.id) }
    const kept = await site.call(pharmacyApi.getDrug, { params }, 'Pharmacist')
    expect([kept.name, kept.withdrawnAt === null, kept.packs.length]).toEqual([gone.name, false, 1])
    const back = await appliedImport(site, bdpmList(all))
    expect(back.counts).toMatchObject({ drugsNew: 0, drugsChanged: 1, packsChanged: 1 })
    expect(await site.call(pharmacyApi.getDrug, { params }, 'Pharmacist')).toMatchObject({
      id: gone.id,
      withdrawnAt: null,
    })
  })

  test('that withdraws more than 5 % wants to hear that this is meant', async () => {
    const all = madeUpDrugs(60, 2_000)
    await appliedImport(site, bdpmList(all), true)
    const checked = await checkedImport(site, bdpmList(all.slice(0, 50)))
    expect(checked.counts).toMatchObject({ drugsWithdrawn: 10, mustConfirm: true })
    const params = { importId: String(checked.id) }
    const apply = (confirmWithdrawn: boolean) =>
      site.call(pharmacyApi.applyDrugImport, { params, body: { confirmWithdrawn } })
    expect(await problemOf(apply(false))).toMatchObject({ code: 'state_conflict' })
    expect((await applied(site, checked.id, true)).state).toBe('applied')
  })

  test('of another source neither changes nor withdraws anything of the others', async () => {
    const before = await there()
    const made = tableList('demo', {
      drugs: [['D1', 'Zubilan 5 mg', 'zubilanum + aqua', 'tablet', 'A10BA02', 'Made-up Works', 'yes']],
      packs: [['D1', 'pzn', '03752864', '30 tablets']],
    })
    expect((await appliedImport(site, made)).counts).toMatchObject({
      drugsNew: 1,
      packsNew: 1,
      drugsWithdrawn: 0,
    })
    expect((await there()).filter(({ source }) => source !== 'demo')).toEqual(before)
    expect(await namesFound(site, 'zubil aqua')).toEqual(['Zubilan 5 mg'])
  })
})

describe('a list with a fault is refused whole, and nothing is changed:', () => {
  const list = bdpmList(madeUpDrugs(30, 5_000))

  test.each([
    ['H27: a file whose last line is cut', (bytes: Buffer) => bytes.subarray(0, -20), 'cut_off', 30],
    [
      'H29: one wrong check digit',
      replaced(cip13(5_010), `${cip13(5_010).slice(0, 12)}x`),
      'check_digit',
      11,
    ],
  ] as const)('%s', async (_what, change, rule, line) => {
    const before = await there()
    const refused = await checkedImport(site, withFile(list, 'CIS_CIP_bdpm.txt', change))
    expect(refused).toMatchObject({ state: 'refused', counts: null })
    const [found] = await findingsOf(site, refused.id)
    expect(found).toMatchObject({ file: 'CIS_CIP_bdpm.txt', rule, line, isFault: true })
    expect(await there()).toEqual(before)
    const apply = site.call(pharmacyApi.applyDrugImport, {
      params: { importId: String(refused.id) },
      body: { confirmWithdrawn: true },
    })
    expect(await problemOf(apply)).toMatchObject({ code: 'state_conflict' })
  })

  test('1,000 faults are kept, and all are counted', async () => {
    const many = bdpmList(madeUpDrugs(1_200, 7_000))
    const broken = withFile(many, 'CIS_CIP_bdpm.txt', (bytes) =>
      Buffer.from(bytes.toString('utf8').replaceAll(/\t(34009\d{7})\d\t/g, '\t$1x\t')),
    )
    const refused = await checkedImport(site, broken)
    expect(refused.faults).toBe(1_200)
    const params = { importId: String(refused.id) }
    const query = { pageSize: '200', page: '5' }
    const page = await site.call(pharmacyApi.listImportFindings, { params, query })
    expect(page.items.at(-1)).toMatchObject({ rule: 'check_digit', isFault: true, line: 1_000 })
  })
})

test('H28: two encodings in one import are both right, and 1254 is read where it is named', async () => {
  const drugs = [
    ...madeUpDrugs(20, 8_000),
    { code: cis(8_900), name: 'PÂTURIN DES PRÉS', packs: [cip13(8_900)], substances: ['PÂTURIN'] },
  ]
  const french = await appliedImport(site, bdpmList(drugs), true)
  expect(french.faults).toBe(0)
  expect(await namesFound(site, 'pâturin')).toEqual(['PÂTURIN DES PRÉS'])
  const turkish = tableList('titck', {
    drugs: [['T1', 'Dağ Şurubu', 'ığdırum', 'şurup', '', 'Ğ İlaç', 'yes']],
    packs: [['T1', 'barkod', `869953209001${gtinCheckDigit('869953209001')}`, '100 ml']],
  })
  const windows1254 = withFile(turkish, 'drugs.csv', (bytes) => inWindows1254(bytes.toString('utf8')))
  await appliedImport(site, { ...windows1254, encoding: 'windows-1254' })
  const [found] = (await site.call(pharmacyApi.searchDrugs, { query: { q: 'dag surubu' } }, 'Pharmacist'))
    .items
  expect(found).toMatchObject({ name: 'Dağ Şurubu', form: 'şurup', holder: 'Ğ İlaç' })
})

describe('a file', () => {
  test('of other bytes than those that were announced is refused, and may be sent again', async () => {
    const list = bdpmList(madeUpDrugs(3))
    const bytes = list.files['CIS_bdpm.txt'] ?? Buffer.alloc(0)
    const body = {
      source: 'bdpm',
      encoding: 'windows-1252' as const,
      files: [{ name: 'CIS_bdpm.txt' as const, bytes: bytes.length, sha256: sha256(bytes) }],
    }
    const { id } = await site.call(pharmacyApi.startDrugImport, { body })
    const params = { importId: String(id), name: 'CIS_bdpm.txt' as const }
    const put = (sent: Buffer) =>
      site.call(pharmacyApi.putDrugImportFile, { params, body: new Uint8Array(sent) })
    expect(await problemOf(put(bytes.subarray(0, -100)))).toMatchObject({ code: 'invalid' })
    const check = () => site.call(pharmacyApi.checkDrugImport, { params: { importId: String(id) } })
    expect((await problemOf(check())).message).toContain('CIS_bdpm.txt has not come')
    expect((await put(bytes)).files).toMatchObject([{ isReceived: true }])
    expect((await put(bytes)).files).toMatchObject([{ isReceived: true }])
  })

  test('that was not announced, or that another list has, is refused', async () => {
    const { id } = await sentImport(site, bdpmList(madeUpDrugs(3)))
    const params = { importId: String(id), name: 'CIS_GENER_bdpm.txt' as const }
    const put = site.call(pharmacyApi.putDrugImportFile, { params, body: new Uint8Array([1]) })
    expect(await problemOf(put)).toMatchObject({ code: 'not_found' })
    const files = [{ name: 'drugs.csv' as const, bytes: 1, sha256: 'a'.repeat(64) }]
    const start = site.call(pharmacyApi.startDrugImport, {
      body: { source: 'bdpm', encoding: 'utf-8', files },
    })
    expect(await problemOf(start)).toMatchObject({ code: 'invalid', errors: [{ path: 'body.files.0.name' }] })
  })
})

test('a later import of the same list takes the place of one that was not applied', async () => {
  const first = await checkedImport(site, bdpmList(madeUpDrugs(3)))
  await sentImport(site, bdpmList(madeUpDrugs(3)))
  const params = { importId: String(first.id) }
  expect((await site.call(pharmacyApi.getDrugImport, { params })).state).toBe('replaced')
})

function replaced(from: string, to: string) {
  return (bytes: Buffer): Buffer => Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1')
}

/** Node writes no Windows-1254; of Latin-1 it differs in six letters. */
function inWindows1254(text: string): Buffer {
  const letters: Readonly<Record<string, string>> = {
    Ğ: '\u00D0',
    İ: '\u00DD',
    Ş: '\u00DE',
    ğ: '\u00F0',
    ı: '\u00FD',
    ş: '\u00FE',
  }
  return Buffer.from(
    text.replaceAll(/[ĞİŞğış]/g, (letter) => letters[letter] ?? letter),
    'latin1',
  )
}
