// A small histogram of durations: coarse, and enough to say whether labels come out in ms or in minutes.

const UP_TO_MS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 2_000, 5_000, 10_000, 30_000,
  60_000, 300_000, 1_800_000,
]
/** Of what took longer than all: a day. */
const LONGEST_MS = 86_400_000

/** `count` durations fell into the bucket. */
export interface Bucket {
  readonly bucket: number
  readonly count: number
}

export function bucketOf(ms: number): number {
  const index = UP_TO_MS.findIndex((upToMs) => ms <= upToMs)
  return index < 0 ? UP_TO_MS.length : index
}

/** The upper bound of a bucket, in ms. */
export function bucketMs(bucket: number): number {
  return UP_TO_MS[bucket] ?? LONGEST_MS
}

/** The upper bound of the bucket in which it lies; null without durations. */
export function percentileMs(buckets: readonly Bucket[], percent: number): number | null {
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  let left = Math.ceil((percent / 100) * total)
  for (const { bucket, count } of buckets.toSorted((a, b) => a.bucket - b.bucket)) {
    left -= count
    if (left <= 0) return bucketMs(bucket)
  }
  return null
}
