// The element strings of GS1 in a scan: application identifiers and their values, dates as text; pure.

/** The separator that ends a value of variable length (FNC1 as scanners send it). */
export const GS = '\u001D'

/** Identifiers whose length is fixed by the standard (GS1 General Specifications 7.8.4), so that no separator follows. */
const FIXED_LENGTHS: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '11': 6,
  '12': 6,
  '13': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '20': 2,
}
/** National numbers of a pack: PZN, CIP, CN, DRN, AIM, NDC, AIC. */
const NATIONAL = /^71[0-6]/

/** By identifier: `01`, `10`, `17`, `21`, `710` to `716`; others are left out. Null when it is cut or says something twice. */
export function readGs1(text: string): ReadonlyMap<string, string> | null {
  const values = new Map<string, string>()
  let rest = text.startsWith(GS) ? text.slice(1) : text
  while (rest !== '') {
    const identifier = NATIONAL.test(rest) ? rest.slice(0, 3) : rest.slice(0, 2)
    const value = valueAt(rest.slice(identifier.length), FIXED_LENGTHS[identifier])
    if (value === null || values.has(identifier)) return null
    values.set(identifier, value)
    rest = rest.slice(identifier.length + value.length)
    if (rest.startsWith(GS)) rest = rest.slice(1)
  }
  return values
}

function valueAt(rest: string, length: number | undefined): string | null {
  if (length === undefined) {
    const end = rest.indexOf(GS)
    const value = end === -1 ? rest : rest.slice(0, end)
    return value === '' ? null : value
  }
  const value = rest.slice(0, length)
  return value.length === length && /^\d+$/.test(value) ? value : null
}

/**
 * YYMMDD as `2027-05-31`; day 00 is the last of the month. The century is the one within 50 years of `thisYear` (GS1 7.12).
 * Null for a day that no calendar has.
 */
export function gs1Day(text: string, thisYear: number): string | null {
  if (!/^\d{6}$/.test(text)) return null
  const year = yearNear(Number(text.slice(0, 2)), thisYear)
  const month = Number(text.slice(2, 4))
  const last = lastDayOf(year, month)
  const day = text.slice(4) === '00' ? last : Number(text.slice(4))
  if (month < 1 || month > 12 || day > last) return null
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

function yearNear(twoDigitYear: number, thisYear: number): number {
  const inThisCentury = thisYear - (thisYear % 100) + twoDigitYear
  if (inThisCentury - thisYear >= 51) return inThisCentury - 100
  return thisYear - inThisCentury >= 50 ? inThisCentury + 100 : inThisCentury
}

function lastDayOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')
