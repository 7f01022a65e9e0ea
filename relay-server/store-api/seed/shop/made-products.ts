// Products of a large made-up catalogue: names of syllables, prices as in trade, most in stock. Pure: the same for the same number.
import { drawsOf, oneOf, wholeOf } from './draw.ts'

export const MAX_PRODUCTS = 1_000_000
/** Categories below the first four, which have ten each. */
export const CATEGORY_COUNT = 40

export interface MadeProduct {
  readonly sku: string
  readonly gtin: string
  readonly name: string
  readonly brand: string
  /** From 0 below CATEGORY_COUNT. */
  readonly category: number
  readonly form: string
  readonly substance: string
  readonly description: string
  readonly priceMinor: number
  readonly taxBp: number
  readonly packSize: string
  readonly minQuantity: number
  /** Pieces besides those that orders take. */
  readonly stock: number
}

const [CONSONANTS, VOWELS, LAST] = ['bcdfghklmnprstvxzjwq', 'aeiou', 'lmnrstxd']
/** Names have so many products each: strengths and forms. */
const OF_ONE_NAME = 3
const FORMS = [
  ['tablet', 'mg', '30 tablets'],
  ['capsule', 'mg', '20 capsules'],
  ['syrup', 'mg/5 ml', '100 ml'],
  ['cream', 'mg/g', '30 g'],
  ['drops', 'mg/ml', '20 ml'],
  ['label roll', 'mm', '1 roll'],
  ['dressing', 'cm', '10 pieces'],
  ['gloves', 'pieces', '1 box'],
] as const
const STRENGTHS = [5, 10, 20, 25, 40, 50, 75, 100, 150, 200, 250, 400, 500, 600, 850, 1_000] as const
const TAXES = [1_900, 1_900, 1_900, 700] as const

/** `index` from 0. */
export function madeProduct(seed: number, index: number): MadeProduct {
  const draw = drawsOf(seed, index)
  const word = wordOf(Math.floor(index / OF_ONE_NAME))
  const [form, unit, packSize] = FORMS[Math.floor(draw() * FORMS.length)] ?? FORMS[0]
  const strength = oneOf(draw, STRENGTHS)
  // Dear ones are rare: from 0.50 to some hundreds.
  const priceMinor = 50 + Math.floor(40_000 * draw() ** 4)
  return {
    sku: skuOf(index),
    gtin: gtinOf(index),
    name: `${capital(word)} ${strength} ${unit} ${form}`,
    brand: `${capital(wordOf(7_919 * (1 + (index % 300))))} ${index % 2 === 0 ? 'Pharma' : 'Care'}`,
    category: index % CATEGORY_COUNT,
    form,
    substance: wordOf(31 * (index % 4_000) + 17),
    description: `Made up for measurements: ${word} in ${packSize}, ${wordOf(13 * index + 5)} and ${wordOf(17 * index + 3)}.`,
    priceMinor,
    taxBp: oneOf(draw, TAXES),
    packSize,
    minQuantity: draw() < 0.95 ? 1 : 10,
    stock: draw() < 0.04 ? 0 : wholeOf(draw, 5, 500),
  }
}

export function skuOf(index: number): string {
  return `SEED-${String(index).padStart(7, '0')}`
}

/** A word of three syllables for a number, as drugs are called; the first million differ. */
function wordOf(number: number): string {
  let rest = (number * 48_271) % 8_000_000
  const next = (letters: string): string => {
    const letter = letters.charAt(rest % letters.length)
    rest = Math.floor(rest / letters.length)
    return letter
  }
  const syllable = (): string => next(CONSONANTS) + next(VOWELS)
  return syllable() + syllable() + syllable() + next(LAST)
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Of the numbers that shops give themselves (GS1 prefix 29), with its check digit, as 14 digits. */
function gtinOf(index: number): string {
  const digits = `029${String(index).padStart(10, '0')}`
  const sum = Array.from(digits, (digit, place) => Number(digit) * (place % 2 === 0 ? 3 : 1))
  return digits + String((10 - (sum.reduce((total, one) => total + one, 0) % 10)) % 10)
}
