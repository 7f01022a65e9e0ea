// What people type: beginnings, and words with a letter left out, doubled, exchanged with its neighbour, or another one.

/** A number from 0, below 1. */
export type Random = () => number

export const firstLetters = (word: string): string => word.slice(0, 4)

/** The first letter is kept: it is the one that people get right. */
export function oneSlip(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * Math.max(1, word.length - 2))
  const [before, letter, after] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)]
  const kind = Math.floor(random() * 4)
  if (kind === 0) return before + after
  if (kind === 1) return before + letter + letter + after
  if (kind === 2) return before + (after[0] ?? '') + letter + after.slice(1)
  return before + String.fromCharCode(97 + Math.floor(random() * 26)) + after
}

export function twoSlips(word: string, random: Random): string {
  return oneSlip(oneSlip(word, random), random)
}
