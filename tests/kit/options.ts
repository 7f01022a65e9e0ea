// The options of a command, declared once: `--help` lists them, and what cannot be read is refused in words.
import { parseArgs, type ParseArgsConfig } from 'node:util'

/** How one option is read and what it is when nobody says it. A flag has no `value`. */
export interface Option<T> {
  readonly help: string
  /** What stands for its text in the help; null: a flag. */
  readonly value: string | null
  readonly fallback: T
  /** Throws Error with words that follow the option's name. */
  readonly read: (text: string) => T
}

export type Options = Readonly<Record<string, Option<unknown>>>
export type Values<O extends Options> = { readonly [Name in keyof O]: O[Name]['fallback'] }

export interface Command<O extends Options> {
  /** As npm runs it. */
  readonly name: string
  /** What it does and what its exit code 1 means; whole lines. */
  readonly about: string
  readonly options: O
}

/** From `low` to `high`, both included. */
export function whole<const Fallback extends number | null>(
  help: string,
  range: { readonly low: number; readonly high: number; readonly fallback: Fallback },
): Option<number | Fallback> {
  const { low, high, fallback } = range
  const read = (text: string): number => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
    if (number >= low && number <= high) return number
    throw new Error(`must be a whole number from ${low} to ${high}`)
  }
  return {
    help: `${help} (${low} to ${high}${fallback === null ? '' : `; ${fallback}`})`,
    value: 'N',
    fallback,
    read,
  }
}

export const seedOption = whole('repeats what chance decides', { low: 0, high: 999_999_999, fallback: 1 })
export const jsonOption = flag('the result as JSON on standard output')

/** One of those names; null when it is not said. */
export function choice<const Name extends string>(help: string, names: readonly Name[]): Option<Name | null> {
  const read = (text: string): Name => {
    const found = names.find((name) => name === text)
    if (found === undefined) throw new Error(`must be one of ${names.join(', ')}`)
    return found
  }
  return { help: `${help}: ${names.join(', ')}`, value: 'NAME', fallback: null, read }
}

export function text(help: string, value: string): Option<string | null> {
  return { help, value, fallback: null, read: (given) => given }
}

export function flag(help: string): Option<boolean> {
  return { help, value: null, fallback: false, read: () => true }
}

/** What the arguments say; null: they ask for help. Throws Error in words. */
export function readOptions<O extends Options>(options: O, args: readonly string[]): Values<O> | null {
  const kinds: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean', short: 'h' } }
  for (const [name, { value }] of Object.entries(options))
    kinds[name] = { type: value === null ? 'boolean' : 'string' }
  const { values } = parseArgs({ args: [...args], options: kinds })
  if (values['help'] === true) return null
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, valueOf(name, option, values[name])]),
  ) as Values<O>
}

function valueOf(name: string, { fallback, read }: Option<unknown>, given: unknown): unknown {
  if (given === undefined) return fallback
  try {
    return read(typeof given === 'string' ? given : '')
  } catch (error) {
    throw new Error(`--${name} ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

export function helpText({ name, about, options }: Command<Options>): string {
  const rows = Object.entries(options).map(([option, { value, help }]) => ({
    left: `  --${option}${value === null ? '' : ` ${value}`}`,
    help,
  }))
  const width = Math.max(0, ...rows.map(({ left }) => left.length)) + 3
  const lines = rows.map(({ left, help }) => `${left.padEnd(width)}${help}`)
  return [`npm run ${name} [-- OPTIONS]`, about, ...lines, ''].join('\n')
}
