// A value of a label as a paragraph of its own, with its own direction, so that nothing of it moves into another value.
import bidiFactory, { type Bidi, type EmbeddingLevels } from 'bidi-js'

/** Text in the order of reading, with the direction of each character (UAX 9). */
export interface Paragraph {
  readonly text: string
  readonly isRightToLeft: boolean
  readonly embedding: EmbeddingLevels
}

/** A piece of a paragraph: UTF-16 indices, `end` is the first that does not belong to it. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A piece in one direction. */
export interface DirectedSpan extends Span {
  readonly isRightToLeft: boolean
}

const NO_BREAK = '\u00A0'
// Its types say that CommonJS has a `default`; what it exports is the function itself.
const bidi = (bidiFactory as unknown as () => Bidi)()

/** `value`: words without characters that hide or reorder text. A number is tied to what follows it, a comparison to its number. */
export function paragraphOf(value: string): Paragraph {
  const text = value
    .normalize('NFC')
    .replace(/[^\S\u00A0\u202F]+/gu, ' ')
    .replace(/\u202F/gu, NO_BREAK)
    .trim()
    .replace(/(\p{N}[\p{N}.,/]*) (?=[\p{L}%°])/gu, `$1${NO_BREAK}`)
    .replace(/([≤≥<>±~]) (?=\p{N})/gu, `$1${NO_BREAK}`)
  const embedding = bidi.getEmbeddingLevels(text)
  return { text, embedding, isRightToLeft: isOdd(embedding.paragraphs[0]?.level ?? 0) }
}

/** The pieces of a line in the order of the eye, from left to right. The line must not end in a blank. */
export function directedSpans({ text, embedding }: Paragraph, { start, end }: Span): DirectedSpan[] {
  const order = bidi.getReorderedIndices(text, embedding, start, end - 1).slice(start, end)
  const spans: DirectedSpan[] = []
  for (const index of order) {
    const isRightToLeft = isOdd(embedding.levels[index] ?? 0)
    const last = spans.at(-1)
    const next = isRightToLeft ? last?.start : last?.end
    const isNext = last?.isRightToLeft === isRightToLeft && next === (isRightToLeft ? index + 1 : index)
    if (last === undefined || !isNext) spans.push({ start: index, end: index + 1, isRightToLeft })
    else spans[spans.length - 1] = isRightToLeft ? { ...last, start: index } : { ...last, end: index + 1 }
  }
  return spans
}

function isOdd(level: number): boolean {
  return level % 2 === 1
}
