// Letters put side by side as their script wants it: HarfBuzz chooses and places the glyphs, and so measures a line.
import { Buffer as ShapingBuffer, Direction, Feature, shape } from 'harfbuzzjs'
import { directedSpans, type DirectedSpan, type Paragraph, type Span } from './paragraph.ts'
import { typefaceOf, type Typeface, type Typefaces, type Weight } from './typefaces.ts'

/** A glyph's outline in SVG, and where it stands: dots from the start of the line, and below the base line. */
export interface PlacedGlyph {
  readonly outline: string
  readonly x: number
  readonly y: number
  /** Dots of one unit of the outline. */
  readonly scale: number
}

export interface ShapedLine {
  /** Dots. */
  readonly width: number
  readonly glyphs: readonly PlacedGlyph[]
}

export interface TextStyle {
  /** Height of the type in dots. */
  readonly dots: number
  readonly weight: Weight
}

interface Run {
  readonly text: string
  readonly typeface: Typeface
  readonly isRightToLeft: boolean
}

const LETTERS = new Intl.Segmenter()
/** Joined, `fi` looks much like `fı`, which is another name in Turkish. What Arabic needs to be joined is none of these. */
const NO_LIGATURES = ['-liga', '-clig'].flatMap((name) => Feature.fromString(name) ?? [])

/** Shapes text in a set of typefaces. */
export class Shaper {
  readonly #typefaces: Typefaces

  constructor({ typefaces }: { readonly typefaces: Typefaces }) {
    this.#typefaces = typefaces
  }

  /** Throws ProblemError `invalid` for a character that no typeface has. */
  line(paragraph: Paragraph, span: Span, { dots, weight }: TextStyle): ShapedLine {
    const glyphs: PlacedGlyph[] = []
    let width = 0
    for (const directed of directedSpans(paragraph, span))
      for (const run of runsOf(paragraph.text, directed, this.#typefaces[weight])) {
        const shaped = shapedRun(run, dots)
        for (const glyph of shaped.glyphs) glyphs.push({ ...glyph, x: width + glyph.x })
        width += shaped.width
      }
    return { width, glyphs }
  }
}

/** Pieces of one typeface, from left to right. */
function runsOf(
  text: string,
  { start, end, isRightToLeft }: DirectedSpan,
  typefaces: readonly Typeface[],
): Run[] {
  const runs: { text: string; typeface: Typeface; isRightToLeft: boolean }[] = []
  for (const { segment } of LETTERS.segment(text.slice(start, end))) {
    const last = runs.at(-1)
    const typeface = typefaces[typefaceOf(segment, typefaces)]
    if (typeface === undefined) continue
    if (last?.typeface === typeface) last.text += segment
    else runs.push({ text: segment, typeface, isRightToLeft })
  }
  return isRightToLeft ? runs.toReversed() : runs
}

function shapedRun({ text, typeface, isRightToLeft }: Run, dots: number): ShapedLine {
  const { font, unitsPerEm, outlines } = typeface
  const scale = dots / unitsPerEm
  const buffer = new ShapingBuffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
  shape(font, buffer, NO_LIGATURES)
  const glyphs: PlacedGlyph[] = []
  let width = 0
  for (const {
    codepoint: glyph,
    xAdvance = 0,
    xOffset = 0,
    yOffset = 0,
  } of buffer.getGlyphInfosAndPositions()) {
    const outline = outlines.get(glyph) ?? font.glyphToPath(glyph)
    outlines.set(glyph, outline)
    if (outline !== '') glyphs.push({ outline, x: width + xOffset * scale, y: -yOffset * scale, scale })
    width += xAdvance * scale
  }
  return { width, glyphs }
}
