// How often a code may be asked for: pure.

interface Limit {
  readonly count: number
  readonly windowMs: number
}

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const OF_PHONE: readonly Limit[] = [
  { count: 1, windowMs: MINUTE_MS },
  { count: 5, windowMs: DAY_MS },
]
const OF_ADDRESS: readonly Limit[] = [{ count: 20, windowMs: HOUR_MS }]

/** When codes were asked for, newest first: of the phone within a day, from the address within an hour. */
export interface EarlierAsks {
  readonly ofPhone: readonly Date[]
  readonly ofAddress: readonly Date[]
}

/** How long the next one has to wait, in ms; 0 when it may be sent now. Whether the phone is known is nothing that counts. */
export function waitForCodeMs({ ofPhone, ofAddress }: EarlierAsks, now: Date): number {
  return Math.max(waitMs(ofPhone, OF_PHONE, now), waitMs(ofAddress, OF_ADDRESS, now))
}

function waitMs(times: readonly Date[], limits: readonly Limit[], now: Date): number {
  const waits = limits.map(({ count, windowMs }) => {
    const oldest = times[count - 1]
    return oldest === undefined ? 0 : oldest.getTime() + windowMs - now.getTime()
  })
  return Math.max(0, ...waits)
}
