// Decides whether a start of the agent may have the connection while two with its identity take turns; pure.
//
//   four takeovers within 60 s ──▶ conflict: who is connected stays, the other is refused and comes back rarely
//   conflict, nobody connected ──▶ whoever comes is in
//   conflict, told to leave    ──▶ redirected: it becomes a computer of its own, and the conflict is over
import { takesTurnsWith, type Opening } from './takeovers.ts'

/** How one side was seen when it came last. */
export interface Seen {
  readonly bootId: string
  readonly pcName: string
  readonly localIpAddress: string
  readonly publicIpAddress: string
  readonly softwareVersion: string
}

export interface Side extends Seen {
  readonly isIn: boolean
  readonly isLeaving: boolean
}

/** What stands of one computer, besides the start that asks. */
export interface Standing {
  /** The newest ones, the oldest of them first. */
  readonly openings: readonly Opening[]
  /** The start that holds the connection, by the newest session of a living hub. */
  readonly present: string | null
  /** Two in a conflict, else none. */
  readonly sides: readonly Side[]
}

export interface IdentityVerdict {
  readonly kind: 'in' | 'refused' | 'leaving'
  /** The sides as they are from now on; null where there is no conflict. */
  readonly sides: readonly Side[] | null
}

/** `before`: how the computer introduced itself when it opened last, which is how its present side was seen. */
export function judgeIdentity(asking: Seen, before: Seen, standing: Standing): IdentityVerdict {
  const { sides, present } = standing
  if (sides.length > 0) return judgeSide(asking, standing)
  const other = takesTurnsWith([...standing.openings, { bootId: asking.bootId, ageMs: 0 }])
  if (other === null) return { kind: 'in', sides: null }
  const isRefused = present !== null && present !== asking.bootId
  return {
    kind: isRefused ? 'refused' : 'in',
    sides: [
      { ...before, bootId: other, isIn: isRefused, isLeaving: false },
      { ...asking, isIn: !isRefused, isLeaving: false },
    ],
  }
}

function judgeSide(asking: Seen, { sides, present }: Standing): IdentityVerdict {
  const own = sideOf(asking, sides)
  const others = sides.filter((side) => side !== own)
  if (own?.isLeaving === true) return { kind: 'leaving', sides: [...others, { ...own, ...asking }] }
  const isFree = present === null || present === asking.bootId || present === own?.bootId
  const isLeaving = own?.isLeaving ?? false
  return {
    kind: isFree ? 'in' : 'refused',
    sides: [...others.map((side) => ({ ...side, isIn: !isFree })), { ...asking, isIn: isFree, isLeaving }],
  }
}

/** By its start; one that was restarted by its names and addresses, or else it is the one that is not in. */
function sideOf(asking: Seen, sides: readonly Side[]): Side | undefined {
  const alike = sides.filter(
    (side) =>
      side.pcName === asking.pcName &&
      side.localIpAddress === asking.localIpAddress &&
      side.publicIpAddress === asking.publicIpAddress,
  )
  return (
    sides.find(({ bootId }) => bootId === asking.bootId) ??
    (alike.length === 1 ? alike[0] : sides.find(({ isIn }) => !isIn))
  )
}
