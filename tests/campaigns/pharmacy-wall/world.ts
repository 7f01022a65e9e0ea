// What the pharmacies of the run have: whose each id is, and texts that say whose they are.
import type { Dice } from '../../kit/dice.ts'

export const PHARMACIES = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** Kinds of ids that a call may name. */
export type Kind = 'patient' | 'prescription' | 'label' | 'code'

/** Of the newest of each kind and pharmacy, so that what calls name is mostly still there. */
const KEPT = 40
/** They are the same in all pharmacies, as chance may make them. */
const SHARED = 300
const NOBODY = '01931111-1111-7111-8111-111111111111'
const MARK = /Mark(\d)x/g

export const userOf = (pharmacyId: number): string => `00000000-0000-4000-8000-00000000000${pharmacyId}`
export const sharedPhone = (dice: Dice): string => `+90532${String(dice.int(SHARED)).padStart(7, '0')}`
/** Two pharmacies may draw the same one for requests and jobs. */
export const sharedUuid = (dice: Dice, of: number): string =>
  `01930000-0000-7000-8000-${String(dice.int(of)).padStart(12, '0')}`
/** A text of the pharmacy, which is found wherever it turns up. */
export const marked = (pharmacyId: number, dice: Dice): string => `Mark${pharmacyId}x${dice.int(1_000_000)}`

export interface Target {
  readonly id: string
  /** Null: nobody's. */
  readonly owner: number | null
}

export class WallWorld {
  readonly #owners = new Map<string, number>()
  readonly #newest = new Map<string, string[]>()

  /** An id that the pharmacy was answered; a fault in words where it is another one's. */
  note(kind: Kind, pharmacyId: number, id: string): string | null {
    const owner = this.#owners.get(id)
    if (owner === pharmacyId) return null
    if (owner !== undefined) return `was answered the ${kind} ${id} of pharmacy ${owner}`
    this.#owners.set(id, pharmacyId)
    const key = `${kind} ${pharmacyId}`
    this.#newest.set(key, [id, ...(this.#newest.get(key) ?? [])].slice(0, KEPT))
    return null
  }

  /** Half of what is named is the caller's own. */
  target(kind: Kind, pharmacyId: number, dice: Dice): Target {
    const owner = dice.isOneIn(2) ? pharmacyId : dice.oneOf(PHARMACIES)
    const [first, ...others] = this.#newest.get(`${kind} ${owner}`) ?? []
    if (first === undefined || dice.isOneIn(20))
      return { id: kind === 'code' ? '2222222222' : NOBODY, owner: null }
    return { id: dice.oneOf([first, ...others]), owner }
  }

  ownerOf(id: string): number | null {
    return this.#owners.get(id) ?? null
  }
}

/** Pharmacies whose marks stand in the text. */
export function marksIn(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(MARK)].map(([, pharmacyId]) => Number(pharmacyId)))
}
