// How long to wait before the next try, so that many who failed together do not come back together.

/**
 * Half of a bound for certain, the other half by chance. The bound is `firstMs` after the first failure in a row,
 * doubles with each further one, and stays below `lastMs`. `draw`: a random number, at least 0 and below 1.
 */
export function backoffMs(
  failuresInARow: number,
  bounds: { readonly firstMs: number; readonly lastMs: number },
  draw: number,
): number {
  const boundMs = Math.min(bounds.lastMs, bounds.firstMs * 2 ** Math.min(Math.max(failuresInARow - 1, 0), 20))
  return boundMs * (0.5 + draw / 2)
}
