// Sends many inputs to the intake of port 9100 and gathers what is wrong with what became of them.
import { runFuzz, spokenOf, type FuzzResult, type FuzzRun, type Spoken } from '../fuzz-run.ts'
import { fuzzInput, type FuzzInput } from './intake-inputs.ts'
import { becomesInMemory, faultsOf, type Became } from './intake-judge.ts'
import { startLoopbackIntake } from './intake-loopback.ts'

const LOOPBACK_ONE_IN = 200
/** Sockets end in a later turn of the loop; without a rest after so many they would pile up and look like a leak. */
const PER_ROUND = 1_000

type Becomes = (input: FuzzInput) => Became | Promise<Became>

export async function fuzzIntake(run: FuzzRun): Promise<FuzzResult> {
  return runFuzz(run, async () => {
    const loopback = await startLoopbackIntake()
    const overNetwork: Becomes = async (input) => loopback.becomes(input)
    return {
      perRound: PER_ROUND,
      // The judge says of each input whether it took too long.
      slowestMs: Number.POSITIVE_INFINITY,
      round: async (numbers) => {
        const all: Awaited<ReturnType<typeof became>>[] = []
        for (const number of numbers) {
          const isReal = number % LOOPBACK_ONE_IN === 0
          const input = fuzzInput(run.seed, number)
          all.push(await became({ number, input, isReal }, isReal ? overNetwork : becomesInMemory))
        }
        await new Promise((resolve) => setImmediate(resolve))
        return {
          spoken: all,
          count: all.filter(({ isPrinted }) => isPrinted).length,
          tookMs: all.reduce((most, { tookMs }) => Math.max(most, tookMs), 0),
          faults: [],
        }
      },
      leftBehind: async () => [],
      stop: async () => loopback.stop(),
    }
  })
}

async function became(
  { number, input, isReal }: { readonly number: number; readonly input: FuzzInput; readonly isReal: boolean },
  becomes: Becomes,
): Promise<Spoken & { readonly isPrinted: boolean; readonly tookMs: number }> {
  const said = { number, isReal, kind: input.kind, to: '', pieces: input.fragments }
  try {
    const result = await becomes(input)
    // Over a network a reset may overtake the bytes before it, so nothing can be said about them.
    const faults =
      becomes !== becomesInMemory && input.endedBy === 'reset' ? [] : faultsOf(asFin(input, becomes), result)
    const isPrinted = result.jobs.some(({ verdict }) => verdict.isComplete === true)
    return { ...spokenOf(said, faults), isPrinted, tookMs: result.tookMs }
  } catch (error) {
    return { ...spokenOf(said, [`crashed: ${String(error)}`]), isPrinted: false, tookMs: 0 }
  }
}

/** Over the network nobody waits 30 s for silence: its sender closes. */
function asFin(input: FuzzInput, becomes: unknown): FuzzInput {
  return becomes === becomesInMemory ? input : { ...input, endedBy: 'fin' }
}
