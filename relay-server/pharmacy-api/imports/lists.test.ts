// What is found in lists, without a database: each fault and remark with file and line, in both forms.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ListEncoding, ListFileName } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { gtinCheckDigit } from '../codes/check-digits.ts'
import { bdpmList, cip13, cis, madeUpDrugs, tableList, withFile } from '../test/made-up-list.ts'
import type { TestList } from '../test/test-pharmacy.ts'
import { readBdpm } from './bdpm-list.ts'
import { createFindings } from './findings.ts'
import { readTables } from './table-list.ts'

async function read({ source, files }: TestList, encoding: ListEncoding = 'windows-1252') {
  const findings = createFindings()
  let rows = 0
  const reading = {
    files: Object.entries(files).map(([name, bytes]) => ({ name: name as ListFileName, bytes })),
    encoding,
    findings,
    progress: (count: number) => void (rows += count),
  }
  const list = source === 'bdpm' ? await readBdpm(reading) : await readTables(reading)
  return { list, rows, found: findings.result() }
}

type Change = (bytes: Buffer) => Buffer

const replaced =
  (from: string, to: string): Change =>
  (bytes) =>
    Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1')

/** A row more. */
const added =
  (row: string): Change =>
  (bytes) =>
    Buffer.concat([bytes, Buffer.from(`${row}\n`)])

/** Packs of drugs that no file has. */
const strayPacks =
  (count: number): Change =>
  (bytes) => {
    const packs = madeUpDrugs(count, 90_000)
    return Buffer.concat([bytes, bdpmList(packs).files['CIS_CIP_bdpm.txt'] ?? Buffer.alloc(0)])
  }

