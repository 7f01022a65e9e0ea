// Ids by the dice, so that a life with the same number is the same life.
import type { Dice } from '../../kit/dice.ts'

export function uuidOf(dice: Dice): string {
  const hex = dice.bytes(16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
