// Whether many pharmacies got a problem within minutes: which of those that have it belong together. Pure.

/** Problems that begin within so many ms of each other may be one. */
export const WINDOW_MS = 600_000
/** So many pharmacies at once are an incident, however many there are. */
const MANY = 20
/** Of fewer pharmacies this part is one, */
const PART = 0.05
/** but never fewer than so many: two or three of a small fleet are chance. */
const FEWEST = 5

/** Pharmacies that make an incident. */
export function manyOf(pharmacies: number): number {
  return Math.min(MANY, Math.max(FEWEST, Math.ceil(pharmacies * PART)))
}

export interface Begun {
  readonly customerId: number
  readonly since: Date
}

/** Those of the list that lie in a time of WINDOW_MS in which at least `many` pharmacies got it. In the order of `since`. */
export function massOf<T extends Begun>(begun: readonly T[], many: number): T[] {
  const sorted = begun.toSorted((one, other) => one.since.getTime() - other.since.getTime())
  const mass: T[] = []
  const inside = new Map<number, number>()
  let first = 0
  let taken = 0
  for (const [last, one] of sorted.entries()) {
    count(inside, one.customerId, 1)
    for (; isBefore(sorted[first], one); first += 1) count(inside, sorted[first]?.customerId ?? 0, -1)
    if (inside.size < many) continue
    mass.push(...sorted.slice(Math.max(first, taken), last + 1))
    taken = last + 1
  }
  return mass
}

function isBefore(first: Begun | undefined, last: Begun): boolean {
  return first !== undefined && last.since.getTime() - first.since.getTime() > WINDOW_MS
}

function count(inside: Map<number, number>, customerId: number, change: 1 | -1): void {
  const now = (inside.get(customerId) ?? 0) + change
  if (now === 0) inside.delete(customerId)
  else inside.set(customerId, now)
}
