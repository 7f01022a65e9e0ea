// Labels in EPL2: a picture in `GW` (EPL2 programmer's manual), in which 0 is a black dot.
import { inverted, type Dots } from '../dots/dots.ts'

/** The empty line first ends what another sender may have left half. */
export function eplOf(labels: readonly Dots[]): Buffer {
  return Buffer.concat(
    labels.flatMap((dots) => [
      Buffer.from(`\nN\nq${dots.width}\nGW0,0,${dots.bytesPerRow},${dots.height},`),
      inverted(dots),
      Buffer.from('\nP1\n'),
    ]),
  )
}
