// The program around a fuzzer: options, its figures for people, an exit code that says whether faults were found.
import { endWithFault } from '../fault.ts'
import { numbersOf } from './numbers.ts'

interface FuzzResult {
  readonly byKind: Readonly<Record<string, number>>
  readonly bytes: number
  readonly seconds: number
  readonly slowestMs: number
  readonly grownMb: number
  readonly faults: readonly string[]
}

export interface FuzzOptions {
  readonly inputs: number
  readonly seed: number
  readonly say: (words: string) => void
}

export interface FuzzSide<Result extends FuzzResult> {
  readonly run: (options: FuzzOptions) => Promise<Result>
  /** How many took the real way, and what came of the inputs. */
  readonly words: (result: Result) => { readonly realWay: string; readonly outcome: string }
}

export interface FuzzProgram<Result extends FuzzResult> {
  readonly name: string
  readonly usage: string
  /** One after the other, with as many inputs each. */
  readonly sides: readonly FuzzSide<Result>[]
  /** Numbers of the command line; null: it cannot be read. */
  readonly args: readonly string[] | null
}

/** Ends the process: 0, 1 with faults, 2 when the options cannot be read. */
export async function runFuzzProgram<Result extends FuzzResult>(
  program: FuzzProgram<Result>,
): Promise<never> {
  const { name, usage, sides, args } = program
  const numbers = args === null ? null : numbersOf(args, { '--inputs': 10_000, '--seed': 1 })
  if (numbers === null) {
    process.stderr.write(usage)
    process.exit(process.argv.includes('--help') ? 0 : 2)
  }
  const { '--inputs': inputs, '--seed': seed } = numbers
  const say = (words: string): void => void process.stderr.write(`${words}\n`)
  let faults = 0
  try {
    for (const side of sides) {
      const result = await side.run({ inputs, seed, say })
      process.stdout.write(reportOf(result, { inputs, seed, ...side.words(result) }))
      faults += result.faults.length
    }
    process.exit(faults === 0 ? 0 : 1)
  } catch (error) {
    return endWithFault(name, error)
  }
}

function reportOf(
  { byKind, bytes, seconds, slowestMs, grownMb, faults }: FuzzResult,
  about: {
    readonly inputs: number
    readonly seed: number
    readonly realWay: string
    readonly outcome: string
  },
): string {
  const { inputs, seed, realWay, outcome } = about
  const kinds = Object.entries(byKind).map(([kind, count]) => `  ${kind.padEnd(30)}${count}\n`)
  return `${kinds.join('')}${inputs} inputs, seed ${seed}, ${Math.round(bytes / 1_048_576)} MiB, ${realWay}: ${seconds.toFixed(1)} s
${outcome}, slowest ${slowestMs.toFixed(1)} ms, memory +${grownMb} MB, ${faults.length} faults
${faults.map((fault) => `${fault}\n`).join('')}`
}
