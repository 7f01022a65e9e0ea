// The sums below the lines: net, discount, tax of each rate, total. They stay together on one page.
import { amountText, rateText } from '@pharmacy-relay/shared/texts/amount-text.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { InvoiceDocument } from '../invoice-document.ts'
import { PAPER, SIZE, rule, write, type Sheet } from './paper.ts'

const NAME = { x: 230, width: 215 } as const
const VALUE = { x: 449, width: 96, align: 'right' } as const
const ROW_HEIGHT = 15

export function drawTotals({ paper, document, t }: Sheet, top: number): void {
  const sums = sumsOf(document, t)
  const total = amountText(document.totalMinor, document.currency, t.locale)
  let y = top
  // Of many rates some: more than a page of them there is not, since a shop has a handful.
  if (y + (sums.length + 2) * ROW_HEIGHT > PAPER.bottom) {
    paper.addPage()
    y = PAPER.top
  }
  for (const [name, value] of sums) {
    if (y + ROW_HEIGHT > PAPER.bottom) {
      paper.addPage()
      y = PAPER.top
    }
    y = Math.max(write(paper, name, { ...NAME, y }), write(paper, value, { ...VALUE, y })) + 2
  }
  rule(paper, y + 1)
  const letters = { font: 'bold', size: SIZE.total, y: y + 5 } as const
  write(paper, t.invoiceDocument.totals[document.kind], { ...NAME, ...letters })
  write(paper, total, { ...VALUE, ...letters })
}

function sumsOf(document: InvoiceDocument, t: Texts): (readonly [string, string])[] {
  const words = t.invoiceDocument
  const { subtotalMinor, discountMinor, couponCode, taxes, currency } = document
  const money = (minor: number): string => amountText(minor, currency, t.locale)
  const discount = couponCode === null ? words.discount : words.discountWith(couponCode)
  return [
    [words.subtotal, money(subtotalMinor)],
    ...(discountMinor === 0 ? [] : [[discount, money(-discountMinor)] as const]),
    ...taxes.map(
      ({ taxBp, netMinor, taxMinor }) =>
        [words.taxOf(rateText(taxBp, t.locale), money(netMinor)), money(taxMinor)] as const,
    ),
  ]
}
