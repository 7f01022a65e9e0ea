// When the power fails and what the disk keeps, decided by the seed before anything runs.
import { diceOf, type Dice } from '../../kit/dice.ts'

/** `starting`: also while the file system and the spool recover. `working`: while labels come in. */
export type Moment =
  | {
      readonly from: 'starting'
      /** Of the time that this computer's start before took, so that it means the same on every machine. */
      readonly share: number
    }
  | {
      readonly from: 'working'
      /** Accepted since the port opened, before `afterMs` begins. */
      readonly afterLabels: number
      readonly afterMs: number
    }

export interface Cut {
  readonly moment: Moment
  /** How likely a sector that was written and not flushed is there all the same. */
  readonly survivors: number
  /** Labels wait in the spool while the printer is off; with it, some are on their way. */
  readonly isPrinterOn: boolean
}

const STARTING_CHANCE = 0.2
/** The file system recovers after about a third of a start, the spool near its end. */
const STARTING_FROM = 0.25
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
    return Array.from({ length: own }, () => ({
      moment: momentOf(dice),
      survivors: dice.oneOf(SURVIVORS),
      isPrinterOn: dice.share() < 0.5,
    }))
  })
}

function momentOf(dice: Dice): Moment {
  if (dice.share() < STARTING_CHANCE)
    return { from: 'starting', share: STARTING_FROM + dice.share() * (1 - STARTING_FROM) }
  return {
    from: 'working',
    afterLabels: dice.between(WORKING_LABELS.low, WORKING_LABELS.high),
    afterMs: dice.between(WORKING_MS.low, WORKING_MS.high),
  }
}
