// The National Drug Code of the United States: ten digits in three parts of which one is short, stored as eleven; pure.

/**
 * As 11 digits of 5-4-2. With hyphens 4-4-2, 5-3-2 and 5-4-1 get a zero in the short part; without them nobody knows which
 * part is short, so ten digits have three candidates. Empty for anything else.
 */
export function ndc11Candidates(text: string): string[] {
  if (/^\d{11}$/.test(text)) return [text]
  const parts = text.split('-')
  if (parts.length === 3) return ndcOfParts(parts)
  if (!/^\d{10}$/.test(text)) return []
  return [`0${text}`, `${text.slice(0, 5)}0${text.slice(5)}`, `${text.slice(0, 9)}0${text.slice(9)}`]
}

/** The form from 2033-03-07 on: 6-4-2, with hyphens or without; null for anything else. */
export function ndc12(text: string): string | null {
  return /^(\d{6}-\d{4}-\d{2}|\d{12})$/.test(text) ? text.replaceAll('-', '') : null
}

/** The ten digits in the UPC-A of an American pack, `3`, NDC, check digit; null for anything else. The check digit is not looked at. */
export function ndc10OfUpc(digits: string): string | null {
  return /^3\d{11}$/.test(digits) ? digits.slice(1, 11) : null
}

const SHAPES: ReadonlySet<string> = new Set(['4-4-2', '5-3-2', '5-4-1', '5-4-2'])

function ndcOfParts(parts: readonly string[]): string[] {
  const [labeler = '', product = '', pack = ''] = parts
  const shape = parts.map((part) => part.length).join('-')
  if (!SHAPES.has(shape) || !parts.every((part) => /^\d+$/.test(part))) return []
  return [labeler.padStart(5, '0') + product.padStart(4, '0') + pack.padStart(2, '0')]
}
