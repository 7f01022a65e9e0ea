// Cuts several lists to a number together, so that a long one takes nothing from the short ones. Pure.

/** At most `max` in all, in their order. The shortest get all they have, the others as many as each other. */
export function fairly<T>(lists: readonly (readonly T[])[], max: number): T[] {
  const shares = new Map<readonly T[], number>()
  const fromShort = lists.toSorted((one, other) => one.length - other.length)
  let left = max
  for (const [index, list] of fromShort.entries()) {
    const share = Math.min(list.length, Math.floor(left / (lists.length - index)))
    shares.set(list, share)
    left -= share
  }
  return lists.flatMap((list) => list.slice(0, shares.get(list) ?? 0))
}
