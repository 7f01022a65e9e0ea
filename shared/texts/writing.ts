// How a language writes numbers, and the words that stand with them. Its plurals follow the rules of Unicode (CLDR).

/** What has to be known of a language besides its texts. */
export interface LanguageFacts {
  /** As its speakers call it. */
  readonly name: string
  /** BCP 47: how dates, numbers and amounts are written. */
  readonly locale: string
  /** For the installer, as electron-builder names it. */
  readonly windows: string
  /** [MS-LCID] 2.2. */
  readonly lcid: number
  /** On every prescription label, in the wording of leaflets in this language. */
  readonly keepAway: string
}

interface Writing {
  /** `12345`: 12,345. */
  readonly number: (n: number) => string
  /** `one` where the language has its singular with this number, which in French is 0 as well; else `other`. */
  readonly byCount: (n: number, one: string, other: string) => string
  /** The number and its noun: 1 label, 12,345 labels. Without `other` the noun stays as it is. */
  readonly count: (n: number, one: string, other?: string) => string
}

export function writingOf({ locale }: Pick<LanguageFacts, 'locale'>): Writing {
  const numbers = once(() => new Intl.NumberFormat(locale))
  const rules = once(() => new Intl.PluralRules(locale))
  const number = (n: number) => numbers().format(n)
  const byCount = (n: number, one: string, other: string) => (rules().select(n) === 'one' ? one : other)
  return { number, byCount, count: (n, one, other = one) => `${number(n)} ${byCount(n, one, other)}` }
}

/** Making one takes a hundred times what using it does, and most programs speak one language. */
function once<V>(make: () => V): () => V {
  let made: V | undefined
  return () => (made ??= make())
}
