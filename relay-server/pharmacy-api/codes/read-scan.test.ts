// What a scan may mean: every pack code, dates, and scans that are wrong.
import { describe, expect, test } from 'vitest'
import { gtin14, gtinCheckDigit, gtinOfPzn, pzn8, pznOfPpn } from './check-digits.ts'
import { gs1Day } from './gs1.ts'
import { ndc11Candidates } from './ndc.ts'
import { readScan, type ReadScan } from './read-scan.ts'

const GS = '\u001D'
const CIP13 = '3400949497294'
const GTIN = `0${CIP13}`
const PZN = '03752864'

function read(scan: string): ReadScan {
  const result = readScan(scan, 2026)
  if ('fault' in result) throw new Error(result.fault)
  return result
}
const faultOf = (scan: string) => {
  const result = readScan(scan, 2026)
  return 'fault' in result ? result.fault : null
}

describe('a DataMatrix of GS1', () => {
  test.each([
    ['with its symbology identifier', `]d2${GS}01${GTIN}172705001012345${GS}21A1B2`],
    ['without it', `01${GTIN}172705001012345${GS}21A1B2`],
    ['with the serial number first', `]d201${GTIN}21A1B2${GS}172705001012345`],
    [
      'with identifiers that nobody asks for',
      `]d201${GTIN}11260101240X-9${GS}21A1B2${GS}17270500${GS}1012345`,
    ],
  ])('is read %s', (_how, scan) => {
    expect(read(scan)).toEqual({
      keys: [{ gtin: GTIN }],
      gtin: GTIN,
      lot: '12345',
      expiry: '2027-05-31',
      serial: 'A1B2',
    })
  })

  test.each([
    [`]d201${GTIN.slice(0, 13)}5`, 'wrong check digit'],
    [`]d201${GTIN.slice(0, 9)}`, 'cut'],
    [`]d217270531`, 'no product code'],
    [`]d201${GTIN}01${GTIN}`, 'cut or no GS1'],
    [`]d201${GTIN}10${'x'.repeat(21)}`, 'more than 20'],
    [`]d201${GTIN}10${GS}`, 'cut'],
  ])('%j is refused: %s', (scan, why) => expect(faultOf(scan)).toContain(why))
})

test('H35: 17 with 270500 is the last of May 2027, and 270231 is refused', () => {
  expect(read(`]d201${GTIN}17270500`).expiry).toBe('2027-05-31')
  expect(faultOf(`]d201${GTIN}17270231`)).toContain('270231')
})

test.each([
  ['280200', '2028-02-29'],
  ['270200', '2027-02-28'],
  ['991231', '1999-12-31'],
  // 2077 would be 51 years from 2026.
  ['770101', '1977-01-01'],
  ['760101', '2076-01-01'],
  ['271301', null],
  ['270001', null],
  ['2705', null],
])('the day %s is %s', (text, day) => {
  expect(gs1Day(text, 2026)).toBe(day)
})

test('a French pack is found by its 13 digits and by the seven of before', () => {
  expect(read(CIP13)).toMatchObject({ keys: [{ gtin: GTIN }], gtin: GTIN, serial: null })
  expect(read('4949729').keys).toContainEqual({ gtin: GTIN })
  expect(read(`]E0${CIP13}`).gtin).toBe(GTIN)
})

test('a German pack is found by its PZN, as typed, as Code 39, within a PPN and within an NTIN', () => {
  const keys = [{ codeKind: 'pzn', code: PZN }, { gtin: gtinOfPzn(PZN) }]
  expect(pzn8(PZN)).toBe(PZN)
  expect(pzn8('03752865')).toBeNull()
  for (const text of [PZN, `-${PZN}`, `PZN-${PZN}`, `PZN ${PZN}`, '3752864'])
    expect(read(text).keys).toEqual(expect.arrayContaining(keys))
  // The example of IFA's specification of the PPN code.
  expect(pznOfPpn('110375286414')).toBe(PZN)
  expect(pznOfPpn('110375286415')).toBeNull()
  const scan = `[)>\u001E06${GS}9N110375286414${GS}1TABC${GS}D270531${GS}S12${'\u001E\u0004'}`
  expect(read(scan)).toMatchObject({ keys, lot: 'ABC', expiry: '2027-05-31', serial: '12' })
  expect(read(gtinOfPzn(PZN)).keys).toContainEqual({ gtin: gtinOfPzn(PZN) })
})

test('an American code is eleven digits: hyphens say which part is short, without them all three are asked', () => {
  expect(ndc11Candidates('1234-5678-90')).toEqual(['01234567890'])
  expect(ndc11Candidates('12345-678-90')).toEqual(['12345067890'])
  expect(ndc11Candidates('12345-6789-0')).toEqual(['12345678900'])
  expect(ndc11Candidates('1234567890')).toEqual(['01234567890', '12345067890', '12345678900'])
  expect(ndc11Candidates('123-45-6')).toEqual([])
  expect(read('123456-7890-12').keys).toEqual([{ codeKind: 'ndc12', code: '123456789012' }])
})

test('the UPC of an American pack asks for the three codes that it may hold', () => {
  const before = `3${'1234567890'}`
  const upc = before + gtinCheckDigit(before)
  expect(gtin14(upc)).not.toBeNull()
  const codes = read(upc).keys.flatMap((key) => ('code' in key && key.codeKind === 'ndc11' ? [key.code] : []))
  expect(codes).toEqual(['01234567890', '12345067890', '12345678900'])
})

test('a Turkish barkod is a GTIN', () => {
  const barkod = `869953209001${gtinCheckDigit('869953209001')}`
  expect(read(barkod).keys).toEqual([{ gtin: `0${barkod}` }])
})

test.each(['', 'hello', '12345', "':*", '3400949497295', '0'.repeat(200)])(
  '%j is no code of a pack',
  (scan) => {
    expect(faultOf(scan)).not.toBeNull()
  },
)
