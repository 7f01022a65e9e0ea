// Labels in ESC/POS: pictures in `GS v 0` (ESC/POS command reference), in which 1 is a black dot.
import type { Dots } from '../dots/dots.ts'

const START = Buffer.from([0x1b, 0x40])
/** To the next label. */
const FORM_FEED = Buffer.from([0x0c])
const PICTURE = [0x1d, 0x76, 0x30, 0]
/** Small printers hold no more in one piece. */
const MAX_ROWS = 1_024

export function escposOf(labels: readonly Dots[]): Buffer {
  return Buffer.concat(labels.flatMap((dots) => [START, ...pictures(dots), FORM_FEED]))
}

function pictures({ bytes, bytesPerRow, height }: Dots): Buffer[] {
  return Array.from({ length: Math.ceil(height / MAX_ROWS) }, (_, index) => {
    const from = index * MAX_ROWS
    const rows = Math.min(MAX_ROWS, height - from)
    const head = Buffer.from([...PICTURE, bytesPerRow & 0xff, bytesPerRow >> 8, rows & 0xff, rows >> 8])
    return Buffer.concat([head, bytes.subarray(from * bytesPerRow, (from + rows) * bytesPerRow)])
  })
}
