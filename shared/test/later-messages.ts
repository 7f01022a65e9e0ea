// Test support: from a schema, every message that a later version may send: one with a field more, one for each value and
// kind that is not known, at every place of the schema.
import { z } from 'zod'
import { armOf, isClosed } from '../wire.ts'

export interface LaterMessage {
  /** Where and what, for a test's message: `0.target.role is from_the_future`. */
  readonly what: string
  readonly sent: unknown
  /** What the schema itself takes, and a reader reads. */
  readonly read: unknown
}

const FUTURE = 'from_the_future'

/** Values of the small types that contracts are made of; of each leaf the first that it takes is its example. */
const LEAVES: readonly unknown[] = [
  ...[1, 100, true, null, 'BCDF-GHJK', '11111111-1111-4111-8111-111111111111', '2026-11-20T09:00:00.000Z'],
  ...['0'.repeat(64), '192.168.1.20', 'a@b.example', '1.2.3', 'cups:ZD421', 'A'.repeat(64), 'A'.repeat(43)],
  ...['BCDFGHJK', 'BCDF-GHJK', 'B', 'de'],
  ...[1970, 'BCDFGHJKLM', '2026-11-26', '0'.repeat(14), '0'.repeat(32), 'INV-2026-000017', '0000', '04:00'],
  '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
  ...[
    '+441234567890',
    'P-1',
    'text',
    'EUR',
    'DE',
    '',
    'text/x-text',
    new Uint8Array(1),
    {},
    [],
    'urn:x',
    'https://a.example/',
  ],
]

/** Throws for a schema that has no example here, and for an enumeration or a union by kind that has no arm. */
export function laterMessages(schema: z.ZodType): LaterMessage[] {
  return [...changesOf(schema, { path: [], whole: (part) => part })]
}

interface Place {
  readonly path: readonly string[]
  /** The message with this value at the place. */
  readonly whole: (part: unknown) => unknown
}

function* changesOf(schema: z.ZodType, place: Place): Generator<LaterMessage> {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  if (def.type === 'object') yield* changesOfObject(schema, def, place)
  else if (isClosed(schema)) return
  else if (def.type === 'enum') yield later(place, FUTURE, armFor(schema, place))
  else if (def.type === 'array') yield* changesOfArray(schema, def, place)
  else if (def.type === 'tuple') yield* changesOfTuple(schema, def, place)
  else if (def.type === 'union') yield* changesOfUnion(schema, def, place)
  else if (def.type === 'record' && 'entries' in def.keyType._zod.def) yield* changesOfRecord(schema, place)
  else if ('innerType' in def) yield* changesOf(def.innerType as z.ZodType, place)
}

function* changesOfObject(
  schema: z.ZodType,
  def: z.core.$ZodObjectDef,
  place: Place,
): Generator<LaterMessage> {
  const example = exampleOf(schema)
  if (typeof example !== 'object') throw new TypeError(`${place.path.join('.')} has no example`)
  if (def.catchall?._zod.def.type === 'never')
    yield {
      what: `${place.path.join('.')} has a field more`,
      sent: place.whole({ ...example, later: 1 }),
      read: place.whole(example),
    }
  for (const [name, field] of Object.entries(def.shape))
    yield* changesOf(
      field as z.ZodType,
      within(place, name, (part) => ({ ...example, [name]: part })),
    )
}

function* changesOfArray(schema: z.ZodType, def: z.core.$ZodArrayDef, place: Place): Generator<LaterMessage> {
  const [, ...others] = exampleArray(schema, def)
  yield* changesOf(
    def.element as z.ZodType,
    within(place, '[]', (part) => [part, ...others]),
  )
}

function* changesOfRecord(schema: z.ZodType, place: Place): Generator<LaterMessage> {
  const example = exampleOf(schema) as object
  const what = `${place.path.join('.')} has a field more`
  yield { what, sent: place.whole({ ...example, later: 1 }), read: place.whole(example) }
}

function* changesOfTuple(schema: z.ZodType, def: z.core.$ZodTupleDef, place: Place): Generator<LaterMessage> {
  const example = z.array(z.unknown()).parse(exampleOf(schema))
  for (const [index, item] of def.items.entries())
    yield* changesOf(
      item as z.ZodType,
      within(place, String(index), (part) => example.with(index, part)),
    )
}

function* changesOfUnion(schema: z.ZodType, def: z.core.$ZodUnionDef, place: Place): Generator<LaterMessage> {
  for (const option of def.options) yield* changesOf(option as z.ZodType, place)
  const kind = 'discriminator' in def ? String(def.discriminator) : null
  if (kind === null || isYesOrNo(def, kind)) return
  const arm = armFor(schema, place)
  const option = def.options.find(({ _zod }) => _zod.propValues?.[kind]?.has(arm) === true)
  const example = exampleOf(option as z.ZodType)
  yield later(place, { ...(example as object), [kind]: FUTURE }, example)
}

/** Such as `ok`: there is no third. */
function isYesOrNo({ options }: z.core.$ZodUnionDef, kind: string): boolean {
  return options.every(({ _zod }) =>
    [...(_zod.propValues?.[kind] ?? [])].every((value) => typeof value === 'boolean'),
  )
}

function armFor(schema: z.ZodType, place: Place): string {
  const arm = armOf(schema)
  if (arm === null) throw new TypeError(`${place.path.join('.')} has no arm for what a later version may say`)
  return arm
}

function later(place: Place, sent: unknown, read: unknown): LaterMessage {
  return { what: `${place.path.join('.')} is ${FUTURE}`, sent: place.whole(sent), read: place.whole(read) }
}

function within({ path, whole }: Place, name: string, around: (part: unknown) => unknown): Place {
  return { path: [...path, name], whole: (part) => whole(around(part)) }
}

const LONGEST_EXAMPLE = 7

function exampleOf(schema: z.ZodType): unknown {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  if (def.type === 'object')
    return Object.fromEntries(
      Object.entries(def.shape).map(([name, field]) => [name, exampleOf(field as z.ZodType)]),
    )
  if (def.type === 'array') return exampleArray(schema, def)
  if (def.type === 'record' && 'entries' in def.keyType._zod.def)
    return Object.fromEntries(
      Object.keys(def.keyType._zod.def.entries as object).map((key) => [
        key,
        exampleOf(def.valueType as z.ZodType),
      ]),
    )
  if (def.type === 'tuple') return def.items.map((item) => exampleOf(item as z.ZodType))
  if (def.type === 'union') return exampleOf(def.options[0] as z.ZodType)
  if (def.type === 'enum') return Object.values(def.entries)[0]
  if (def.type === 'literal') return def.values[0]
  if ('innerType' in def) return exampleOf(def.innerType as z.ZodType)
  const found = LEAVES.findIndex((leaf) => schema.safeParse(leaf).success)
  if (found < 0) throw new TypeError(`No example fits ${JSON.stringify(def)}`)
  return LEAVES[found]
}

/** As short as the schema allows, from one element on; a week has seven. */
function exampleArray(schema: z.ZodType, { element }: z.core.$ZodArrayDef): unknown[] {
  const example = exampleOf(element as z.ZodType)
  const lengths = Array.from({ length: LONGEST_EXAMPLE }, (_, n) => n + 1)
  const shortest = lengths.find((length) => schema.safeParse(Array(length).fill(example)).success)
  return Array<unknown>(shortest ?? LONGEST_EXAMPLE).fill(example)
}
