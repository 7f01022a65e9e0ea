// What was pasted or scanned as an order: a GTIN or an article number in each line, and how many.
import { MAX_QUANTITY } from '@pharmacy-relay/shared/api/shop/amounts.ts'
import type { FoundProduct } from '@pharmacy-relay/shared/api/shop/products.ts'

/** Each is a question to the API. */
export const MAX_QUICK_LINES = 30

export interface QuickLine {
  /** As it was typed. */
  readonly text: string
  readonly code: string
  readonly quantity: number
}

/** Empty lines count for nothing. A scanner sends the number alone: one piece; `12 x` and `12x` are twelve. */
export function quickLines(typed: string): QuickLine[] {
  const lines = typed.split(/\r?\n/).map((line) => line.trim())
  return lines.filter((line) => line !== '').map(lineOf)
}

function lineOf(text: string): QuickLine {
  const [code = '', amount = '1', ...rest] = text.split(/[\s;,]+/).filter((part) => part !== '')
  const quantity = /^(\d{1,4})x?$/i.exec(amount)?.[1]
  const isRead = quantity !== undefined && rest.every((part) => /^x$/i.test(part))
  return { text, code, quantity: isRead ? Math.min(Number(quantity), MAX_QUANTITY) : 0 }
}

/** The product that has exactly this number; leading zeros of a GTIN count for nothing. */
export function productOf(
  { code }: Pick<QuickLine, 'code'>,
  found: readonly FoundProduct[],
): FoundProduct | null {
  const gtin = /^\d{8,14}$/.test(code) ? code.padStart(14, '0') : null
  const isIt = (one: FoundProduct): boolean =>
    one.sku.toLowerCase() === code.toLowerCase() ||
    (gtin !== null && one.gtin !== null && one.gtin.padStart(14, '0') === gtin)
  return found.find(isIt) ?? null
}

/** `enough`: it is in the basket; the others are not, or are more than can be ordered. */
export type QuickAnswer =
  | {
      readonly kind: 'added'
      readonly line: QuickLine
      readonly product: FoundProduct
      readonly isEnough: boolean
    }
  | { readonly kind: 'unknown' | 'unread' | 'too_many'; readonly line: QuickLine }
