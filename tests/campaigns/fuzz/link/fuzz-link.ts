// Says many things to both ends of the job link and gathers what is wrong with what became of them.
import { runFuzz, spokenOf, type FuzzResult, type FuzzRun, type Spoken } from '../fuzz-run.ts'
import { linkInput, type LinkInput } from './link-inputs.ts'
import { linkBecomes, type LinkBecame } from './link-judge.ts'
import { startLoopbackLink, type LoopbackLink } from './link-loopback.ts'

/** A handshake takes as long as ten inputs in memory. */
const TLS_ONE_IN = 500
const PER_ROUND = 1_000

export async function fuzzLink(run: FuzzRun): Promise<FuzzResult> {
  return runFuzz(run, async () => {
    const loopback = await startLoopbackLink()
    return {
      perRound: PER_ROUND,
      // The judge says of each input whether it took too long.
      slowestMs: Number.POSITIVE_INFINITY,
      round: async (numbers) => {
        const spoken: Spoken[] = []
        let [count, tookMs] = [0, 0]
        for (const number of numbers) {
          const isReal = number % TLS_ONE_IN === 0
          const input = linkInput(run.seed, number)
          const result = await became(input, isReal ? loopback : null)
          const said = { number, isReal, kind: input.kind, to: input.side, pieces: input.fragments }
          spoken.push(spokenOf(said, result.faults))
          count += result.accepted
          tookMs = Math.max(tookMs, result.tookMs)
        }
        return { spoken, count, tookMs, faults: [] }
      },
      leftBehind: async () => [],
      stop: async () => loopback.stop(),
    }
  })
}

/** Over TLS the receiver only: a sender's other end is proved before it says anything. */
async function became(input: LinkInput, loopback: LoopbackLink | null): Promise<LinkBecame> {
  try {
    if (loopback === null) return await linkBecomes(input)
    return { faults: await loopback.becomes(input), accepted: 0, tookMs: 0 }
  } catch (error) {
    return { faults: [`crashed: ${String(error)}`], accepted: 0, tookMs: 0 }
  }
}
