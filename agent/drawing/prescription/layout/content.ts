// What stands on a label, in its order: patient, medicine, directions, warnings, and the pharmacy away from them.
import type { LabelDocument } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import { LANGUAGES } from '@pharmacy-relay/shared/texts/languages.ts'
import type { Weight } from '../text/typefaces.ts'
import type { Geometry } from './geometry.ts'

/** One value in one style; a paragraph of its own. */
export interface Value {
  readonly text: string
  readonly points: number
  readonly weight: Weight
}

export interface Content {
  /** On every label: rows whose values share a line where they fit. */
  readonly head: readonly (readonly Value[])[]
  /** Directions, then warnings; each stays whole on one label. */
  readonly items: readonly Value[]
  /** On every label, at the bottom. */
  readonly foot: readonly (readonly Value[])[]
}

export function contentOf(document: LabelDocument, { sizes }: Pick<Geometry, 'sizes'>): Content {
  const { patient, drug, brand, directions, warnings, quantity, pharmacy, dispenseCode } = document
  const { keepAway, locale } = LANGUAGES[document.language]
  const key = (text: string, weight: Weight): Value => ({ text, points: sizes.key, weight })
  const note = (text: string, weight: Weight): Value => ({ text, points: sizes.note, weight })
  const foot = (...texts: (string | null)[]): Value[] =>
    texts.flatMap((text) => (text === null ? [] : [{ text, points: sizes.foot, weight: 'regular' as const }]))
  return {
    head: [[key(patient, 'bold')], [key(drug, 'bold'), ...(brand === null ? [] : [note(brand, 'regular')])]],
    items: [...directions.map((text) => key(text, 'regular')), ...warnings.map((text) => note(text, 'bold'))],
    foot: [
      foot(
        quantity,
        dateText(document.date, locale),
        dispenseCode,
        pharmacy.name,
        pharmacy.address,
        pharmacy.phone,
      ),
      foot(keepAway),
    ],
  }
}

/** A day of the pharmacy's own calendar, which no time zone moves. */
function dateText(date: string, locale: string): string {
  const format = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, format).format(new Date(`${date}T00:00:00Z`))
}