describe('of the French list', () => {
  const list = bdpmList(madeUpDrugs(30, 5_000))

  test('drugs, packs and substances come out as they stand there, blanks and rows counted', async () => {
    const { list: made, rows, found } = await read(list)
    expect([made.drugs.length, made.packs.length, rows, found.faults]).toEqual([30, 30, 90, 0])
    expect(made.drugs[0]).toEqual({
      code: cis(5_000),
      name: 'ZALOPRINE 5000 mg, comprimé',
      substances: ['ZALOPRINUM'],
      form: 'comprimé',
      atc: null,
      holder: 'MAISON INVENTÉE',
      isActive: true,
      supply: null,
    })
    expect(made.packs[0]).toEqual({
      drugCode: cis(5_000),
      gtin: `0${cip13(5_000)}`,
      code: cip13(5_000),
      codeKind: 'cip13',
      label: 'boîte de 30 comprimé(s)',
    })
  })

  test.each<[string, ListFileName, Change, string, number | null]>([
    ['H27: its last line cut', 'CIS_CIP_bdpm.txt', (bytes) => bytes.subarray(0, -20), 'cut_off', 30],
    ['H27: half of it', 'CIS_bdpm.txt', (bytes) => bytes.subarray(0, bytes.length / 2 + 9), 'cut_off', 16],
    [
      'H29: a wrong check digit',
      'CIS_CIP_bdpm.txt',
      replaced(cip13(5_010), '3400949497295'),
      'check_digit',
      11,
    ],
    ['a pack of another length', 'CIS_CIP_bdpm.txt', replaced(cip13(5_010), '96385074'), 'check_digit', 11],
    ['a column less', 'CIS_COMPO_bdpm.txt', replaced('\t00001\t', '\t'), 'columns', 1],
    ['a drug twice', 'CIS_bdpm.txt', replaced(cis(5_003), cis(5_002)), 'doubled_key', 4],
    ['a pack twice', 'CIS_CIP_bdpm.txt', replaced(cip13(5_003), cip13(5_002)), 'doubled_key', 4],
    ['a drug without a code', 'CIS_bdpm.txt', replaced(cis(5_004), ''), 'empty_code', 5],
    ['no name', 'CIS_bdpm.txt', replaced('ZALOPRINE 5005 mg, comprim\u00E9', ''), 'empty_name', 6],
    ['a code of another form', 'CIS_bdpm.txt', replaced(cis(5_004), 'x'), 'bad_code', 5],
    ['a name too long', 'CIS_bdpm.txt', replaced('ZALOPRINE 5004', 'Z'.repeat(600)), 'too_long', 5],
    ['bytes of no letter', 'CIS_bdpm.txt', replaced('ZALOPRINE 5006', 'Z\u0081'), 'bytes', 7],
    ['NUL', 'CIS_bdpm.txt', replaced('ZALOPRINE 5006', 'Z\u0000'), 'bytes', 7],
    ['an empty line', 'CIS_COMPO_bdpm.txt', added(''), 'columns', 31],
    ['nothing in it', 'CIS_COMPO_bdpm.txt', () => Buffer.from(''), 'cut_off', 1],
    ['strangers above 5 %', 'CIS_CIP_bdpm.txt', strayPacks(3), 'too_many_orphans', null],
  ])('%s is a fault', async (_what, file, change, rule, line) => {
    const { found } = await read(withFile(list, file, change))
    expect(found.faults).toBeGreaterThan(0)
    const first = found.kept.find((finding) => finding.file === file && finding.rule === rule)
    expect(first).toMatchObject({ isFault: true, line })
  })

  test('a file that is missing is a fault, but for that of generic groups', async () => {
    const { 'CIS_COMPO_bdpm.txt': _left, ...files } = list.files
    const { found } = await read({ source: 'bdpm', files })
    expect(found.kept.filter(({ isFault }) => isFault)).toEqual([
      { file: 'CIS_COMPO_bdpm.txt', line: null, rule: 'missing_file', what: '', isFault: true },
    ])
  })

  test('UTF-8 that was said and is not has the line', async () => {
    const { found } = await read(list, 'utf-8')
    expect(found.kept[0]).toMatchObject({ file: 'CIS_bdpm.txt', rule: 'bytes', line: 1 })
  })

  test.each<[string, ListFileName, Change, string, number | null]>([
    ['a pack of a drug that is not there', 'CIS_CIP_bdpm.txt', strayPacks(1), 'orphan', 31],
    ['a price with two commas', 'CIS_CIP_bdpm.txt', replaced('24,34', '1,466,29'), 'price_repaired', 1],
    ['no price', 'CIS_CIP_bdpm.txt', replaced('24,34', ''), 'no_price', 1],
    ['a rate with a blank', 'CIS_CIP_bdpm.txt', replaced('65%', '65 %'), 'rate_spelled', 1],
    ['markup', 'CIS_CIP_bdpm.txt', replaced('1,02\t', '1,02\tA<br>B'), 'markup_removed', 1],
    ['a quotation mark', 'CIS_bdpm.txt', replaced('ZALOPRINE 5001', 'ZALO"PRINE'), 'name_quoted', 2],
    ['a name twice', 'CIS_bdpm.txt', replaced('ZALOPRINE 5001', 'ZALOPRINE 5000'), 'name_twice', 2],
    [
      'a name of 255 letters',
      'CIS_bdpm.txt',
      replaced('ZALOPRINE 5002 mg, comprim', 'Z'.repeat(254)),
      'name_at_limit',
      3,
    ],
    ['a blank before the holder', 'CIS_bdpm.txt', (bytes) => bytes, 'blank_removed', 1],
    ['no strength', 'CIS_COMPO_bdpm.txt', replaced('1 mg', ''), 'no_strength', 1],
  ])('%s is a remark', async (_what, file, change, rule, line) => {
    const { found } = await read(withFile(list, file, change))
    expect(found.faults).toBe(0)
    expect(found.kept.find((finding) => finding.rule === rule)).toMatchObject({ file, line, isFault: false })
  })

  test('drugs without a pack or a substance are remarks', async () => {
    const { found } = await read(bdpmList([...madeUpDrugs(3), { code: cis(9), name: 'LONELY' }]))
    expect(found.rules).toEqual(
      expect.arrayContaining([
        { file: 'CIS_bdpm.txt', rule: 'no_pack', isFault: false, count: 1 },
        { file: 'CIS_bdpm.txt', rule: 'no_substance', isFault: false, count: 1 },
      ]),
    )
  })

  test('a remark of every row hides no other: 100 of each are kept, all are counted', async () => {
    const many = bdpmList(madeUpDrugs(300))
    const { found } = await read(withFile(many, 'CIS_CIP_bdpm.txt', replaced('24,34', '1,466,29')))
    expect(found.kept.filter(({ rule }) => rule === 'blank_removed')).toHaveLength(100)
    expect(found.rules).toContainEqual({
      file: 'CIS_bdpm.txt',
      rule: 'blank_removed',
      isFault: false,
      count: 300,
    })
    expect(found.kept.some(({ rule }) => rule === 'price_repaired')).toBe(true)
  })
})

