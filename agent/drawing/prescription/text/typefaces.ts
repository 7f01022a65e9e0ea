// The typefaces of prescription labels: Noto Sans draws what it has, DejaVu Sans the rest (Arabic, Hebrew, signs).
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Blob, Face, Font } from 'harfbuzzjs'
import { ProblemError } from '@pharmacy-relay/shared/problem-error.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'

export type Weight = 'regular' | 'bold'

/** One file of letters. */
export interface Typeface {
  readonly font: Font
  readonly unitsPerEm: number
  /** Outlines that were asked for, as SVG paths by glyph: at most as many as the file has. */
  readonly outlines: Map<number, string>
}

/** In the order in which they are asked for a letter. */
export type Typefaces = Readonly<Record<Weight, readonly Typeface[]>>

const FILES: Readonly<Record<Weight, readonly string[]>> = {
  regular: [
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  ],
  bold: [
    '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
    'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  ],
}

/** Reads 2.8 MB. Throws when a file is not installed. */
export function loadTypefaces(): Typefaces {
  return { regular: FILES.regular.map(loaded), bold: FILES.bold.map(loaded) }
}

/** Where the letters of a weight come from; tests hand the same files to another rasteriser. */
export function typefaceFiles(weight: Weight): readonly string[] {
  const { resolve } = createRequire(import.meta.url)
  return FILES[weight].map((file) => resolve(file))
}

/**
 * The first typeface that has every character of a letter with its marks; its place in the list. Throws ProblemError
 * `invalid` with reason `label_character`, which names the character that none has.
 */
export function typefaceOf(letter: string, typefaces: readonly Typeface[]): number {
  const characters = Array.from(letter)
  const has = ({ font }: Typeface, character: string): boolean =>
    (font.nominalGlyph(character.codePointAt(0) ?? 0) ?? 0) > 0
  const place = typefaces.findIndex((typeface) => characters.every((character) => has(typeface, character)))
  if (place >= 0) return place
  const missing = characters.find((character) => !typefaces.some((typeface) => has(typeface, character)))
  throw refusal(missing ?? letter)
}

function loaded(file: string): Typeface {
  const { resolve } = createRequire(import.meta.url)
  const face = new Face(new Blob(readFileSync(resolve(file))))
  return { font: new Font(face), unitsPerEm: face.upem, outlines: new Map() }
}

/** One character tells nothing of a patient, and without it nobody could correct the entry. */
function refusal(character: string): ProblemError {
  const codePoint = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return new ProblemError(
    'invalid',
    reason('label_character', { character: `${character} (U+${codePoint})` }),
  )
}
