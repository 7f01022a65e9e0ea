// Sends many inputs to the intake of port 9100 and gathers what is wrong with what became of them.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { fuzzInput, type FuzzInput } from './intake-inputs.ts'
import { becomesInMemory, faultsOf, type Became } from './intake-judge.ts'
import { startLoopbackIntake } from './intake-loopback.ts'

export interface FuzzRun {
  readonly inputs: number
  readonly seed: number
  readonly say: (words: string) => void
}

export interface FuzzResult {
  readonly seconds: number
  readonly bytes: number
  readonly byKind: Readonly<Record<string, number>>
  readonly overLoopback: number
  readonly printed: number
  readonly slowestMs: number
  /** Of the resident memory since a twentieth of the inputs had run, in MB. */
  readonly grownMb: number
  /** With the number of the input, which with the seed gives its bytes again; the first 20. */
  readonly faults: readonly string[]
}

const LOOPBACK_ONE_IN = 200
const MAX_FAULTS = 20
/** Garbage that waits for its collection stays below; the bytes of a million inputs, kept, would be twice that. */
const MAX_GROWN_MB = 256
const REST_EVERY = 1_000
const SAY_EVERY = 100_000
const MB = 1_048_576

export async function fuzzIntake({ inputs, seed, say }: FuzzRun): Promise<FuzzResult> {
  const loopback = await startLoopbackIntake()
  const overNetwork = async (input: FuzzInput): Promise<Became> => loopback.becomes(input)
  const startedMs = systemClock.monotonicMs()
  const faults: string[] = []
  const byKind: Record<string, number> = {}
  let [bytes, overLoopback, printed, slowestMs, baseBytes, grownBytes] = [0, 0, 0, 0, 0, 0]
  try {
    for (let number = 0; number < inputs && faults.length < MAX_FAULTS; number += 1) {
      const input = fuzzInput(seed, number)
      const isLoopback = number % LOOPBACK_ONE_IN === 0
      const result = await became(input, isLoopback ? overNetwork : becomesInMemory)
      faults.push(...result.faults.map((words) => `input ${number} (${input.kind}) ${words}`))
      byKind[input.kind] = (byKind[input.kind] ?? 0) + 1
      bytes += input.fragments.reduce((sum, { length }) => sum + length, 0)
      overLoopback += Number(isLoopback)
      printed += Number(result.printed)
      slowestMs = Math.max(slowestMs, result.tookMs)
      // Sockets end in a later turn of the loop; without a rest they would pile up and look like a leak.
      if (number % REST_EVERY === 0) {
        await new Promise((resolve) => setImmediate(resolve))
        const resident = process.memoryUsage.rss()
        if (number <= inputs / 20) baseBytes = Math.max(baseBytes, resident)
        else grownBytes = Math.max(grownBytes, resident - baseBytes)
      }
      if (number > 0 && number % SAY_EVERY === 0) say(`fuzz intake: ${number.toLocaleString('en')} inputs`)
    }
  } finally {
    await loopback.stop()
  }
  const grownMb = Math.round(grownBytes / MB)
  if (grownMb > MAX_GROWN_MB) faults.push(`the memory grew by ${grownMb} MB`)
  const seconds = (systemClock.monotonicMs() - startedMs) / 1_000
  return { seconds, bytes, byKind, overLoopback, printed, slowestMs, grownMb, faults }
}

async function became(
  input: FuzzInput,
  becomes: (input: FuzzInput) => Became | Promise<Became>,
): Promise<{ readonly faults: string[]; readonly printed: boolean; readonly tookMs: number }> {
  try {
    const result = await becomes(input)
    // Over a network a reset may overtake the bytes before it, so nothing can be said about them.
    const faults =
      becomes !== becomesInMemory && input.endedBy === 'reset' ? [] : faultsOf(asFin(input, becomes), result)
    const printed = result.jobs.some(({ verdict }) => verdict.isComplete === true)
    return { faults, printed, tookMs: result.tookMs }
  } catch (error) {
    return { faults: [`crashed: ${String(error)}`], printed: false, tookMs: 0 }
  }
}

/** Over the network nobody waits 30 s for silence: its sender closes. */
function asFin(input: FuzzInput, becomes: unknown): FuzzInput {
  return becomes === becomesInMemory ? input : { ...input, endedBy: 'fin' }
}
