// An invoice or a credit note as PDF: the same document makes the same bytes. Pure but for the fonts, which are read from their package.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { InvoiceDocument } from '../invoice-document.ts'
import { drawAddresses, drawHead } from './invoice-head.ts'
import { drawLines, drawShares } from './invoice-lines.ts'
import { drawTotals } from './invoice-totals.ts'
import { PAPER, SIZE, bytesOf, newPaper, rule, write, type Paper } from './paper.ts'

export async function drawInvoice(document: InvoiceDocument): Promise<Buffer> {
  const t = texts(document.language)
  const paper = newPaper({
    title: `${t.invoiceDocument.titles[document.kind]} ${document.number}`,
    author: document.seller.name,
    language: document.language,
    madeAt: new Date(`${document.issuedOn}T00:00:00.000Z`),
  })
  const sheet = { paper, document, t }
  const below = drawAddresses(sheet, drawHead(sheet))
  const draw = document.lines.length > 0 ? drawLines : drawShares
  drawTotals(sheet, draw(sheet, below))
  drawFeet(paper, document)
  paper.end()
  return bytesOf(paper)
}

function drawFeet(paper: Paper, { seller, number, language }: InvoiceDocument): void {
  const { invoiceDocument: words } = texts(language)
  const { count } = paper.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    paper.switchToPage(page)
    rule(paper, PAPER.footer - 6)
    const at = { y: PAPER.footer, size: SIZE.small }
    write(paper, [seller.name, words.taxId(seller.taxId), number].join(' · '), {
      ...at,
      x: PAPER.left,
      width: 400,
    })
    write(paper, words.page(page + 1, count), { ...at, x: 455, width: 90, align: 'right' })
  }
}
