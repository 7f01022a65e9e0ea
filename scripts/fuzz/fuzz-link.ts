// Says many things to both ends of the job link and gathers what is wrong with what became of them.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { linkInput, type LinkInput } from './link-inputs.ts'
import { linkBecomes, type LinkBecame } from './link-judge.ts'
import { startLoopbackLink, type LoopbackLink } from './link-loopback.ts'

export interface LinkFuzzRun {
  readonly inputs: number
  readonly seed: number
  readonly say: (words: string) => void
}

export interface LinkFuzzResult {
  readonly seconds: number
  readonly bytes: number
  readonly byKind: Readonly<Record<string, number>>
  readonly overTls: number
  readonly accepted: number
  readonly slowestMs: number
  /** Of the resident memory since a twentieth of the inputs had run, in MB. */
  readonly grownMb: number
  /** With the number of the input, which with the seed gives its bytes again; the first 20. */
  readonly faults: readonly string[]
}

/** A handshake takes as long as ten inputs in memory. */
const TLS_ONE_IN = 500
const MAX_FAULTS = 20
const MAX_GROWN_MB = 256
const MEASURE_EVERY = 1_000
const SAY_EVERY = 50_000
const MB = 1_048_576

export async function fuzzLink({ inputs, seed, say }: LinkFuzzRun): Promise<LinkFuzzResult> {
  const uncaught: string[] = []
  const onUncaught = (error: unknown): void => void uncaught.push(`crashed later: ${String(error)}`)
  process.on('uncaughtException', onUncaught).on('unhandledRejection', onUncaught)
  const loopback = await startLoopbackLink()
  const startedMs = systemClock.monotonicMs()
  const faults: string[] = []
  const byKind: Record<string, number> = {}
  let [bytes, overTls, accepted, slowestMs, baseBytes, grownBytes] = [0, 0, 0, 0, 0, 0]
  try {
    for (let number = 0; number < inputs && faults.length < MAX_FAULTS; number += 1) {
      const input = linkInput(seed, number)
      const isOverTls = number % TLS_ONE_IN === 0
      const result = await became(input, isOverTls ? loopback : null)
      const words = [...result.faults, ...uncaught.splice(0)]
      faults.push(...words.map((fault) => `input ${number} (${input.kind}, ${input.side}) ${fault}`))
      byKind[input.kind] = (byKind[input.kind] ?? 0) + 1
      bytes += input.fragments.reduce((sum, { length }) => sum + length, 0)
      overTls += Number(isOverTls)
      accepted += result.accepted
      slowestMs = Math.max(slowestMs, result.tookMs)
      if (number % MEASURE_EVERY === 0) {
        const resident = process.memoryUsage.rss()
        if (number <= inputs / 20) baseBytes = Math.max(baseBytes, resident)
        else grownBytes = Math.max(grownBytes, resident - baseBytes)
      }
      if (number > 0 && number % SAY_EVERY === 0) say(`fuzz link: ${number.toLocaleString('en')} inputs`)
    }
  } finally {
    loopback.stop()
    process.off('uncaughtException', onUncaught).off('unhandledRejection', onUncaught)
  }
  const grownMb = Math.round(grownBytes / MB)
  if (grownMb > MAX_GROWN_MB) faults.push(`the memory grew by ${grownMb} MB`)
  const seconds = (systemClock.monotonicMs() - startedMs) / 1_000
  return { seconds, bytes, byKind, overTls, accepted, slowestMs, grownMb, faults }
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
