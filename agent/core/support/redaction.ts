// Takes out of a text what leaves the pharmacy with no support bundle: names, addresses of mail, keys, codes.
//
// Names are known (settings, peers, the log's own fields) and get stand-ins, each the same everywhere, so that a reader
// still sees which computer is meant. The rest is known by its shape.
import { PAIRING_ALPHABET } from '@pharmacy-relay/shared/pairing.ts'

/** Something that may not be told, and what stands for it. */
export interface Secret {
  readonly text: string
  readonly standIn: string
}

const CODE = `[${PAIRING_ALPHABET}]{4}`
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]+-----[^]*?(?:-----END [A-Z ]+-----|$)/g, '[key]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  [new RegExp(`\\b${CODE}-?${CODE}\\b`, 'g'), '[code]'],
  // A device's key, a certificate's digest: its first digits tell which.
  [/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, '$1…'],
  [/(?<![\w+/])[A-Za-z0-9+/]{60,}={0,2}/g, '[secret]'],
  // Folders of people carry their names.
  [/(\/home\/|\/Users\/|\\{1,2}Users\\{1,2})[^/\\"]+/gi, '$1[user]'],
]
/** A shorter one would be found in the middle of anything. */
const MIN_NAME = 2

/** What takes all of that out of a text; longer names first, so that no part of one is left. */
export function redactor(secrets: readonly Secret[]): (text: string) => string {
  const known = secrets
    .filter(({ text }) => text.length >= MIN_NAME)
    .toSorted((a, b) => b.text.length - a.text.length)
    .flatMap(({ text, standIn }) =>
      // As it stands in a text and, with quotes and backslashes, in JSON.
      [...new Set([text, JSON.stringify(text).slice(1, -1)])].map(
        (form) => [wholeWord(form), standIn] as const,
      ),
    )
  return (text) =>
    [...SHAPES, ...known].reduce((left, [shape, standIn]) => left.replace(shape, standIn), text)
}

/** Not within another word: a person called An is not in "and". */
function wholeWord(name: string): RegExp {
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped}(?![\\p{L}\\p{N}_-])`, 'giu')
}
