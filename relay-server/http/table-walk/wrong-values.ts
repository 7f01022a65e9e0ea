// Test support: derives from a schema what a caller must not send, as whole inputs with one thing wrong in each.
import { z } from 'zod'

/** One faulty input: the valid one with a single change. */
export interface WrongInput {
  /** Where the fault is: `['email']`; empty for the input itself. */
  readonly path: readonly string[]
  /** In words, for a test's message: `is 42 instead of a string`. */
  readonly fault: string
  /** What stands at `path`; undefined when nothing does. */
  readonly value: unknown
  readonly input: unknown
}

const JsonSchema = z.looseObject({
  $ref: z.string().optional(),
  $defs: z.record(z.string(), z.unknown()).optional(),
  type: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
})
type JsonSchema = z.infer<typeof JsonSchema>

/** A place in the input: the alternatives of its schema, and the one that the valid value there belongs to. */
interface Place {
  readonly branches: readonly JsonSchema[]
  readonly chosen: JsonSchema | null
  readonly value: unknown
  readonly path: readonly string[]
}

/** The name of the field that no schema knows. */
export const UNKNOWN_FIELD = 'surprise'
const LONGEST_TEXT = 10_000

/**
 * Every input that the schema must refuse, made from `valid`: wrong types, values out of range, missing and unknown
 * fields, at every depth that `valid` reaches. Texts longer than 10,000 characters are not tried.
 */
export function wrongInputs(schema: z.ZodType, valid: unknown): WrongInput[] {
  const root = JsonSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return [...placesIn(root, { schema: root, value: valid, path: [] })].flatMap((place) => [
    ...wrongValues(place).map((value) => ({
      path: place.path,
      fault: `is ${brief(value)}`,
      value,
      input: withValue(valid, place.path, value),
    })),
    ...wrongFields(place, valid),
  ])
}

/** Texts that have broken databases, logs and pages: NUL, half a surrogate pair, quotes, wildcards, reversed writing. */
const ODD_TEXTS = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\'";--',
  '%_\\',
  '\u202egnp.exe',
  '__proto__',
  '\u{1f48a}'.repeat(20),
]

/** `valid` with an odd text in one place that takes text; the schema may refuse or take it, but nothing may break. */
export function oddInputs(schema: z.ZodType, valid: unknown): WrongInput[] {
  const root = JsonSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  const places = [...placesIn(root, { schema: root, value: valid, path: [] })]
  const texts = places.filter(({ branches }) => branches.some((branch) => branch.type === 'string'))
  return texts.flatMap(({ path }) =>
    ODD_TEXTS.map((value) => ({
      path,
      fault: `is ${brief(value)}`,
      value,
      input: withValue(valid, path, value),
    })),
  )
}

/** The place itself and all below it. */
function* placesIn(
  root: JsonSchema,
  {
    schema,
    value,
    path,
  }: { readonly schema: unknown; readonly value: unknown; readonly path: readonly string[] },
): Generator<Place> {
  const branches = branchesOf(JsonSchema.parse(schema), root)
  const chosen = branches.find((branch) => fits(branch, value, root)) ?? null
  yield { branches, chosen, value, path }
  for (const [name, below] of Object.entries(isRecord(value) ? (chosen?.properties ?? {}) : {})) {
    yield* placesIn(root, {
      schema: below,
      value: isRecord(value) ? value[name] : undefined,
      path: [...path, name],
    })
  }
  for (const [index, item] of (Array.isArray(value) && isRecord(chosen?.items) ? value : []).entries()) {
    yield* placesIn(root, { schema: chosen?.items, value: item, path: [...path, String(index)] })
  }
}

/** The alternatives of a schema, references followed. */
function branchesOf(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const resolved = resolve(schema, root)
  const alternatives = resolved.anyOf ?? resolved.oneOf
  if (alternatives === undefined) return [resolved]
  return alternatives.flatMap((alternative) => branchesOf(JsonSchema.parse(alternative), root))
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema
  const name = schema.$ref.replace('#/$defs/', '')
  return resolve(JsonSchema.parse(root.$defs?.[name]), root)
}

