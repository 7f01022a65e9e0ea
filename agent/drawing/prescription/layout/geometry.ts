// A label in dots: its edges, the sizes of its type, and how points and millimetres become dots.
import type { LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'

const MM_PER_INCH = 25.4
const POINTS_PER_INCH = 72
const EDGE_MM = 1.5
/** The spool's REPRINT mark stands in the left 20 dots, whatever the dpi (agent/core/languages/reprint-mark.ts). */
const REPRINT_DOTS = 26
/** From base line to base line, of the type's height. */
export const LINE_SPACE = 1.27
/** Height of the base line within its line, of the type's height. */
export const BASE_LINE = 1

/** Points. Patient, medicine and directions are never smaller than 11 of this upright sans serif. */
interface TypeSizes {
  readonly key: number
  readonly note: number
  readonly foot: number
  /** Above each direction and warning. */
  readonly gap: number
}
const LARGE: TypeSizes = { key: 12, note: 9, foot: 7.5, gap: 3 }
const SMALL: TypeSizes = { key: 11, note: 9, foot: 6.5, gap: 1 }
const SMALL_BELOW_MM = 45
const CODE_MM = { large: 9, small: 7 }

export interface Geometry {
  /** Of the label, in dots. */
  readonly width: number
  readonly height: number
  /** Dots that stay clear: on the left for the REPRINT mark, and on the three other sides. */
  readonly left: number
  readonly edge: number
  readonly sizes: TypeSizes
  /** The room of the DataMatrix, a square in dots. */
  readonly code: number
  readonly ofPoints: (points: number) => number
}

export function geometryOf({ widthMm, heightMm, dpi }: LabelMedia): Geometry {
  const ofMm = (mm: number): number => Math.round((mm / MM_PER_INCH) * dpi)
  const isSmall = heightMm < SMALL_BELOW_MM
  return {
    width: ofMm(widthMm),
    height: ofMm(heightMm),
    left: Math.max(REPRINT_DOTS, ofMm(EDGE_MM)),
    edge: ofMm(EDGE_MM),
    sizes: isSmall ? SMALL : LARGE,
    code: ofMm(isSmall ? CODE_MM.small : CODE_MM.large),
    ofPoints: (points) => (points / POINTS_PER_INCH) * dpi,
  }
}
