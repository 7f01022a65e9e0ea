// A list as large as those of several countries together: made-up names and codes, mixed of the words of the real list.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export interface ManyDrugs {
  readonly folder: string
  /** With the real list together. */
  readonly count: number
  /** The folder of the real list; null: syllables alone. */
  readonly real: string | null
  readonly holder?: string
}

const SYLLABLES = [
  'za',
  'lo',
  'pri',
  'ne',
  'vo',
  'xi',
  'dor',
  'mel',
  'ti',
  'ka',
  'su',
  'ren',
  'fi',
  'bra',
  'quo',
  'len',
  'a',
  'mi',
  'cet',
  'ol',
]
const FORMS = ['tablet', 'capsule', 'syrup', 'cream', 'solution for injection']

/** Writes drugs.csv and packs.csv; answers the first word of each drug's name, of real ones too. */
export function writeManyDrugs({ folder, count, real, holder = 'Made-up Works' }: ManyDrugs): string[] {
  mkdirSync(folder, { recursive: true })
  const names = real === null ? [] : realNames(real)
  const made = Array.from({ length: count - (names.length === 0 ? 15_848 : names.length) }, (_none, index) =>
    madeUp(index, names),
  )
  const drugs = made.map(
    ({ name, substance, form }, index) => `B${index},${name},${substance},${form},,${holder},yes`,
  )
  const packs = made.map((_drug, index) => `B${index},gtin,${gtin(index)},30 pieces`)
  writeFileSync(
    path.join(folder, 'drugs.csv'),
    `${['code,name,substances,form,atc,holder,active', ...drugs].join('\n')}\n`,
  )
  writeFileSync(path.join(folder, 'packs.csv'), `${['drug,kind,code,label', ...packs].join('\n')}\n`)
  return [...names, ...made.map(({ name }) => name)].flatMap(firstWord)
}

/** Four drugs share the word of a name, as in the real list, and some twenty a substance. */
function madeUp(index: number, names: readonly string[]) {
  const word = wordOf(Math.floor(index / 4) * 7 + 13)
  const second =
    names.length === 0 ? wordOf(index % 997) : (names[(index * 31) % names.length] ?? '').split(' ')[0]
  const strength = ((index * 5) % 1_000) + 1
  const form = FORMS[index % FORMS.length] ?? ''
  return {
    name: `${word} ${second ?? ''} ${strength} mg ${form}`.replaceAll(/[",;\t]/g, ' '),
    substance: wordOf(index % 2_500),
    form,
  }
}

function wordOf(number: number): string {
  let rest = number + 400
  let word = ''
  while (rest > 0) {
    word += SYLLABLES[rest % SYLLABLES.length] ?? ''
    rest = Math.floor(rest / SYLLABLES.length)
  }
  return word
}

function realNames(folder: string): string[] {
  const text = new TextDecoder('windows-1252').decode(readFileSync(path.join(folder, 'CIS_bdpm.txt')))
  return text.split('\r\n').flatMap((line) => line.split('\t')[1] ?? [])
}

/** Folded; none where it has fewer than 4 letters. */
function firstWord(name: string): string[] {
  const folded = name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  return [...(/^[a-z]{4,}/.exec(folded) ?? [])]
}

/** A GTIN-13 of the range for use within a company, so that it is nobody's. */
function gtin(index: number): string {
  const before = `29${String(index).padStart(10, '0')}`
  const sum = Array.from(before).reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  )
  return before + String((10 - (sum % 10)) % 10)
}