describe('of our own form', () => {
  const drug = (code: string) => [code, `Drug ${code}`, 'alphum + betum', 'tablet', 'A10BA02', 'Works', 'yes']
  const tables = (
    packs: readonly (readonly string[])[],
    drugs: readonly (readonly string[])[] = [drug('D1')],
  ) => tableList('demo', { drugs, packs })

  test('codes of every kind come out with the GTIN that they have', async () => {
    const barkod = `869953209001${gtinCheckDigit('869953209001')}`
    const { list, found } = await read(
      tables([
        ['D1', 'pzn', '3752864', '10; "small"'],
        ['D1', 'barkod', barkod, ''],
        ['D1', 'ndc11', '1234-5678-90', ''],
        ['D1', 'ndc12', '123456-7890-12', ''],
        ['D1', 'cip13', cip13(1), ''],
        ['D1', 'gtin', '96385074', ''],
      ]),
    )
    expect(found.faults).toBe(0)
    expect(list.packs.map(({ code, gtin }) => [code, gtin])).toEqual([
      ['03752864', '04150037528643'],
      [barkod, `0${barkod}`],
      ['01234567890', null],
      ['123456789012', null],
      [cip13(1), `0${cip13(1)}`],
      ['96385074', '00000096385074'],
    ])
    expect(list.packs[0]?.label).toBe('10; "small"')
    expect(list.drugs[0]).toMatchObject({ substances: ['alphum', 'betum'], atc: 'A10BA02', isActive: true })
  })

  test('how each drug is supplied stands in a column that may be left out; a word that is none of it is a fault', async () => {
    const supplied = (said: string) =>
      withFile(tables([]), 'drugs.csv', (bytes) => {
        const [head = '', ...rows] = bytes.toString().trimEnd().split('\n')
        return Buffer.from([`${head};supply`, ...rows.map((row) => `${row};${said}`), ''].join('\n'))
      })
    const supplies = async (list: TestList) => (await read(list)).list.drugs[0]?.supply
    expect(await supplies(tables([]))).toBeNull()
    expect(await supplies(supplied(''))).toBeNull()
    expect(await supplies(supplied('controlled'))).toBe('controlled')
    const { found } = await read(supplied('counter'))
    expect(found.kept[0]).toMatchObject({ rule: 'bad_code', line: 2, what: 'counter', isFault: true })
  })

  test.each([
    ['an NDC of which nobody knows the short part', ['D1', 'ndc11', '1234567890', ''], 'check_digit'],
    ['a wrong PZN', ['D1', 'pzn', '03752865', ''], 'check_digit'],
    ['a kind that nobody knows', ['D1', 'upc', '123', ''], 'bad_code'],
    ['a pack of no drug', ['', 'pzn', '03752864', ''], 'empty_code'],
  ])('%s is a fault', async (_what, pack, rule) => {
    const { found } = await read(tables([pack]))
    expect(found.kept[0]).toMatchObject({ file: 'packs.csv', line: 2, rule, isFault: true })
  })

  test('one GTIN for two packs is a fault', async () => {
    const { found } = await read(
      tables([
        ['D1', 'gtin', '04150037528643', ''],
        ['D1', 'pzn', '03752864', ''],
      ]),
    )
    expect(found.kept[0]).toMatchObject({ rule: 'doubled_key', line: 3 })
  })

  test.each([
    ['another head line', 'drugs.csv', (bytes: Buffer) => replaced('holder', 'maker')(bytes), 'header', 1],
    [
      'an ATC code that is none',
      'drugs.csv',
      (bytes: Buffer) => replaced('A10BA02', 'aspirin')(bytes),
      'bad_code',
      2,
    ],
    ['neither yes nor no', 'drugs.csv', (bytes: Buffer) => replaced('yes', 'ja')(bytes), 'bad_code', 2],
    [
      'a quotation mark that is left open',
      'drugs.csv',
      (bytes: Buffer) => replaced('Drug D1', '"Drug')(bytes),
      'columns',
      2,
    ],
    [
      'a head line alone',
      'packs.csv',
      (bytes: Buffer) => bytes.subarray(0, bytes.indexOf(10) + 1),
      'no_rows',
      null,
    ],
  ] as const)('%s is a fault', async (_what, file, change, rule, line) => {
    const { found } = await read(withFile(tables([['D1', 'pzn', '03752864', '']]), file, change))
    expect(found.kept.find((finding) => finding.file === file && finding.isFault)).toMatchObject({
      rule,
      line,
    })
  })

  test.each([',', ';', '\t'])('a spreadsheet of any country is read, with %j between cells', async (sign) => {
    const cells = (rows: readonly string[]) =>
      Buffer.from(rows.map((row) => `${row.replaceAll(',', sign)}\r\n`).join(''))
    const { list, found } = await read({
      source: 'demo',
      files: {
        'drugs.csv': cells([
          '\uFEFFcode,name,substances,form,atc,holder,active',
          'D1,Çinko,zincum,drops,,Works,no',
        ]),
        'packs.csv': cells(['drug,kind,code,label', 'D1,pzn,03752864,10 ml']),
      },
    })
    expect([found.faults, list.drugs[0]?.name, list.packs.length]).toEqual([0, 'Çinko', 1])
  })
})

test('the list that is made for the demo has no fault and no remark', async () => {
  const folder = path.join(import.meta.dirname, '../../../scripts/drugs/demo-list')
  const fileOf = (name: string) => readFileSync(path.join(folder, name))
  const { list, found } = await read({
    source: 'demo',
    files: { 'drugs.csv': fileOf('drugs.csv'), 'packs.csv': fileOf('packs.csv') },
  })
  expect([list.drugs.length, list.packs.length, found.kept]).toEqual([62, 122, []])
})
