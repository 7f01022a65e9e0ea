// Reads settings from environment variables by schema: once, all faults in one message.
import { z } from 'zod'

/** One setting: its environment variable is its key in the table, e.g. `Gateway__Port`. */
export interface Setting<S extends z.ZodType = z.ZodType> {
  readonly schema: S
  /** What the setting does, shown by `--help`. */
  readonly help: string
  /** Used when the variable is not set; `null` means that the setting is required. */
  readonly fallback: string | null
  /** A secret is never printed. */
  readonly secret?: true
}

export type SettingsTable = Readonly<Record<string, Setting>>
export type SettingsOf<T extends SettingsTable> = { readonly [K in keyof T]: z.output<T[K]['schema']> }
export type Environment = Readonly<Record<string, string | undefined>>

/** All settings that could not be read, in words; `message` has one line for each. */
export class SettingsError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`Settings are missing or wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'SettingsError'
    this.faults = faults
  }
}

/** Parses every setting of the table. Throws SettingsError naming each faulty one; a secret's value is not repeated. */
export function readSettings<T extends SettingsTable>(table: T, environment: Environment): SettingsOf<T> {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(table)) {
    const text = lookUp(environment, name) ?? setting.fallback
    if (text === null) {
      faults.push(`${name} is required: ${setting.help}`)
      continue
    }
    const parsed = setting.schema.safeParse(text)
    if (parsed.success) values[name] = parsed.data
    else
      faults.push(
        `${name}${setting.secret ? '' : `=${text}`}: ${z.prettifyError(parsed.error).split('\n')[0]} (${setting.help})`,
      )
  }
  if (faults.length > 0) throw new SettingsError(faults)
  return values as SettingsOf<T>
}

/** The `--help` text of a program: each setting, what it does, its default. */
export function describeSettings(program: string, table: SettingsTable): string {
  const lines = Object.entries(table).map(([name, setting]) => {
    const fallback =
      setting.fallback === null
        ? 'required'
        : setting.secret
          ? 'has a default in development'
          : `default ${setting.fallback || '(empty)'}`
    return `  ${name}\n      ${setting.help} [${fallback}]`
  })
  return `${program}\n\nSettings are environment variables:\n${lines.join('\n')}\n`
}

// `ConnectionStrings__cs_identity` may also be written with the documented hyphen, `ConnectionStrings__cs-identity`.
function lookUp(environment: Environment, name: string): string | null {
  const value = environment[name] ?? environment[name.replace('__cs_', '__cs-')]
  return value === undefined || value === '' ? null : value
}

/** A port in an environment variable. */
export const PortText = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .pipe(z.int().min(0).max(65_535))
/** A whole number in an environment variable, within a range. */
export function wholeNumberText(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,12}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))
}
/** `true` or `false`. */
export const FlagText = z.enum(['true', 'false']).transform((text) => text === 'true')
/** An http or https origin without a path, e.g. `http://127.0.0.1:5141`. */
export const OriginText = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin)
