// The code of a prescription, which says nothing by itself and is all that the DataMatrix of its labels holds.
import { randomInt } from 'node:crypto'

const LETTERS = '23456789BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 10

/** One of 3 × 10^14. */
export function newDispenseCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
}
