// Where a paragraph breaks into lines: at blanks, and within a word only when the word is wider than the line.
import type { Span } from './paragraph.ts'

export type Fits = (span: Span) => boolean

const LETTERS = new Intl.Segmenter()

/**
 * The lines of a text, without the blanks between them. A number never leaves its unit, and is never cut itself. Null when
 * one letter, or a number with its unit, is wider than the line.
 */
export function linesOf(text: string, fits: Fits): Span[] | null {
  const lines: Span[] = []
  for (const word of wordsOf(text)) {
    const last = lines.at(-1)
    const joined = last === undefined ? null : { start: last.start, end: word.end }
    if (joined !== null && fits(joined)) lines[lines.length - 1] = joined
    else if (fits(word)) lines.push(word)
    else {
      const pieces = piecesOf(text, word, fits)
      if (pieces === null) return null
      lines.push(...pieces)
    }
  }
  return lines
}

function wordsOf(text: string): Span[] {
  return [...text.matchAll(/[^ ]+/gu)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
  }))
}

/** A word over several lines: after its hyphen where there is one, else between letters. */
function piecesOf(text: string, word: Span, fits: Fits): Span[] | null {
  const pieces: Span[] = []
  let piece: Span = { start: word.start, end: word.start }
  for (const end of breaksOf(text, word)) {
    const longer = { start: piece.start, end }
    if (fits(longer)) {
      piece = longer
      continue
    }
    if (piece.start === piece.end) return null
    const cut = hyphenEnd(text, piece) ?? piece.end
    pieces.push({ start: piece.start, end: cut })
    piece = { start: cut, end }
    if (!fits(piece)) return null
  }
  return [...pieces, piece]
}

/** Where a word may be cut, its end among them. */
function breaksOf(text: string, { start, end }: Span): number[] {
  const word = text.slice(start, end)
  const whole = [...word.matchAll(/[≤≥<>±~]?\u00A0?\p{N}[\p{N}.,/]*(\u00A0?[\p{L}%°]\p{M}*)?/gu)].map(
    ({ index, 0: number }) => ({ start: index, end: index + number.length }),
  )
  const isWithin = (at: number): boolean => whole.some((number) => at > number.start && at < number.end)
  return [...LETTERS.segment(word)]
    .map(({ index, segment }) => index + segment.length)
    .filter((at) => !isWithin(at))
    .map((at) => start + at)
}

/** Behind the last hyphen between letters, unless little would stand before it. */
function hyphenEnd(text: string, { start, end }: Span): number | null {
  const hyphens = [...text.slice(start, end).matchAll(/(?<=\p{L})[-‐–](?=\p{L}|$)/gu)]
  const last = hyphens.at(-1)
  if (last === undefined || last.index < (end - start) / 3) return null
  return start + last.index + 1
}
