// Labels in ZPL: a picture in `^GFA`, with Zebra's run lengths (ZPL II programming guide, "Alternative Data Compression").
import { rowOf, type Dots } from '../dots/dots.ts'

/** `^GF` counts its bytes with five digits. */
const MAX_FIELD_BYTES = 99_999
const MAX_RUN = 400
/** G to Y say that the next digit comes 1 to 19 times; g to z say 20 to 400 times. */
const ONES = 'GHIJKLMNOPQRSTUVWXY'
const TWENTIES = 'ghijklmnopqrstuvwxyz'
const TWENTY = 20

/** One format for each label, each printed once. Letters, digits and commas only: no byte of a text of the label. */
export function zplOf(labels: readonly Dots[]): Buffer {
  return Buffer.from(labels.map(format).join(''), 'latin1')
}

/** Size and origin are said; darkness, speed and shift stay as the pharmacy set them up. */
function format(dots: Dots): string {
  const { width, height } = dots
  return `^XA^PW${width}^LL${height}^LH0,0${fields(dots)}^PQ1^XZ\r\n`
}

/** As many rows in each as its byte count can name. */
function fields(dots: Dots): string {
  const { bytesPerRow, height } = dots
  const rows = Math.max(1, Math.floor(MAX_FIELD_BYTES / bytesPerRow))
  return Array.from({ length: Math.ceil(height / rows) }, (_, index) => {
    const from = index * rows
    const to = Math.min(height, from + rows)
    const bytes = (to - from) * bytesPerRow
    return `^FO0,${from}^GFA,${bytes},${bytes},${bytesPerRow},${rowsText(dots, from, to)}^FS`
  }).join('')
}

function rowsText(dots: Dots, from: number, to: number): string {
  let before = ''
  let text = ''
  for (let y = from; y < to; y += 1) {
    const hex = Buffer.from(rowOf(dots, y)).toString('hex').toUpperCase()
    text += hex === before ? ':' : rowText(hex)
    before = hex
  }
  return text
}

/** `,` fills the rest of a row with white. */
function rowText(hex: string): string {
  return hex
    .replace(/(?:00)+$/, ',')
    .replace(new RegExp(String.raw`([0-9A-F])\1{1,${MAX_RUN - 1}}`, 'g'), (run, digit: string) =>
      run.length < 3 ? run : runLength(run.length) + digit,
    )
}

function runLength(count: number): string {
  const twenties = Math.floor(count / TWENTY)
  const ones = count % TWENTY
  return (twenties === 0 ? '' : (TWENTIES[twenties - 1] ?? '')) + (ones === 0 ? '' : (ONES[ones - 1] ?? ''))
}
