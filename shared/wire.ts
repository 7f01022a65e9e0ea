// How messages grow. Each schema is written once and strict: that is what senders keep to. `readerOf` makes of it what
// readers use, who may be of an earlier version than the sender.
//
//   schema       unknown field: refused      unknown enumeration value or kind: refused
//   its reader   unknown field: left out     unknown enumeration value or kind: its arm
import { z } from 'zod'

type Growing = z.ZodEnum | z.ZodDiscriminatedUnion

/** What a reader takes an unknown value for: a value of the enumeration, or the kind of one of the union's options. */
const arms = z.registry<{ readonly arm: string }>()
const readers = new WeakMap<z.ZodType, z.ZodType>()
const tolerant = new WeakSet<z.ZodType>()
const closedOnes = new WeakSet<z.ZodType>()

/** Longer ones are no values of any version. */
const MAX_VALUE = 100

/** An enumeration or a union by kind that travels. `arm` is the safest of its own values. */
export function growing<S extends Growing>(schema: S, arm: string): S {
  if (!valuesOf(schema).includes(arm)) throw new RangeError(`${arm} is not one of its values`)
  arms.add(schema, { arm })
  return schema
}

/** An enumeration of which a reader must understand every value: a message with another one is refused. */
export function closed<S extends z.ZodEnum>(schema: S): S {
  closedOnes.add(schema)
  return schema
}

export function isClosed(schema: z.ZodType): boolean {
  return closedOnes.has(schema)
}

/** The arm of an enumeration or a union; null: what is unknown there is refused. */
export function armOf(schema: z.ZodType): string | null {
  return arms.get(schema as Growing)?.arm ?? null
}

/** The tolerant reader of a schema, at every depth. The same schema has the same reader. */
export function readerOf<S extends z.ZodType>(schema: S): S {
  const made = readers.get(schema) ?? derived(schema)
  readers.set(schema, made)
  tolerant.add(made)
  // It gives what the schema gives; only what it takes is more.
  return made as S
}

/** Whether `readerOf` made it: it may take what its schema refuses. */
export function isReader(schema: z.ZodType): boolean {
  return tolerant.has(schema)
}

function derived(schema: z.ZodType): z.ZodType {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return withDef(schema, tolerantObject(def))
    case 'array':
      return withDef(schema, { element: inner(def.element) })
    case 'tuple':
      return withDef(schema, { items: def.items.map(inner) })
    case 'record':
      return tolerantRecord(schema, def)
    case 'union':
      return armed(schema, withDef(schema, { options: def.options.map(inner) }))
    case 'enum':
      return armed(schema, schema)
    case 'pipe':
      return withDef(schema, { in: inner(def.in), out: inner(def.out) })
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
    case 'readonly':
      return withDef(schema, { innerType: inner(def.innerType) })
    default:
      return schema
  }
}

/** With one value for each of an enumeration it is as strict as an object of these fields, and read like one. */
function tolerantRecord(schema: z.ZodType, { keyType, valueType }: z.core.$ZodRecordDef): z.ZodType {
  const value = inner(valueType) as z.ZodType
  const keys = keyType as z.ZodType
  if (!(keys instanceof z.ZodEnum)) return withDef(schema, { valueType: value })
  return z.object(Object.fromEntries(keys.options.map((key) => [String(key), value])))
}

function inner(schema: z.core.$ZodType): z.core.$ZodType {
  return readerOf(schema as z.ZodType)
}

/** Only a strict object changes: one that leaves its other fields out, or keeps them, does so already. */
function tolerantObject({ shape, catchall }: z.core.$ZodObjectDef): Readonly<Record<string, unknown>> {
  const fields = Object.entries(shape).map(([name, field]) => [name, inner(field)])
  const isStrict = catchall?._zod.def.type === 'never'
  return { shape: Object.fromEntries(fields), catchall: isStrict ? undefined : catchall }
}

/** With its checks and its name. */
function withDef(schema: z.ZodType, changes: Readonly<Record<string, unknown>>): z.ZodType {
  return schema.clone({ ...schema._zod.def, ...changes })
}

/** `reader`, before which an unknown value becomes the arm of `schema`. */
function armed(schema: z.ZodType, reader: z.ZodType): z.ZodType {
  const arm = armOf(schema)
  if (arm === null) return reader
  const known = new Set(valuesOf(schema as Growing))
  const isUnknown = (value: unknown): boolean =>
    typeof value === 'string' && value.length <= MAX_VALUE && !known.has(value)
  const kind = kindField(schema as Growing)
  if (kind === null) return z.preprocess((value) => (isUnknown(value) ? arm : value), reader)
  return z.preprocess((value) => {
    const isArm = typeof value === 'object' && value !== null && isUnknown(Reflect.get(value, kind))
    return isArm ? { ...value, [kind]: arm } : value
  }, reader)
}

/** Null: an enumeration. */
function kindField(schema: Growing): string | null {
  return 'discriminator' in schema.def ? schema.def.discriminator : null
}

function valuesOf(schema: Growing): string[] {
  const kind = kindField(schema)
  if (kind === null) return Object.values((schema as z.ZodEnum).def.entries).map(String)
  return (schema as z.ZodDiscriminatedUnion).options.flatMap((option) =>
    [...(option._zod.propValues?.[kind] ?? [])].map(String),
  )
}
