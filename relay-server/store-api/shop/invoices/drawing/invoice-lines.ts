// The lines of an invoice, over as many pages as they need; of a credit note over a part, the sums of each rate.
import { amountText, rateText } from '@pharmacy-relay/shared/texts/amount-text.ts'
import { PAPER, SIZE, heightOf, rule, write, type Font, type Paper, type Sheet } from './paper.ts'

interface Column {
  readonly x: number
  readonly width: number
  readonly align: 'left' | 'right'
}

const LINES = [
  { x: 50, width: 22, align: 'left' },
  { x: 74, width: 216, align: 'left' },
  { x: 294, width: 48, align: 'right' },
  { x: 346, width: 76, align: 'right' },
  { x: 426, width: 36, align: 'right' },
  { x: 466, width: 79, align: 'right' },
] as const satisfies readonly Column[]

const SHARES = [
  { x: 50, width: 120, align: 'left' },
  { x: 174, width: 120, align: 'right' },
  { x: 298, width: 120, align: 'right' },
  { x: 422, width: 123, align: 'right' },
] as const satisfies readonly Column[]

interface Table {
  readonly columns: readonly Column[]
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly continued: string
}

export function drawLines({ paper, document: { lines, currency }, t }: Sheet, top: number): number {
  const words = t.invoiceDocument
  const money = (minor: number): string => amountText(minor, currency, t.locale)
  const quantities = new Intl.NumberFormat(t.locale)
  const rows = lines.map(({ name, sku, quantity, priceMinor, taxBp, netMinor }, index) => [
    String(index + 1),
    `${name}\n${sku}`,
    quantities.format(quantity),
    money(priceMinor),
    rateText(taxBp, t.locale),
    money(netMinor),
  ])
  const head = ['', words.item, words.quantity, words.price, words.tax, words.net]
  return drawTable(paper, { columns: LINES, head, rows, continued: words.continued }, top)
}

export function drawShares({ paper, document: { taxes, currency }, t }: Sheet, top: number): number {
  const words = t.invoiceDocument
  const money = (minor: number): string => amountText(minor, currency, t.locale)
  const rows = taxes.map(({ taxBp, netMinor, taxMinor }) => [
    rateText(taxBp, t.locale),
    money(netMinor),
    money(taxMinor),
    money(netMinor + taxMinor),
  ])
  const below = write(paper, words.part, { x: PAPER.left, y: top, width: PAPER.right - PAPER.left })
  const head = [words.rate, words.net, words.tax, words.gross]
  return drawTable(paper, { columns: SHARES, head, rows, continued: words.continued }, below + 12)
}

/** The head stands on every page again; no row is parted. */
function drawTable(paper: Paper, table: Table, top: number): number {
  let y = drawHeadRow(paper, table, top)
  for (const row of table.rows) {
    if (y + rowHeight(paper, row, table) > PAPER.bottom) {
      paper.addPage()
      const below = write(paper, table.continued, {
        x: PAPER.left,
        y: PAPER.top,
        width: 300,
        size: SIZE.small,
      })
      y = drawHeadRow(paper, table, below + 4)
    }
    y = drawRow(paper, row, { table, y }) + 4
  }
  rule(paper, y)
  return y + 8
}

function drawHeadRow(paper: Paper, table: Table, y: number): number {
  const below = drawRow(paper, table.head, { table, y, font: 'bold' })
  rule(paper, below + 2)
  return below + 6
}

function drawRow(
  paper: Paper,
  cells: readonly string[],
  { table, y, font = 'plain' }: { readonly table: Table; readonly y: number; readonly font?: Font },
): number {
  return Math.max(
    ...table.columns.map((column, index) =>
      write(paper, cells[index] ?? '', { ...column, y, font, size: SIZE.text }),
    ),
  )
}

function rowHeight(paper: Paper, row: readonly string[], { columns }: Table): number {
  return Math.max(...columns.map(({ width }, index) => heightOf(paper, row[index] ?? '', { width })))
}
