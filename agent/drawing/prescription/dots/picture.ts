// A label's layout as SVG: outlines of glyphs, a line, and the squares of the DataMatrix. No text stands in it.
import bwip from 'bwip-js/node'
import { BASE_LINE, LINE_SPACE, type Geometry } from '../layout/geometry.ts'
import { heightOf, RULE, type LabelLayout } from '../layout/labels.ts'
import type { TextRow } from '../layout/text-rows.ts'

interface Drawn {
  readonly svg: string
  /** Where the next line begins. */
  readonly y: number
}

export function pictureOf(layout: LabelLayout, dispenseCode: string): string {
  const { geometry, head, items, foot, marker } = layout
  const { width, height, left, edge } = geometry
  const top = drawn(head, edge, { geometry })
  const rule = `<rect x="${left}" y="${Math.round(top.y) + RULE.above}" width="${width - left - edge}" height="${RULE.thick}"/>`
  let body: Drawn = { svg: '', y: Math.round(top.y) + RULE.above + RULE.thick + RULE.below }
  for (const item of items) {
    const next = drawn(item, body.y + geometry.ofPoints(geometry.sizes.gap), { geometry })
    body = { svg: body.svg + next.svg, y: next.y }
  }
  const bottom = drawn(foot, height - edge - heightOf(foot, geometry), { geometry, besides: geometry.code })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${[
    top.svg,
    rule,
    body.svg,
    bottom.svg,
    markerOf(marker, head[0], geometry),
    dataMatrix(dispenseCode, geometry),
  ].join('')}</svg>`
}

/** Lines below each other. `besides`: dots that they leave free on the right. */
function drawn(
  rows: readonly TextRow[],
  from: number,
  { geometry, besides = 0 }: { readonly geometry: Geometry; readonly besides?: number },
): Drawn {
  const right = geometry.width - geometry.edge - besides
  let y = from
  const parts = rows.map((row) => {
    const x = row.isRightToLeft ? right - row.width : geometry.left
    const svg = words(row, x, y + baseLine(row, geometry))
    y += geometry.ofPoints(row.points) * LINE_SPACE
    return svg
  })
  return { svg: parts.join(''), y }
}

/** At the end of the line that begins the label. */
function markerOf(marker: TextRow | null, first: TextRow | undefined, geometry: Geometry): string {
  if (marker === null) return ''
  const { width, left, edge } = geometry
  const x = first?.isRightToLeft === true ? left : width - edge - marker.width
  return words(marker, x, edge + baseLine(marker, geometry))
}

function baseLine({ points }: TextRow, { ofPoints }: Geometry): number {
  return ofPoints(points) * BASE_LINE
}

function words(row: TextRow, left: number, base: number): string {
  return row.words
    .flatMap(({ shaped, x }) => {
      const start = left + (row.isRightToLeft ? row.width - x - shaped.width : x)
      return shaped.glyphs.map(
        ({ outline, x: dx, y: dy, scale }) =>
          `<path transform="translate(${start + dx} ${base + dy}) scale(${scale} ${-scale})" d="${outline}"/>`,
      )
    })
    .join('')
}

/** In the lower right corner, each square whole dots. The default export's `raw` gives squares; the named one is another function. */
function dataMatrix(text: string, { width, height, edge, code }: Geometry): string {
  const [symbol] = bwip.raw({ bcid: 'datamatrix', text })
  if (symbol === undefined || !('pixs' in symbol)) throw new Error('bwip-js gave no DataMatrix')
  const { pixs, pixx, pixy } = symbol
  const side = Math.max(2, Math.floor(code / pixx))
  const [x0, y0] = [width - edge - pixx * side, height - edge - pixy * side]
  return pixs
    .map((dark, index) => {
      const [x, y] = [x0 + (index % pixx) * side, y0 + Math.floor(index / pixx) * side]
      return dark === 0 ? '' : `<rect x="${x}" y="${y}" width="${side}" height="${side}"/>`
    })
    .join('')
}
