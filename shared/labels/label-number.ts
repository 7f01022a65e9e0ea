// The number of a label as people say it, the same at every computer of a pharmacy. Without zod: see problem-error.ts.
//
//   B-75      the 75th label of the computer with the letter B, which took it from its sender
//   B-75.2    its second reprint, whichever computer makes it
//   75        of a computer that was given no letter yet: only that computer calls it so

/** Of a computer in its pharmacy. */
export const COMPUTER_LETTER = /^[A-Z]{1,5}$/
/** With or without a letter. */
export const LABEL_NUMBER = /^(?:[A-Z]{1,5}-)?[1-9]\d{0,14}(?:\.[1-9]\d?)?$/
/** With one: it means the same label everywhere. */
export const LETTERED_NUMBER = /^[A-Z]{1,5}-[1-9]\d{0,14}(?:\.[1-9]\d?)?$/

const LETTERS = 26

/** The computers of a pharmacy count from 1: A to Z, then AA, AB and on. */
export function computerLetter(ordinal: number): string {
  let left = ordinal
  let letters = ''
  while (left > 0) {
    const last = (left - 1) % LETTERS
    letters = String.fromCharCode('A'.charCodeAt(0) + last) + letters
    left = (left - 1 - last) / LETTERS
  }
  return letters
}

/** Of the `n`th label that a computer took itself; `letter` null: it has none. */
export function numberOf(letter: string | null, n: number): string {
  return letter === null ? String(n) : `${letter}-${n}`
}

/** Of a reprint; `number` is that of the label or of another reprint of it. */
export function reprintNumber(number: string, count: number): string {
  return `${firstNumber(number)}.${count}`
}

/** Of the first print. */
export function firstNumber(number: string): string {
  return number.replace(/\.\d+$/, '')
}

/** Of a job as people are shown it; an agent of an earlier version tells only its own count. */
export function labelNumber({
  n,
  number,
}: {
  readonly n: number
  readonly number?: string | undefined
}): string {
  return number ?? String(n)
}

/** Said to another computer: without a letter it would be taken for one of that computer. */
export function sentNumber(number: string): string | undefined {
  return LETTERED_NUMBER.test(number) ? number : undefined
}

/** What a person wrote, in any case, as it is stored; null: it is no number. */
export function writtenNumber(text: string): string | null {
  const number = text.trim().toUpperCase()
  return LABEL_NUMBER.test(number) ? number : null
}

/**
 * The stored numbers that this may mean at the computer with that letter, the likeliest first. Without a letter its own is
 * meant; what it took before it had one is stored without.
 */
export function numbersMeant(number: string, letter: string | null): string[] {
  if (letter === null) return [number]
  if (!number.includes('-')) return [`${letter}-${number}`, number]
  const own = `${letter}-`
  return number.startsWith(own) ? [number, number.slice(own.length)] : [number]
}
