// Reads a list in our own form, for countries whose lists come in another one: drugs.csv and packs.csv, each with a head line.
import { CodeKind } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import { gtin14, gtinOfPzn, pzn8 } from '../codes/check-digits.ts'
import { ndc11Candidates, ndc12 } from '../codes/ndc.ts'
import { MAX_CODE, MAX_LABEL, MAX_NAME, type DrugList, type ListDrug, type ListPack } from './drug-list.ts'
import type { Place } from './findings.ts'
import { checkFile, createKeyCheck, isGood } from './list-checks.ts'
import { rowsOf, type ListFile, type Row, type RowsParts } from './list-rows.ts'

export const DRUG_COLUMNS = ['code', 'name', 'substances', 'form', 'atc', 'holder', 'active'] as const
/** May stand at the end of drugs.csv: who leaves it out says nothing of how a drug is supplied. */
const SUPPLY_COLUMN = 'supply'
const SUPPLIES = ['free', 'prescription', 'controlled'] as const
export const PACK_COLUMNS = ['drug', 'kind', 'code', 'label'] as const

/** Between two substances of a drug. */
const BETWEEN_SUBSTANCES = ' + '
const ATC = /^[A-Z]\d{2}(?:[A-Z](?:[A-Z](?:\d{2})?)?)?$/
const DELIMITERS = [',', ';', '\t']

interface Reading extends RowsParts {
  readonly files: readonly ListFile[]
}

/** What it has of faults is in `findings`; the list is then not to be used. */
export async function readTables(reading: Reading): Promise<DrugList> {
  const drugs = await readDrugs(reading)
  const known = new Set(drugs.map(({ code }) => code))
  return { drugs, packs: await readPacks(reading, known) }
}

async function eachRow(
  { files, ...parts }: Reading,
  { name, columns }: { readonly name: ListFile['name']; readonly columns: readonly string[] },
  take: (row: Row, place: Place) => void,
): Promise<void> {
  const file = files.find((one) => one.name === name)
  if (file === undefined) return parts.findings.fault({ file: name, line: null }, 'missing_file', '')
  const form = { delimiter: delimiterOf(file), quoted: true, columns: columns.length }
  let rows = -1
  for await (const row of rowsOf(file, form, parts)) {
    rows += 1
    const place = { file: name, line: row.line }
    if (rows > 0) take(row, place)
    else if (row.cells.join() !== columns.join())
      return parts.findings.fault(place, 'header', row.cells.join())
  }
  checkFile({ file: name, rows: Math.max(0, rows) }, parts.findings)
}

/** Spreadsheets write what their country does: the sign after the first column's name. */
function delimiterOf({ bytes }: ListFile): string {
  const head = Buffer.from(bytes.subarray(0, 100)).toString('latin1')
  const sign = /^(?:\u00EF\u00BB\u00BF)?"?[a-z]+"?(.)/.exec(head)?.[1] ?? ','
  return DELIMITERS.includes(sign) ? sign : ','
}

/** Those of drugs.csv, with the one that may be left out where its head line has it. */
function drugColumns(files: readonly ListFile[]): readonly string[] {
  const bytes = files.find(({ name }) => name === 'drugs.csv')?.bytes ?? new Uint8Array()
  const [head = ''] = Buffer.from(bytes.subarray(0, 200)).toString('latin1').split('\n')
  return head.includes(SUPPLY_COLUMN) ? [...DRUG_COLUMNS, SUPPLY_COLUMN] : DRUG_COLUMNS
}

async function readDrugs(reading: Reading): Promise<ListDrug[]> {
  const { findings, files } = reading
  const isFirst = createKeyCheck(findings)
  const drugs: ListDrug[] = []
  await eachRow(reading, { name: 'drugs.csv', columns: drugColumns(files) }, ({ cells }, place) => {
    const [code = '', name = '', substances = '', form = '', atc = '', holder = '', active = '', said = ''] =
      cells.map((cell) => cell.trim())
    const supply = SUPPLIES.find((one) => one === said) ?? null
    if (!isGood({ text: code, max: MAX_CODE, empty: 'empty_code' }, place, findings)) return
    if (!isGood({ text: name, max: MAX_NAME, empty: 'empty_name' }, place, findings)) return
    if (!isFirst(place, code)) return
    const odd = [
      atc === '' || ATC.test(atc) ? null : atc,
      ['yes', 'no'].includes(active) ? null : active,
      said === (supply ?? '') ? null : said,
    ]
    for (const text of odd) if (text !== null) findings.fault(place, 'bad_code', text)
    const parts = substances.split(BETWEEN_SUBSTANCES).filter((part) => part !== '')
    if (parts.length === 0) findings.remark(place, 'no_substance', code)
    const long = [form, holder, ...parts].find((text) => text.length > MAX_NAME)
    if (long !== undefined) return findings.fault(place, 'too_long', long)
    drugs.push({
      code,
      name,
      substances: parts,
      form,
      atc: atc === '' ? null : atc,
      holder,
      isActive: active === 'yes',
      supply,
    })
  })
  return drugs
}

async function readPacks(reading: Reading, known: ReadonlySet<string>): Promise<ListPack[]> {
  const { findings } = reading
  const isFirst = createKeyCheck(findings)
  const packs: ListPack[] = []
  await eachRow(reading, { name: 'packs.csv', columns: PACK_COLUMNS }, ({ cells }, place) => {
    const [drugCode = '', kind = '', given = '', label = ''] = cells.map((cell) => cell.trim())
    if (!isGood({ text: drugCode, max: MAX_CODE, empty: 'empty_code' }, place, findings)) return
    if (label.length > MAX_LABEL) return findings.fault(place, 'too_long', label)
    const codeKind = CodeKind.safeParse(kind).data
    if (codeKind === undefined) return findings.fault(place, 'bad_code', kind)
    const code = storedCode(codeKind, given)
    if (code === null) return findings.fault(place, 'check_digit', given)
    const codes = [...new Set([`${codeKind} ${code.code}`, ...(code.gtin === null ? [] : [code.gtin])])]
    if (!codes.map((key) => isFirst(place, key)).every(Boolean)) return
    if (!known.has(drugCode)) return findings.remark(place, 'orphan', drugCode)
    packs.push({ drugCode, ...code, codeKind, label })
  })
  return packs
}

/** A code as it is stored, and the GTIN that goes with it; null when it is none of its kind. */
function storedCode(
  kind: CodeKind,
  given: string,
): { readonly code: string; readonly gtin: string | null } | null {
  switch (kind) {
    case 'pzn': {
      const pzn = pzn8(given)
      return pzn === null ? null : { code: pzn, gtin: gtinOfPzn(pzn) }
    }
    case 'ndc11': {
      const [code, ...others] = ndc11Candidates(given)
      return code === undefined || others.length > 0 ? null : { code, gtin: null }
    }
    case 'ndc12': {
      const code = ndc12(given)
      return code === null ? null : { code, gtin: null }
    }
    case 'cip13':
    case 'barkod':
    case 'gtin': {
      const gtin = gtin14(given)
      return gtin === null ? null : { code: given, gtin }
    }
    case 'other':
      return null
  }
}
