// Internet Printing Protocol messages as bytes (RFC 8010): what the agent asks of CUPS and reads from it.

const VERSION = [2, 0]
const END_OF_ATTRIBUTES = 3
const FIRST_VALUE_TAG = 0x10

export const IPP_GROUP = { operation: 1, job: 2, printer: 4 } as const
const VALUE_TAG = { integer: 0x21, boolean: 0x22, enum: 0x23 } as const
const TEXT_TAG = {
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mime: 0x49,
} as const
/** Text with and without language, and the kinds above. */
const TEXT_TAGS = [0x35, 0x36, ...Object.values(TEXT_TAG), 0x46, 0x4a]

export type IppAttribute =
  | { readonly name: string; readonly kind: keyof typeof TEXT_TAG; readonly values: readonly string[] }
  | { readonly name: string; readonly kind: 'integer'; readonly values: readonly number[] }
  | { readonly name: string; readonly kind: 'boolean'; readonly values: readonly boolean[] }

export interface IppRequest {
  readonly operation: number
  /** Operation attributes behind charset and language. */
  readonly attributes: readonly IppAttribute[]
  readonly document: Uint8Array
}

export type IppValue = string | number | boolean
export interface IppGroup {
  readonly tag: number
  readonly valuesByName: ReadonlyMap<string, readonly IppValue[]>
}
export interface IppReply {
  readonly status: number
  readonly groups: readonly IppGroup[]
}

export function encodeIpp({ operation, attributes, document }: IppRequest): Buffer {
  const head: readonly IppAttribute[] = [
    { name: 'attributes-charset', kind: 'charset', values: ['utf-8'] },
    { name: 'attributes-natural-language', kind: 'language', values: ['en'] },
  ]
  return Buffer.concat([
    Buffer.from([...VERSION, ...number16(operation), 0, 0, 0, 1, IPP_GROUP.operation]),
    ...[...head, ...attributes].flatMap(encodeAttribute),
    Buffer.from([END_OF_ATTRIBUTES]),
    document,
  ])
}

/** Throws RangeError or ZodError when the bytes are no IPP reply. */
export function decodeIpp(bytes: Buffer): IppReply {
  const status = bytes.readUInt16BE(2)
  const groups: { readonly tag: number; readonly valuesByName: Map<string, IppValue[]> }[] = []
  let values: IppValue[] = []
  for (let at = 8; bytes.readUInt8(at) !== END_OF_ATTRIBUTES;) {
    const tag = bytes.readUInt8(at)
    at += 1
    if (tag < FIRST_VALUE_TAG) {
      groups.push({ tag, valuesByName: new Map() })
      continue
    }
    const nameEnd = fieldEnd(bytes, at)
    const valueEnd = fieldEnd(bytes, nameEnd)
    // An attribute without a name is one more value of the one before.
    if (nameEnd > at + 2) {
      values = []
      groups.at(-1)?.valuesByName.set(bytes.toString('utf8', at + 2, nameEnd), values)
    }
    // Without a Buffer for each text, as a list of thousands of queues has some ten thousand.
    const value = TEXT_TAGS.includes(tag)
      ? bytes.toString('utf8', nameEnd + 2, valueEnd)
      : valueOf(tag, bytes.subarray(nameEnd + 2, valueEnd))
    at = valueEnd
    if (value !== null) values.push(value)
  }
  return { status, groups }
}

/** The first value of an attribute as text; null when it is missing or no text. */
export function ippText(group: IppGroup, name: string): string | null {
  const value = group.valuesByName.get(name)?.[0]
  return typeof value === 'string' ? value : null
}

/** All values of an attribute that are text. */
export function ippTexts(group: IppGroup, name: string): string[] {
  return (group.valuesByName.get(name) ?? []).filter((value) => typeof value === 'string')
}

/** The first value of an attribute as a number; null when it is missing or no number. */
export function ippNumber(group: IppGroup, name: string): number | null {
  const value = group.valuesByName.get(name)?.[0]
  return typeof value === 'number' ? value : null
}

function encodeAttribute({ name, kind, values }: IppAttribute): Buffer[] {
  return values.map((value, index) => {
    const tag = kind === 'integer' || kind === 'boolean' ? VALUE_TAG[kind] : TEXT_TAG[kind]
    const raw = rawValue(value)
    const key = Buffer.from(index === 0 ? name : '')
    return Buffer.concat([
      Buffer.from([tag, ...number16(key.length)]),
      key,
      Buffer.from(number16(raw.length)),
      raw,
    ])
  })
}

function rawValue(value: IppValue): Buffer {
  if (typeof value === 'number') return integer(value)
  return typeof value === 'boolean' ? Buffer.from([value ? 1 : 0]) : Buffer.from(value)
}

/** Of what is no text. */
function valueOf(tag: number, raw: Buffer): IppValue | null {
  if (tag === VALUE_TAG.integer || tag === VALUE_TAG.enum) return raw.readInt32BE(0)
  return tag === VALUE_TAG.boolean ? raw.readUInt8(0) !== 0 : null
}

/** Of a field that begins with its length in two bytes. */
function fieldEnd(bytes: Buffer, at: number): number {
  const end = at + 2 + bytes.readUInt16BE(at)
  if (end > bytes.length) throw new RangeError('an IPP attribute is longer than its message')
  return end
}

function number16(value: number): number[] {
  return [value >> 8, value & 0xff]
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