/** Whether a branch is the one that a valid value belongs to: its type, and its constants for objects. */
function fits(branch: JsonSchema, value: unknown, root: JsonSchema): boolean {
  if (typeOf(branch) !== null && !typesMatch(typeOf(branch), value)) return false
  if (!isRecord(value)) return true
  return Object.entries(branch.properties ?? {}).every(([name, below]) => {
    const constant = resolve(JsonSchema.parse(below), root)
    return !('const' in constant) || constant.const === value[name]
  })
}

function wrongValues({ branches }: Place): unknown[] {
  // A schema without any statement takes everything.
  if (branches.some((branch) => typeOf(branch) === null)) return []
  const candidates = [...WRONG_TYPES, ...branches.flatMap(outOfRange)]
  return candidates.filter((candidate) => branches.every((branch) => refuses(branch, candidate)))
}

const WRONG_TYPES: readonly unknown[] = [42, 1.5, 'not it', true, null, [], {}]

function outOfRange(branch: JsonSchema): unknown[] {
  const values: unknown[] = []
  if (branch.maxLength !== undefined && branch.maxLength < LONGEST_TEXT)
    values.push('x'.repeat(branch.maxLength + 1))
  if ((branch.minLength ?? 0) > 0) values.push('')
  if (branch.maximum !== undefined && branch.maximum < Number.MAX_SAFE_INTEGER)
    values.push(branch.maximum + 1)
  if (branch.minimum !== undefined && branch.minimum > Number.MIN_SAFE_INTEGER)
    values.push(branch.minimum - 1)
  return values
}

/** True when the JSON Schema says that the value is wrong; in doubt false. An object is judged by its type only. */
function refuses(branch: JsonSchema, value: unknown): boolean {
  if ('const' in branch) return value !== branch.const
  if (branch.enum !== undefined) return !branch.enum.includes(value)
  if (!typesMatch(typeOf(branch), value)) return true
  if (typeof value === 'string') return refusesText(branch, value)
  if (typeof value === 'number')
    return value > (branch.maximum ?? Infinity) || value < (branch.minimum ?? -Infinity)
  return Array.isArray(value) && value.length < (branch.minItems ?? 0)
}

function refusesText(branch: JsonSchema, value: string): boolean {
  if (value.length > (branch.maxLength ?? Infinity) || value.length < (branch.minLength ?? 0)) return true
  if (branch.pattern !== undefined && !new RegExp(branch.pattern, 'u').test(value)) return true
  // None of the tried texts is an address, an instant or a UUID.
  return branch.format !== undefined
}

/** Missing and unknown fields of an object. */
function wrongFields({ chosen, value, path }: Place, valid: unknown): WrongInput[] {
  if (!isRecord(value) || chosen === null) return []
  const missing = (chosen.required ?? []).map((name) => {
    const rest = Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
    return {
      path: [...path, name],
      fault: 'is missing',
      value: undefined,
      input: withValue(valid, path, rest),
    }
  })
  if (chosen.additionalProperties !== false) return missing
  const input = withValue(valid, path, { ...value, [UNKNOWN_FIELD]: '1' })
  return [...missing, { path: [...path, UNKNOWN_FIELD], fault: 'is unknown', value: '1', input }]
}

function typeOf(branch: JsonSchema): string | null {
  if (branch.type !== undefined) return branch.type
  if ('const' in branch) return branch.const === null ? 'null' : typeof branch.const
  if (branch.enum !== undefined) return typeof branch.enum[0]
  return branch.properties === undefined ? null : 'object'
}

function typesMatch(type: string | null, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

/** A copy of `input` with another value at `path`. */
function withValue(input: unknown, path: readonly string[], value: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return value
  if (Array.isArray(input)) {
    return input.map((item: unknown, index) =>
      String(index) === first ? withValue(item, rest, value) : item,
    )
  }
  const record = isRecord(input) ? input : {}
  return { ...record, [first]: withValue(record[first], rest, value) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function brief(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 30 ? `${text.slice(0, 20)}… (${text.length} characters)` : text
}
