// Reads the French list, BDPM: drugs (CIS), packs (CIP), substances (COMPO), and generic groups, which are only checked.
//
// Files without a head line, cells between tabs, quotes as text. Their form as of July 2026, seen in the files themselves.
import { gtin14 } from '../codes/check-digits.ts'
import { MAX_LABEL, MAX_NAME, type DrugList, type ListDrug, type ListPack } from './drug-list.ts'
import type { Findings, Place } from './findings.ts'
import { checkFile, createKeyCheck, isGood } from './list-checks.ts'
import { rowsOf, type ListFile, type Row, type RowsParts } from './list-rows.ts'

const DRUGS = 'CIS_bdpm.txt'
const PACKS = 'CIS_CIP_bdpm.txt'
const SUBSTANCES = 'CIS_COMPO_bdpm.txt'
const GROUPS = 'CIS_GENER_bdpm.txt'

/** Where the publisher cuts names. */
const NAME_LIMIT = 255
const DRUG_CODE = /^\d{8}$/
const MARKUP = /<br\s*\/?>/gi
/** `1,466,29` is 1466.29. */
const ODD_PRICE = /^\d{1,3}(,\d{3})+,\d{2}$/
/** The kind of a component that is an active substance; FT is what it was made from. */
const ACTIVE = 'SA'

interface Reading extends RowsParts {
  readonly files: readonly ListFile[]
}

/** What it has of faults is in `findings`; the list is then not to be used. */
export async function readBdpm(reading: Reading): Promise<DrugList> {
  const drugs = await readDrugs(reading)
  const known = new Set(drugs.map(({ code }) => code))
  const substances = await readSubstances(reading, known)
  const packs = await readPacks(reading, known)
  await readGroups(reading, known)
  remarkLacks({ drugs, substances, packs }, reading.findings)
  return {
    drugs: drugs.map((drug) => ({ ...drug, substances: [...(substances.get(drug.code) ?? [])] })),
    packs,
  }
}

/** Calls `take` for each row; a missing or empty file is a fault. */
async function eachRow(
  { files, ...parts }: Reading,
  { name, columns }: { readonly name: ListFile['name']; readonly columns: number },
  take: (row: Row, place: Place) => void,
): Promise<void> {
  const file = files.find((one) => one.name === name)
  if (file === undefined) return parts.findings.fault({ file: name, line: null }, 'missing_file', '')
  let rows = 0
  for await (const row of rowsOf(file, { delimiter: '\t', quoted: false, columns }, parts)) {
    rows += 1
    take(row, { file: name, line: row.line })
  }
  // By far the most of them belong to drugs that were withdrawn.
  if (name !== GROUPS) checkFile({ file: name, rows }, parts.findings)
}

async function readDrugs(reading: Reading): Promise<ListDrug[]> {
  const { findings } = reading
  const isFirst = createKeyCheck(findings)
  const drugs: ListDrug[] = []
  const names = new Map<string, number>()
  await eachRow(reading, { name: DRUGS, columns: 12 }, ({ cells }, place) => {
    const [code = '', , form = '', , approval = '', , market = ''] = cells
    const name = plain(cells[1])
    const holder = cells[10] ?? ''
    if (!isCode(code, place, findings) || !isFirst(place, code)) return
    if (!isGood({ text: name, max: MAX_NAME, empty: 'empty_name' }, place, findings)) return
    if (holder !== holder.trim()) findings.remark(place, 'blank_removed', holder)
    remarkName(name, { place, findings, names })
    const isActive = market === 'Commercialisée' && approval === 'Autorisation active'
    const unsaid = { atc: null, supply: null }
    drugs.push({ code, name, substances: [], form: plain(form), ...unsaid, holder: holder.trim(), isActive })
  })
  return drugs
}

interface NameCheck {
  readonly place: Place
  readonly findings: Findings
  /** How often each was there before. */
  readonly names: Map<string, number>
}

