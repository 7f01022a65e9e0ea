// Made-up lists in the forms that importers read: no real medicine, codes with right check digits.
import { gtinCheckDigit } from '../codes/check-digits.ts'
import { DRUG_COLUMNS, PACK_COLUMNS } from '../imports/table-list.ts'
import type { TestList } from './test-pharmacy.ts'

export interface MadeUpDrug {
  /** 8 digits. */
  readonly code: string
  readonly name: string
  readonly substances?: readonly string[]
  readonly isActive?: boolean
  /** 13 digits each. */
  readonly packs?: readonly string[]
}

/** A CIP13 with a right check digit: 34009 and seven digits of `number`. */
export function cip13(number: number): string {
  const before = `34009${String(number).padStart(7, '0')}`
  return before + gtinCheckDigit(before)
}

export const cis = (number: number): string => String(60_000_000 + number)

/** `count` drugs with one pack each: ZALOPRINE 1, ZALOPRINE 2 … of the substance zaloprinum. */
export function madeUpDrugs(count: number, from = 1): MadeUpDrug[] {
  return Array.from({ length: count }, (_none, index) => ({
    code: cis(from + index),
    name: `ZALOPRINE ${from + index} mg, comprimé`,
    substances: ['ZALOPRINUM'],
    packs: [cip13(from + index)],
  }))
}

/** As the publisher has it: two files in Windows-1252, packs in UTF-8. */
export function bdpmList(drugs: readonly MadeUpDrug[]): TestList & { readonly source: 'bdpm' } {
  const lines = drugs.map(({ code, name, isActive = true }) => [
    code,
    name,
    'comprimé',
    'orale',
    'Autorisation active',
    'Procédure nationale',
    isActive ? 'Commercialisée' : 'Non commercialisée',
    '01/01/2020',
    '',
    '',
    ' MAISON INVENTÉE',
    'Non',
  ])
  const packs = drugs.flatMap(({ code, packs: codes = [] }) =>
    codes.map((pack) => [
      code,
      pack.slice(5, 12),
      'boîte de 30 comprimé(s)',
      'Présentation active',
      'Déclaration de commercialisation',
      '01/01/2020',
      pack,
      'oui',
      '65%',
      '24,34',
      '25,36',
      '1,02',
      '',
    ]),
  )
  const parts = drugs.flatMap(({ code, substances = [] }) =>
    substances.map((name) => [code, 'comprimé', '00001', name, '1 mg', 'un comprimé', 'SA', '1']),
  )
  return {
    source: 'bdpm',
    files: {
      'CIS_bdpm.txt': Buffer.from(text(lines, '\r\n'), 'latin1'),
      'CIS_CIP_bdpm.txt': Buffer.from(text(packs, '\n'), 'utf8'),
      'CIS_COMPO_bdpm.txt': Buffer.from(text(parts, '\n'), 'latin1'),
    },
  }
}

const text = (rows: readonly (readonly string[])[], end: string): string =>
  rows.map((row) => row.join('\t') + end).join('')

/** In our own form. */
export function tableList(
  source: string,
  tables: {
    readonly drugs: readonly (readonly string[])[]
    readonly packs: readonly (readonly string[])[]
  },
): TestList {
  const csv = (head: readonly string[], rows: readonly (readonly string[])[]): Buffer =>
    Buffer.from([head, ...rows].map((row) => `${row.map(quoted).join(';')}\n`).join(''))
  return {
    source,
    files: { 'drugs.csv': csv(DRUG_COLUMNS, tables.drugs), 'packs.csv': csv(PACK_COLUMNS, tables.packs) },
  }
}

const quoted = (cell: string): string => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The same list with one file changed. */
export function withFile(
  list: TestList,
  name: keyof TestList['files'],
  change: (bytes: Buffer) => Buffer,
): TestList {
  return { ...list, files: { ...list.files, [name]: change(list.files[name] ?? Buffer.alloc(0)) } }
}
