// Figures that single outliers do not move: the middle, and the slope of Theil and Sen.

/** Null of nothing. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const at = Math.floor(sorted.length / 2)
  const upper = sorted[at]
  if (upper === undefined) return null
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[at - 1] ?? upper)) / 2
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** The median of the slopes between every two points; null below three. Up to 29 % of the points may be anything. */
export function slopeOf(points: readonly Point[]): number | null {
  if (points.length < 3) return null
  const slopes: number[] = []
  for (const [at, one] of points.entries())
    for (const other of points.slice(at + 1))
      if (other.x !== one.x) slopes.push((other.y - one.y) / (other.x - one.x))
  return medianOf(slopes)
}
