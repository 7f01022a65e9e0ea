// Runs one program of the packaging to its end; its output is part of the error when it fails.
import { runCommand } from '../command.ts'

export interface RunOptions {
  readonly limitMs: number
  readonly env?: Readonly<Record<string, string>>
}

/** What it printed. Throws Error with that when it did not end with code 0. */
export async function run(file: string, args: readonly string[], options: RunOptions): Promise<string> {
  const { limitMs, env = {} } = options
  const { succeeded, ending, output } = await runCommand({ file, args, env, limitMs, shown: false })
  if (succeeded) return output
  throw new Error(`${file} ${args.join(' ')} ${ending}\n${output.trimEnd()}`)
}
