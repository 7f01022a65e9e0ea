// A prescription spread over one to four labels: patient and medicine on each, every direction and warning whole and once.
import type { LabelDocument, LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import type { Shaper } from '../text/shaping.ts'
import { contentOf, type Content, type Value } from './content.ts'
import { geometryOf, LINE_SPACE, type Geometry } from './geometry.ts'
import { rowsOf, sharedRows, type Setting, type TextRow } from './text-rows.ts'

export const MAX_LABELS = 4
/** Dots around and of the line below the head, and left of the DataMatrix. */
export const RULE = { above: 4, thick: 2, below: 0 } as const
const BESIDE_CODE = 8
/** Room for `1/2 ▶` in the first line, in heights of its type. */
const MARKER_ROOM = 3.2

/** One label, from top to bottom. */
export interface LabelLayout {
  readonly geometry: Geometry
  readonly head: readonly TextRow[]
  readonly items: readonly (readonly TextRow[])[]
  readonly foot: readonly TextRow[]
  /** `1/2 ▶` at the top; null on a single label. */
  readonly marker: TextRow | null
}

/** What does not fit: a direction, warning or heading by itself, or all of them together. */
export type Misfit = 'item' | 'count'

/** Throws ProblemError `invalid` for a character that cannot be printed. */
export function layoutOf(document: LabelDocument, media: LabelMedia, shaper: Shaper): LabelLayout[] | Misfit {
  const geometry = geometryOf(media)
  const content = contentOf(document, geometry)
  const setting = { shaper, geometry }
  const single = spread(content, setting, 0)
  if (typeof single === 'string' || single.length === 1) return single
  return spread(content, setting, geometry.ofPoints(geometry.sizes.key) * MARKER_ROOM)
}

/** Dots of lines without the gaps between items. */
export function heightOf(rows: readonly TextRow[], { ofPoints }: Pick<Geometry, 'ofPoints'>): number {
  return rows.reduce((sum, { points }) => sum + ofPoints(points) * LINE_SPACE, 0)
}

function spread(content: Content, setting: Setting, markerRoom: number): LabelLayout[] | Misfit {
  const { geometry } = setting
  const frame = frameOf(content, setting, markerRoom)
  if (frame === null) return 'item'
  const { head, foot, room, wide } = frame
  const labels: (readonly TextRow[])[][] = [[]]
  let used = 0
  for (const value of content.items) {
    const item = rowsOf(value, wide, setting)
    const high = item === null ? Infinity : heightOf(item, geometry) + geometry.ofPoints(geometry.sizes.gap)
    if (item === null || high > room) return 'item'
    const isNext = used + high > room
    if (isNext) labels.push([item])
    else labels.at(-1)?.push(item)
    used = isNext ? high : used + high
  }
  if (labels.length > MAX_LABELS) return 'count'
  return labels.map((items, index) => {
    const marker = labels.length === 1 ? null : markerOf(index, labels.length, setting)
    return { geometry, head, items, foot, marker }
  })
}

interface Frame {
  readonly head: readonly TextRow[]
  readonly foot: readonly TextRow[]
  /** For directions and warnings: dots from top to bottom, and from left to right. */
  readonly room: number
  readonly wide: number
}

/** What stands on every label. Null where it leaves no room, or does not fit itself. */
function frameOf({ head, foot }: Content, setting: Setting, markerRoom: number): Frame | null {
  const { width, height, left, edge, code } = setting.geometry
  const wide = width - left - edge
  const headRows = head.map((row, index) => sharedRows(row, index === 0 ? wide - markerRoom : wide, setting))
  const footRows = foot.map((row) => sharedRows(row, wide - code - BESIDE_CODE, setting))
  if (!isWhole(headRows) || !isWhole(footRows)) return null
  const own = { head: headRows.flat(), foot: footRows.flat() }
  const top = heightOf(own.head, setting.geometry) + RULE.above + RULE.thick + RULE.below
  const room = height - 2 * edge - top - Math.max(heightOf(own.foot, setting.geometry), code)
  return { ...own, room, wide }
}

function isWhole<T>(rows: readonly (T | null)[]): rows is T[] {
  return rows.every((row) => row !== null)
}

function markerOf(index: number, count: number, setting: Setting): TextRow | null {
  const text = `${index + 1}/${count}${index + 1 < count ? ' ▶' : ''}`
  const value: Value = { text, points: setting.geometry.sizes.key, weight: 'bold' }
  return rowsOf(value, Infinity, setting)?.[0] ?? null
}
