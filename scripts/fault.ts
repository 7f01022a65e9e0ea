// What a script says when something went wrong: words for a person; only a mistake in the program shows its stack.
import { z } from 'zod'

const EXIT_FAILED = 1
const MISTAKES = [TypeError, ReferenceError, RangeError, SyntaxError, z.ZodError]

/** `start: the port is in use`. With `Log__Level=debug` any stack is shown. */
export function faultText(script: string, error: unknown): string {
  const wantsStack = process.env['Log__Level'] === 'debug' || MISTAKES.some((kind) => error instanceof kind)
  const stack = wantsStack && error instanceof Error ? error.stack : undefined
  return `${script}: ${stack ?? textOf(error)}`
}

/** Prints it and ends this process with code 1. */
export function endWithFault(script: string, error: unknown): never {
  process.stderr.write(`${faultText(script, error)}\n`)
  process.exit(EXIT_FAILED)
}

/** A connection that failed on several addresses has its words in its parts only. */
function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(textOf).join('; ')
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}
