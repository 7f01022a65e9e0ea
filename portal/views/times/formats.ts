// Formats of numbers and instants, made once for each locale and form: making one takes a hundred times what using it does.

/** Locales, forms and time zones that are in use at a time; beyond it the oldest is made anew. */
const MOST = 500
const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()
const ages = new Map<string, Intl.RelativeTimeFormat>()

export function numberFormat(locale: string, form: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(numbers, keyOf(locale, form), () => new Intl.NumberFormat(locale, form))
}

export function dateFormat(locale: string, form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(dates, keyOf(locale, form), () => new Intl.DateTimeFormat(locale, form))
}

export function ageFormat(locale: string, form: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat {
  return kept(ages, keyOf(locale, form), () => new Intl.RelativeTimeFormat(locale, form))
}

function keyOf(locale: string, form: object): string {
  return `${locale} ${JSON.stringify(form)}`
}

function kept<F>(formats: Map<string, F>, key: string, make: () => F): F {
  const found = formats.get(key)
  if (found !== undefined) return found
  const made = make()
  const [oldest] = formats.keys()
  if (formats.size >= MOST && oldest !== undefined) formats.delete(oldest)
  formats.set(key, made)
  return made
}
