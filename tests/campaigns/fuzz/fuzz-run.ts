// One run of a fuzzer: inputs in rounds, somebody good beside or after each, and what is wrong in the end.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { watchPrototypes } from './prototypes.ts'

export interface FuzzRun {
  readonly inputs: number
  readonly seed: number
  readonly say: (text: string) => void
}

/** What was said for one input. */
export interface Spoken {
  readonly kind: string
  readonly bytes: number
  /** Said in the real way: by somebody who is registered, over loopback, over TLS. */
  readonly isReal: boolean
  readonly faults: readonly string[]
}

export interface SaidInput {
  readonly number: number
  readonly kind: string
  /** What of both ends or stages it was for; empty where there is one. */
  readonly to: string
  readonly isReal: boolean
  readonly pieces: readonly Buffer[]
}

/** With the number of the input before each of its faults. */
export function spokenOf({ number, kind, to, isReal, pieces }: SaidInput, faults: readonly string[]): Spoken {
  const name = `input ${number} (${kind}${to === '' ? '' : `, ${to}`})`
  return {
    kind,
    isReal,
    bytes: pieces.reduce((sum, { length }) => sum + length, 0),
    faults: faults.map((text) => `${name} ${text}`),
  }
}

export interface Round {
  readonly spoken: readonly Spoken[]
  /** What came of it: good ones that were served, labels that came out or were accepted. */
  readonly count: number
  /** How long a good one took, in ms; infinite when it got no answer. */
  readonly tookMs: number
  /** What is wrong, and no single input's. */
  readonly faults: readonly string[]
}

export interface UnderFuzz {
  /** Inputs of a round. */
  readonly perRound: number
  /** A good one that waits longer than this was held up. */
  readonly slowestMs: number
  round(numbers: readonly number[]): Promise<Round>
  /** What is wrong once all have been said. */
  leftBehind(): Promise<readonly string[]>
  stop(): Promise<void>
}

export interface FuzzResult {
  readonly seconds: number
  readonly bytes: number
  readonly byKind: Readonly<Record<string, number>>
  /** Of the inputs, those that took the real way. */
  readonly real: number
  /** What came of all rounds. */
  readonly count: number
  /** The slowest good one. */
  readonly slowestMs: number
  /** Of the resident memory since a twentieth of the inputs had run, in MB. */
  readonly grownMb: number
  /** With the number of the input, which with the seed gives its bytes again; the first 20. */
  readonly faults: readonly string[]
}

const MAX_FAULTS = 20
const MAX_GROWN_MB = 256
const SAY_EVERY = 10_000
const MB = 1_048_576

export async function runFuzz(
  { inputs, say }: FuzzRun,
  start: () => Promise<UnderFuzz>,
): Promise<FuzzResult> {
  const uncaught: string[] = []
  const onUncaught = (error: unknown): void => void uncaught.push(`crashed: ${stackOf(error)}`)
  process.on('uncaughtException', onUncaught).on('unhandledRejection', onUncaught)
  const changedPrototypes = watchPrototypes()
  const under = await start()
  const startedMs = systemClock.monotonicMs()
  const tally = new Tally(inputs)
  try {
    for (let first = 0; first < inputs && tally.faults.length < MAX_FAULTS; first += under.perRound) {
      const count = Math.min(under.perRound, inputs - first)
      const {
        spoken,
        count: cameOf,
        tookMs,
        faults,
      } = await under.round(Array.from({ length: count }, (_, at) => first + at))
      const late = tookMs > under.slowestMs ? [`kept a good one waiting ${tookMs.toFixed(0)} ms`] : []
      const around = [...faults, ...uncaught.splice(0), ...changedPrototypes(), ...late]
      const near = around.map((text) => `inputs ${first} to ${first + count - 1} ${text}`)
      tally.add(first, { spoken, count: cameOf, tookMs, near })
      if (first > 0 && Math.floor(first / SAY_EVERY) !== Math.floor((first - count) / SAY_EVERY))
        say(`fuzz: ${first.toLocaleString('en')} inputs`)
    }
    tally.faults.push(...(await under.leftBehind()))
  } finally {
    await under.stop()
    process.off('uncaughtException', onUncaught).off('unhandledRejection', onUncaught)
  }
  tally.faults.push(...uncaught)
  return tally.result((systemClock.monotonicMs() - startedMs) / 1_000)
}

class Tally {
  readonly faults: string[] = []
  readonly #inputs: number
  readonly #byKind: Record<string, number> = {}
  #bytes = 0
  #real = 0
  #count = 0
  #slowestMs = 0
  #baseBytes = 0
  #grownBytes = 0

  constructor(inputs: number) {
    this.#inputs = inputs
  }

  add(first: number, round: Omit<Round, 'faults'> & { readonly near: readonly string[] }): void {
    for (const { kind, bytes, isReal, faults } of round.spoken) {
      this.#byKind[kind] = (this.#byKind[kind] ?? 0) + 1
      this.#bytes += bytes
      this.#real += Number(isReal)
      this.faults.push(...faults)
    }
    this.faults.push(...round.near)
    this.#count += round.count
    this.#slowestMs = Math.max(this.#slowestMs, round.tookMs)
    const resident = process.memoryUsage.rss()
    if (first <= this.#inputs / 20) this.#baseBytes = Math.max(this.#baseBytes, resident)
    else this.#grownBytes = Math.max(this.#grownBytes, resident - this.#baseBytes)
  }

  result(seconds: number): FuzzResult {
    const grownMb = Math.round(this.#grownBytes / MB)
    if (grownMb > MAX_GROWN_MB) this.faults.push(`the memory grew by ${grownMb} MB`)
    return {
      seconds,
      grownMb,
      bytes: this.#bytes,
      byKind: this.#byKind,
      real: this.#real,
      count: this.#count,
      slowestMs: this.#slowestMs,
      faults: this.faults,
    }
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
