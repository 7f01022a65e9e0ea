// The order of labels on paper: what one sender handed in one after the other comes out one after the other. Pure.

/**
 * Serials on paper before an earlier one of the same sender. `sent`: of one sender, in the order in which it handed them in; what is not
 * on paper counts for nothing, and of what is there twice the first place counts.
 */
export function cameEarly(
  sent: readonly number[],
  roll: readonly { readonly serial: number }[],
): readonly number[] {
  const placeOf = new Map(roll.map(({ serial }, place) => [serial, place] as const).toReversed())
  let last = -1
  return sent.filter((serial) => {
    const place = placeOf.get(serial) ?? last
    const isEarly = place < last
    last = Math.max(last, place)
    return isEarly
  })
}
