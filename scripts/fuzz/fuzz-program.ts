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

export interface FuzzProgram<Result extends FuzzResult> {
  readonly name: string
  readonly usage: string
  readonly run: (options: FuzzOptions) => Promise<Result>
  /** How many took the real way, and what came of the inputs. */
  readonly words: (result: Result) => { readonly realWay: string; readonly outcome: string }
}

/** Ends the process: 0, 1 with faults, 2 when the options cannot be read. */
export async function runFuzzProgram<Result extends FuzzResult>(
  program: FuzzProgram<Result>,
): Promise<never> {
  const numbers = numbersOf(process.argv.slice(2), { '--inputs': 10_000, '--seed': 1 })
  if (numbers === null) {
    process.stderr.write(program.usage)
    process.exit(process.argv.includes('--help') ? 0 : 2)
  }
  const { '--inputs': inputs, '--seed': seed } = numbers
  try {
    const say = (words: string): void => void process.stderr.write(`${words}\n`)
    const result = await program.run({ inputs, seed, say })
    const { realWay, outcome } = program.words(result)
    const kinds = Object.entries(result.byKind).map(([kind, count]) => `  ${kind.padEnd(20)}${count}\n`)
    process.stdout
      .write(`${kinds.join('')}${inputs} inputs, seed ${seed}, ${Math.round(result.bytes / 1_048_576)} MiB, ${realWay}: ${result.seconds.toFixed(1)} s
${outcome}, slowest ${result.slowestMs.toFixed(1)} ms, memory +${result.grownMb} MB, ${result.faults.length} faults
${result.faults.join('\n')}`)
    process.exit(result.faults.length === 0 ? 0 : 1)
  } catch (error) {
    return endWithFault(program.name, error)
  }
}
