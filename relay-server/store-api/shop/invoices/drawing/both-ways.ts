// Text with letters that are read from right to left: parted into lines and then into pieces of one direction each (UAX 9), in the order
// of the eye. Without it the mg beside an Arabic name would be drawn as gm. Pure.
import bidiFactory, { type Bidi } from 'bidi-js'

// Its types say that CommonJS has a `default`; what it exports is the function itself.
const bidi = (bidiFactory as unknown as () => Bidi)()

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

export const goesBothWays = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/** Lines no wider than `width`; a word that is wider is cut. */
export function linesOf(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(' ').flatMap((one) => cut(one, width, widthOf))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line === '' || widthOf(longer) <= width) {
        line = longer
        continue
      }
      lines.push(line)
      line = word
    }
    lines.push(line)
  }
  return lines
}

function cut(word: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const letter of word) {
    if (part !== '' && widthOf(part + letter) > width) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

/** The pieces of a line from left to right, each in the order in which it is read. */
export function piecesOf(line: string): string[] {
  const embedding = bidi.getEmbeddingLevels(line)
  const pieces: { readonly level: number; readonly indices: number[] }[] = []
  for (const index of bidi.getReorderedIndices(line, embedding)) {
    const level = embedding.levels[index] ?? 0
    const last = pieces.at(-1)
    if (last?.level === level) last.indices.push(index)
    else pieces.push({ level, indices: [index] })
  }
  return pieces.map(({ indices }) =>
    indices
      .toSorted((one, other) => one - other)
      .map((index) => line[index])
      .join(''),
  )
}