function remarkName(name: string, { place, findings, names }: NameCheck): void {
  const before = names.get(name) ?? 0
  names.set(name, before + 1)
  if (before === 1) findings.remark(place, 'name_twice', name)
  if (name.length >= NAME_LIMIT) findings.remark(place, 'name_at_limit', name.slice(-40))
  if (name.includes('"')) findings.remark(place, 'name_quoted', name)
}

async function readSubstances(
  reading: Reading,
  known: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { findings } = reading
  const substances = new Map<string, Set<string>>()
  await eachRow(reading, { name: SUBSTANCES, columns: 8 }, ({ cells }, place) => {
    const [code = '', , , , strength = '', , kind = ''] = cells
    const name = plain(cells[3])
    if (!isCode(code, place, findings)) return
    if (strength.trim() === '') findings.remark(place, 'no_strength', name)
    if (!known.has(code)) return findings.remark(place, 'orphan', code)
    if (!isGood({ text: name, max: MAX_NAME, empty: 'empty_name' }, place, findings)) return
    if (kind === ACTIVE) substances.set(code, (substances.get(code) ?? new Set()).add(name))
  })
  return substances
}

async function readPacks(reading: Reading, known: ReadonlySet<string>): Promise<ListPack[]> {
  const { findings } = reading
  const isFirst = createKeyCheck(findings)
  const packs: ListPack[] = []
  await eachRow(reading, { name: PACKS, columns: 13 }, ({ cells }, place) => {
    const [drugCode = '', , , , , , code = ''] = cells
    const label = plain(cells[2])
    const gtin = code.length === 13 ? gtin14(code) : null
    if (!isCode(drugCode, place, findings)) return
    if (gtin === null) return findings.fault(place, 'check_digit', code)
    if (!isFirst(place, code)) return
    if (label.length > MAX_LABEL) return findings.fault(place, 'too_long', label)
    remarkPack(cells, place, findings)
    if (!known.has(drugCode)) return findings.remark(place, 'orphan', drugCode)
    packs.push({ drugCode, gtin, code, codeKind: 'cip13', label })
  })
  return packs
}

/** Prices and refunds are looked at and not kept: nobody asks for them here. */
function remarkPack(cells: readonly string[], place: Place, findings: Findings): void {
  const prices = cells.slice(9, 12)
  const odd = prices.find((price) => ODD_PRICE.test(price))
  const rate = cells[8] ?? ''
  if (cells.some((cell) => cell.search(MARKUP) !== -1))
    findings.remark(place, 'markup_removed', cells[6] ?? '')
  if (odd !== undefined) findings.remark(place, 'price_repaired', odd)
  if (prices[0] === '') findings.remark(place, 'no_price', cells[6] ?? '')
  if (/\d\s+%/.test(rate)) findings.remark(place, 'rate_spelled', rate)
}

async function readGroups(reading: Reading, known: ReadonlySet<string>): Promise<void> {
  if (!reading.files.some(({ name }) => name === GROUPS)) return
  await eachRow(reading, { name: GROUPS, columns: 5 }, ({ cells }, place) => {
    const code = cells[2] ?? ''
    if (isCode(code, place, reading.findings) && !known.has(code))
      reading.findings.remark(place, 'orphan', code)
  })
}

interface ReadParts {
  readonly drugs: readonly ListDrug[]
  readonly substances: ReadonlyMap<string, unknown>
  readonly packs: readonly ListPack[]
}

function remarkLacks({ drugs, substances, packs }: ReadParts, findings: Findings): void {
  const packed = new Set(packs.map(({ drugCode }) => drugCode))
  const place = { file: DRUGS, line: null } as const
  for (const { code } of drugs) {
    if (!packed.has(code)) findings.remark(place, 'no_pack', code)
    if (!substances.has(code)) findings.remark(place, 'no_substance', code)
  }
}

function isCode(code: string, place: Place, findings: Findings): boolean {
  if (DRUG_CODE.test(code)) return true
  findings.fault(place, code === '' ? 'empty_code' : 'bad_code', code)
  return false
}

function plain(cell = ''): string {
  return cell.replaceAll(MARKUP, ' ').trim()
}
