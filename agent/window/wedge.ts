// Tells a hand scanner that types from a person who does: its keys follow each other at once, and it ends with Enter.

/** Milliseconds between two keys of a scanner at most; a fast typist needs 80. */
const MOST_BETWEEN_MS = 50
/** Shorter ones are no code of a pack. */
const LEAST_KEYS = 6
const MOST_KEYS = 256

export interface Key {
  /** As KeyboardEvent names it. */
  readonly key: string
  readonly isControl: boolean
  readonly atMs: number
}

/** What was typed without a pause so far. */
export interface Typed {
  readonly text: string
  readonly atMs: number
}

export const NOTHING_TYPED: Typed = { text: '', atMs: 0 }

/** `scan`: that key ended one. */
export function typedBy(
  { text, atMs }: Typed,
  key: Key,
): { readonly typed: Typed; readonly scan: string | null } {
  const isOfBurst = text !== '' && key.atMs - atMs <= MOST_BETWEEN_MS
  const before = isOfBurst ? text : ''
  if (key.key === 'Enter') return { typed: NOTHING_TYPED, scan: before.length >= LEAST_KEYS ? before : null }
  const letter = letterOf(key)
  // Shift and the like come between the letters of a burst.
  if (letter === null) return { typed: { text: before, atMs: isOfBurst ? key.atMs : atMs }, scan: null }
  return { typed: { text: (before + letter).slice(-MOST_KEYS), atMs: key.atMs }, scan: null }
}

/** Scanners type the separator of GS1 as Ctrl and a bracket, which is how ASCII names it. */
function letterOf({ key, isControl }: Key): string | null {
  if (isControl) return key === ']' ? '\u001d' : null
  return key.length === 1 && key >= ' ' && key <= '~' ? key : null
}
