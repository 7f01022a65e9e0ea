// Values as lines of a width: each wraps on its own, and short ones share a line.
import { linesOf } from '../text/line-breaks.ts'
import { paragraphOf } from '../text/paragraph.ts'
import type { ShapedLine, Shaper } from '../text/shaping.ts'
import type { Value } from './content.ts'
import type { Geometry } from './geometry.ts'

/** Words on a line: `x` counts dots from where the line starts, which is its right end when it is right to left. */
interface Words {
  readonly shaped: ShapedLine
  readonly x: number
}

export interface TextRow {
  readonly words: readonly Words[]
  readonly width: number
  readonly points: number
  readonly isRightToLeft: boolean
}

export interface Setting {
  readonly shaper: Shaper
  readonly geometry: Geometry
}

/** Between values that share a line, of the type's height; a dot stands in the middle of it. */
const BETWEEN = 0.9
const DOT = '·'

/** The lines of one value. Null when a letter or a number with its unit is wider than `room` dots. */
export function rowsOf({ text, points, weight }: Value, room: number, setting: Setting): TextRow[] | null {
  const { shaper, geometry } = setting
  const paragraph = paragraphOf(text)
  const { isRightToLeft } = paragraph
  const style = { dots: geometry.ofPoints(points), weight }
  const spans = linesOf(paragraph.text, (span) => shaper.line(paragraph, span, style).width <= room)
  return (
    spans?.map((span) => {
      const shaped = shaper.line(paragraph, span, style)
      return { words: [{ shaped, x: 0 }], width: shaped.width, points, isRightToLeft }
    }) ?? null
  )
}

/** The lines of several values: one that fits behind the line before it goes there. Null as of `rowsOf`. */
export function sharedRows(values: readonly Value[], room: number, setting: Setting): TextRow[] | null {
  const rows: TextRow[] = []
  for (const value of values) {
    const own = rowsOf(value, room, setting)
    if (own === null) return null
    const joined = own.length === 1 ? joinedRow(rows.at(-1), own[0], setting) : null
    if (joined !== null && joined.width <= room) rows[rows.length - 1] = joined
    else rows.push(...own)
  }
  return rows
}

function joinedRow(row: TextRow | undefined, next: TextRow | undefined, setting: Setting): TextRow | null {
  if (row === undefined || next === undefined || row.isRightToLeft !== next.isRightToLeft) return null
  const { shaper, geometry } = setting
  const dots = geometry.ofPoints(next.points)
  const paragraph = paragraphOf(DOT)
  const dot = shaper.line(paragraph, { start: 0, end: DOT.length }, { dots, weight: 'regular' })
  const gap = dots * BETWEEN
  const x = row.width + gap
  const words = [
    ...row.words,
    { shaped: dot, x: row.width + (gap - dot.width) / 2 },
    ...next.words.map((word) => ({ ...word, x: x + word.x })),
  ]
  return { ...row, words, width: x + next.width }
}
