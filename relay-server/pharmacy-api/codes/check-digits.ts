// Codes that prove themselves by a check digit: GTIN of any length, PZN, PPN; pure.

/** Digits of a GTIN-8, -12, -13 or -14 with a right check digit, as 14 digits; null for anything else. */
export function gtin14(digits: string): string | null {
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return null
  const padded = digits.padStart(14, '0')
  return gtinCheckDigit(padded.slice(0, 13)) === padded.at(-1) ? padded : null
}

/** The check digit for the digits before it (GS1 General Specifications 7.9). */
export function gtinCheckDigit(before: string): string {
  const sum = Array.from(before.padStart(13, '0')).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

/** A PZN of 8 digits, also from one of 7, whose check digit (modulo 11) is right; null for anything else. */
export function pzn8(digits: string): string | null {
  if (!/^\d{7,8}$/.test(digits)) return null
  const padded = digits.padStart(8, '0')
  const sum = weighted(padded.slice(0, 7), 1, Number)
  return String(sum % 11) === padded.at(-1) ? padded : null
}

/**
 * The PZN in a PPN of 12 characters: `11`, the PZN, two check digits (IFA, modulo 97 over character codes, weights from 2);
 * null for anything else.
 */
export function pznOfPpn(ppn: string): string | null {
  if (!/^11\d{10}$/.test(ppn)) return null
  const sum = weighted(ppn.slice(0, 10), 2, (sign) => sign.charCodeAt(0))
  return sum % 97 === Number(ppn.slice(10)) ? pzn8(ppn.slice(2, 10)) : null
}

/** The GTIN-14 that a German pack with this PZN may have as well (NTIN, prefix 04150). */
export function gtinOfPzn(pzn: string): string {
  const before = `04150${pzn}`
  return before + gtinCheckDigit(before)
}

function weighted(text: string, firstWeight: number, valueOf: (sign: string) => number): number {
  return Array.from(text).reduce((total, sign, index) => total + valueOf(sign) * (firstWeight + index), 0)
}
