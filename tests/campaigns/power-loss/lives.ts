// One computer through all its power cuts, and its books at the end.
import { diceOf, type Dice } from '../../kit/dice.ts'
import { Payloads } from '../../kit/payloads.ts'
import { live, type EndedLife, type Life } from './life.ts'
import type { Cut } from './plan.ts'
import type { Books, SentBefore } from './verdict.ts'
import { worksOff } from './patience.ts'

export interface LivesParts extends Pick<Life, 'computer' | 'seed' | 'onAccepted' | 'onMissing'> {
  readonly cuts: readonly Cut[]
  readonly index: number
  /** Resolves once the computer has applied what the hub assigns. */
  readonly assigned: () => Promise<void>
  readonly onCut: (cut: EndedLife) => void
}

/** A label of which it is not known whether it came out is asked about for some seconds. */
const RESTS_FOR_MS = 8_000

export async function liveThrough(parts: LivesParts): Promise<Books> {
  const { computer, cuts, index, seed } = parts
  const dice = diceOf(seed, `disk-${index}`)
  const sent: SentBefore[] = []
  const payloads = new Payloads(diceOf(seed, `labels-${index}`), 'zpl')
  let usualStartMs = await firstLife(parts, dice)
  for (const [n, cut] of cuts.entries()) {
    const number = n + 1
    const life: Life = {
      ...parts,
      cut,
      payloads,
      sent,
      number,
      usualStartMs,
      isOver: false,
      name: `${index}-${number}`,
    }
    const ended = await live(life, dice)
    usualStartMs = ended.recoveryMs ?? usualStartMs
    parts.onCut(ended)
  }
  await computer.powerOn()
  await computer.opens()
  await computer.printer.clear()
  await worksOff(computer, { waiting: 0, restMs: RESTS_FOR_MS })
  const serials = new Map(sent.map(({ payload }) => [payload.sha256, payload.serial]))
  const roll = await computer.printer.roll((sha256) => serials.get(sha256))
  return { sent, jobs: await computer.jobs(), roll }
}

/** What the hub assigns is on the disk before labels come; the power fails then too. How long its start took, in ms. */
async function firstLife({ computer, assigned }: LivesParts, dice: Dice): Promise<number> {
  const startedAt = performance.now()
  await computer.powerOn()
  await Promise.all([computer.opens(), assigned(), computer.pair()])
  const startMs = performance.now() - startedAt
  await computer.cutPower(0, dice)
  return startMs
}
