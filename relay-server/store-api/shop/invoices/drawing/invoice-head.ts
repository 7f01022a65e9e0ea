// The head of an invoice: who sells, what paper it is, who buys.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { InvoiceDocument } from '../invoice-document.ts'
import { PAPER, SIZE, write, type Sheet } from './paper.ts'

const LEFT = { x: PAPER.left, width: 250 } as const
const RIGHT = { x: 330, width: 215 } as const

/** Where what follows begins. */
export function drawHead({ paper, document, t }: Sheet): number {
  const { seller } = document
  const words = t.invoiceDocument
  let y = write(paper, seller.name, { ...RIGHT, y: PAPER.top, font: 'bold' })
  const contact = seller.contact === '' ? [] : [seller.contact]
  for (const line of [...seller.address, ...contact, words.taxId(seller.taxId)])
    y = write(paper, line, { ...RIGHT, y, size: SIZE.small })
  const title = write(paper, words.titles[document.kind], {
    ...LEFT,
    y: PAPER.top,
    font: 'bold',
    size: SIZE.title,
  })
  const subject =
    document.corrects === null
      ? title
      : write(paper, words.corrects(document.corrects.number, dayText(document.corrects.issuedOn, t)), {
          ...LEFT,
          y: title + 2,
        })
  return Math.max(y, subject) + 24
}

export function drawAddresses({ paper, document, t }: Sheet, top: number): number {
  const words = t.invoiceDocument
  const { buyer, order } = document
  let left = write(paper, words.billTo, { ...LEFT, y: top, size: SIZE.small })
  left = write(paper, buyer.name, { ...LEFT, y: left, font: 'bold' })
  for (const line of addressLines(buyer.address)) left = write(paper, line, { ...LEFT, y: left })
  const facts = [
    [words.number, document.number],
    [words.issuedOn, dayText(document.issuedOn, t)],
    [words.order, order.number],
    [words.placedOn, dayText(order.placedOn, t)],
    [words.customer, buyer.storeId],
  ] as const
  let right = top
  for (const [name, value] of facts) {
    const below = write(paper, name, { x: RIGHT.x, y: right, width: 100 })
    right = Math.max(below, write(paper, value, { x: 435, y: right, width: 110, align: 'right' }))
  }
  return Math.max(left, right) + 24
}

/** The name that the parcel is for stands above its street. */
function addressLines({
  name,
  line1,
  line2,
  postcode,
  city,
  country,
}: InvoiceDocument['buyer']['address']): string[] {
  return [name, line1, line2, `${postcode} ${city}`, country].filter((line) => line !== '')
}

/** A day as people write it; it is of no time zone. */
function dayText(day: string, { locale }: Texts): string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
  return format.format(new Date(`${day}T00:00:00.000Z`))
}
