// When the power fails and what the disk keeps, decided by the seed before anything runs.
import { diceOf } from '../fault-campaign/dice.ts'

export interface Cut {
  /** `starting`: also while the file system and the spool recover; `working`: while labels come in. */
  readonly from: 'starting' | 'working'
  /** Accepted since the port opened, before `afterMs` begins; 0 when starting, where it begins as the power returns. */
  readonly afterLabels: number
  readonly afterMs: number
  /** How likely a sector that was written and not flushed is there all the same. */
  readonly survivors: number
  /** Labels wait in the spool while the printer is off; with it, some are on their way. */
  readonly isPrinterOn: boolean
}

const STARTING_SHARE = 0.15
/** A guest takes labels about 8 s after its power came. */
const STARTING_MS = { low: 500, high: 10_000 }
const WORKING_LABELS = { low: 1, high: 25 }
/** From the moment of a label's acceptance to some time behind it. */
const WORKING_MS = { low: 0, high: 400 }
const SURVIVORS = [0, 0, 0.5, 0.9, 1] as const

/** One list for each computer; together they have exactly `cuts`. */
export function cutsOf(
  { cuts, seed }: { readonly cuts: number; readonly seed: number },
  computers: number,
): readonly (readonly Cut[])[] {
  return Array.from({ length: computers }, (_, index) => {
    const own = Math.floor(cuts / computers) + (index < cuts % computers ? 1 : 0)
    const dice = diceOf(seed, `cuts-${index}`)
    return Array.from({ length: own }, () => {
      const from = dice.share() < STARTING_SHARE ? 'starting' : 'working'
      const { low, high } = from === 'starting' ? STARTING_MS : WORKING_MS
      return {
        ...{ from, afterMs: dice.between(low, high) },
        afterLabels: from === 'starting' ? 0 : dice.between(WORKING_LABELS.low, WORKING_LABELS.high),
        survivors: dice.oneOf(SURVIVORS),
        isPrinterOn: dice.share() < 0.5,
      }
    })
  })
}
