// What is said of an import in the terminal: progress, what it changes, what was found.
import type {
  DrugImport,
  ImportCounts,
  ImportFailure,
  ImportFinding,
  ImportRule,
} from '@pharmacy-relay/shared/api/pharmacy/imports.ts'

const number = (value: number): string => value.toLocaleString('en')

export function progressText({ state, percent, rowsRead }: DrugImport): string {
  return `${STATES[state]}: ${String(percent)} %, ${number(rowsRead)} rows read`
}

const STATES: Readonly<Record<DrugImport['state'], string>> = {
  open: 'Waiting',
  checking: 'Checking',
  checked: 'Checked',
  refused: 'Refused',
  applying: 'Applying',
  applied: 'Applied',
  failed: 'Failed',
  replaced: 'Replaced',
  other: 'Under way',
}

export function changesText(counts: ImportCounts): string {
  const { drugs, drugsNew, drugsChanged, drugsWithdrawn, packs, packsNew, packsChanged, packsWithdrawn } =
    counts
  return (
    `${number(drugs)} drugs: ${number(drugsNew)} new, ${number(drugsChanged)} changed, ${number(drugsWithdrawn)} withdrawn. ` +
    `${number(packs)} packs: ${number(packsNew)} new, ${number(packsChanged)} changed, ${number(packsWithdrawn)} withdrawn.`
  )
}

/** A line for each remark and file. */
export function remarksText({ rules }: DrugImport): string[] {
  return rules
    .filter(({ isFault }) => !isFault)
    .map(({ file, rule, count }) => `  ${number(count).padStart(7)}  ${file}: ${RULES[rule]}`)
}

export function findingText({ file, line, rule, what }: ImportFinding): string {
  const place = line === null ? file : `${file}, line ${String(line)}`
  return `${place}: ${RULES[rule]}${what === '' ? '' : `: ${what}`}`
}

export function failureText({ state, failure }: DrugImport): string {
  if (failure === null) return `The import is ${state}. Nothing was changed.`
  return `Failed: ${FAILURES[failure]}. Nothing was changed.`
}

const FAILURES: Readonly<Record<ImportFailure, string>> = {
  interrupted: 'the process that did it has ended. Try again',
  unavailable: 'the database was away. Try again',
  not_confirmed: 'more than 5 % would be withdrawn, and nobody confirmed that',
  internal: 'a mistake of ours; the log of the pharmacy API says more',
}

const RULES: Readonly<Record<ImportRule, string>> = {
  missing_file: 'the file is missing',
  no_rows: 'the file has no rows',
  too_many_rows: 'the file has too many rows',
  bytes: 'these bytes are no text in UTF-8 or the encoding that was named',
  cut_off: 'the last line has no end: the file was cut',
  columns: 'the line has another number of columns',
  header: 'the first line does not name the columns',
  too_long: 'the text is too long',
  empty_code: 'there is no code',
  empty_name: 'there is no name',
  bad_code: 'this is no code of its kind',
  check_digit: 'the check digit is wrong',
  doubled_key: 'the code is there twice',
  too_many_orphans: 'more than 5 % of the rows belong to no drug',
  orphan: 'skipped, because its drug is not in the list',
  blank_removed: 'a blank before the holder was removed',
  markup_removed: 'markup was removed',
  price_repaired: 'a price with two commas was read',
  rate_spelled: 'a refund is written with a blank',
  no_price: 'there is no price',
  name_twice: 'a name is there more than once',
  name_at_limit: 'a name is as long as the publisher cuts names',
  name_quoted: 'a name has a quotation mark',
  no_pack: 'a drug has no pack',
  no_substance: 'a drug has no substance',
  no_strength: 'a substance has no strength',
  other: 'something that this version does not know',
}
