// A campaign as a program: reads its options, prints what it found, and says with its exit code whether all is well.
import { endWithFault } from '../../scripts/fault.ts'
import { helpText, readOptions, type Command, type Options, type Values } from './options.ts'

/** Progress goes to standard error, so that a result can be piped. */
export type Say = (line: string) => void

export interface Outcome {
  /** What goes to standard output. */
  readonly text: string
  readonly isGood: boolean
}

const EXIT_USAGE = 2

export type Run<O extends Options> = (values: Values<O>, say: Say) => Promise<Outcome>

/** One of several things that a command does; it is run with the command's name and the rest of its arguments. */
export function scenario<const O extends Options>(
  parts: Omit<Command<O>, 'name'> & { readonly run: Run<O> },
) {
  const { about, options, run } = parts
  return async (name: string, args: readonly string[]) => runProgram({ name, about, options, run, args })
}

/** Ends the process: 0 when all is well, 1 when not or when it could not run, 2 when its options cannot be read. */
export async function runProgram<O extends Options>(
  command: Command<O> & {
    readonly run: Run<O>
    /** Those of the process, where they are not said. */
    readonly args?: readonly string[]
  },
): Promise<never> {
  const values = valuesOrEnd(command, command.args ?? process.argv.slice(2))
  try {
    const { text, isGood } = await command.run(values, (line) => void process.stderr.write(`${line}\n`))
    process.stdout.write(`${text.trimEnd()}\n`)
    process.exit(isGood ? 0 : 1)
  } catch (error) {
    return endWithFault(command.name, error)
  }
}

function valuesOrEnd<O extends Options>(command: Command<O>, args: readonly string[]): Values<O> {
  try {
    const values = readOptions(command.options, args)
    if (values !== null) return values
    process.stdout.write(helpText(command))
    process.exit(0)
  } catch (error) {
    process.stderr.write(
      `${command.name}: ${error instanceof Error ? error.message : String(error)}\n\n${helpText(command)}`,
    )
    process.exit(EXIT_USAGE)
  }
}

/** Aborted when this process is asked to end; who asks for it ends by itself. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  return stopping.signal
}
