// Does something each night, at a quiet hour of UTC; a night that fails is told, and the next one tries again.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export interface Nightly {
  /** Waits for what is under way. */
  stop(): Promise<void>
}

export function startNightly({
  clock,
  hour,
  work,
}: {
  readonly clock: Clock
  /** Of UTC. */
  readonly hour: number
  /** Tells of its failures itself. */
  readonly work: (isStopped: () => boolean) => Promise<void>
}): Nightly {
  let isStopped = false
  let underWay: Promise<void> = Promise.resolve()
  let cancel: Cancel = () => undefined
  const plan = (): void => {
    cancel = clock.after(untilNext(clock.wallMs(), hour), () => {
      underWay = work(() => isStopped)
      plan()
    })
  }
  plan()
  return {
    stop: async () => {
      isStopped = true
      cancel()
      await underWay
    },
  }
}

/** Milliseconds from then to the next such hour. */
function untilNext(wallMs: number, hour: number): number {
  return DAY_MS - ((wallMs - hour * HOUR_MS) % DAY_MS)
}
