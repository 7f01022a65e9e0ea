// The proof: computers beside each other whose power fails again and again while labels flow, and the account.
import { ownAgent } from '../../kit/own-agent.ts'
import { buildComputers, type Synchronous } from './computers.ts'
import type { EndedLife } from './life.ts'
import { liveThrough } from './lives.ts'
import { cutsOf } from './plan.ts'
import { judge, type Verdict } from './verdict.ts'

export interface PowerLossOptions {
  readonly cuts: number
  readonly seed: number
  readonly synchronous: Synchronous
  readonly computers: number
  readonly keepConsoles: boolean
}

export interface PowerLossResult {
  readonly seed: number
  readonly synchronous: Synchronous
  readonly computers: number
  readonly seconds: number
  readonly lives: readonly EndedLife[]
  readonly flushes: number
  /** Cuts behind which e2fsck had to repair the file system before it could be mounted. */
  readonly repairs: number
  /** One for each computer. */
  readonly verdicts: readonly Verdict[]
}

const PROGRESS_MS = 15_000

/** Throws when a computer does not come back after a cut. */
export async function cutPowerAgainAndAgain(
  options: PowerLossOptions,
  say: (text: string) => void,
): Promise<PowerLossResult> {
  const { seed, synchronous, cuts } = options
  const startedAt = performance.now()
  const seconds = (): number => (performance.now() - startedAt) / 1_000
  const lives: EndedLife[] = []
  let [accepted, missing] = [0, 0]
  const agent = await ownAgent()
  const count = Math.min(options.computers, cuts)
  const computers = await buildComputers({ count, agentFile: agent.file, synchronous, say })
  const progress = setInterval(() => {
    const done = `${lives.length} of ${cuts} cuts, ${accepted} labels accepted, ${missing} seen to be missing`
    say(`power loss: ${Math.round(seconds())} s, ${done}`)
  }, PROGRESS_MS)
  try {
    const runs = cutsOf({ cuts, seed }, count).map(async (own, index) => {
      const computer = computers.all[index]
      if (computer === undefined) throw new Error('there is a computer for every list of cuts')
      return liveThrough({
        computer,
        cuts: own,
        index,
        seed,
        assigned: async () => computers.assigned(index),
        onCut: (life) => void lives.push(life),
        onAccepted: () => void (accepted += 1),
        onMissing: (found) => void (missing += found),
      })
    })
    const verdicts = (await Promise.all(runs)).map(judge)
    const flushes = computers.all.reduce((sum, { disk }) => sum + disk.flushes, 0)
    const repairs = computers.all.reduce((sum, { disk }) => sum + disk.repairs, 0)
    return { seed, synchronous, computers: count, seconds: seconds(), lives, flushes, repairs, verdicts }
  } finally {
    clearInterval(progress)
    if (options.keepConsoles) say(`power loss: what is left is in ${computers.folder}`)
    await computers.stop(options.keepConsoles)
    agent.remove()
  }
}
