// Labels in TSPL: a picture in `BITMAP` (TSPL/TSPL2 programming manual), in which 0 is a black dot.
import type { LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import { inverted, type Dots } from '../dots/dots.ts'

export function tsplOf(labels: readonly Dots[], { widthMm, heightMm }: LabelMedia): Buffer {
  return Buffer.concat(
    labels.flatMap((dots) => [
      Buffer.from(
        `SIZE ${widthMm} mm,${heightMm} mm\r\nCLS\r\nBITMAP 0,0,${dots.bytesPerRow},${dots.height},0,`,
      ),
      inverted(dots),
      Buffer.from('\r\nPRINT 1,1\r\n'),
    ]),
  )
}
