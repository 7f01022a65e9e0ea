// Which hubs have not renewed their lease for a while, by the monotonic clock of who looks.
//
// By the clock of the database alone a lease that was renewed a second ago is over when that clock is set back and forward
// again between two looks.

/** The lease of each hub as a look found it, and since when it stands like that, in monotonic ms. */
export type SeenLeases = ReadonlyMap<string, { readonly leaseUntil: string; readonly sinceMs: number }>

export function looked(before: SeenLeases, now: ReadonlyMap<string, string>, nowMs: number): SeenLeases {
  return new Map(
    [...now].map(([hubId, leaseUntil]) => {
      const seen = before.get(hubId)
      return [hubId, seen?.leaseUntil === leaseUntil ? seen : { leaseUntil, sinceMs: nowMs }]
    }),
  )
}

/** Those of whom nothing came for so long. */
export function silentFor(seen: SeenLeases, nowMs: number, ms: number): string[] {
  return [...seen].filter(([, { sinceMs }]) => nowMs - sinceMs >= ms).map(([hubId]) => hubId)
}
