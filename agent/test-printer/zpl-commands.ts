// What single ZPL commands mean for a reader of the stream: declared data, copies, which ones put something on a label.

/** The bytes that begin commands and part parameters; a stream may change them. */
export interface Prefixes {
  readonly caret: number
  readonly tilde: number
  readonly delimiter: number
}

export const DEFAULT_PREFIXES: Prefixes = { caret: 0x5e, tilde: 0x7e, delimiter: 0x2c }

/** Which prefix a command of this code changes. */
export const PREFIX_CHANGES: Readonly<Record<string, keyof Prefixes>> = {
  CC: 'caret',
  CT: 'tilde',
  CD: 'delimiter',
}

/** A format with none of these feeds no label: it only sets or stores something. */
export const FIELD_COMMANDS: ReadonlySet<string> = new Set('FD FV GB GC GD GE GF GS XG IM IL XF'.split(' '))

/** Longest head of a command with declared data, in bytes. */
const MAX_HEAD_BYTES = 128
/** Longest declared data that is believed. */
const MAX_DECLARED_BYTES = 64 * 1024 * 1024

interface DeclaringCommand {
  /** Parameters before the data. */
  readonly parameters: number
  /** Where the parameter with the data's form stands. */
  readonly form: number
  /** Where the count of data bytes stands. */
  readonly count: number
}

/** Commands whose binary data may hold any byte. `~DG` is ASCII only, which ends by itself at the next prefix. */
export const DECLARING: Readonly<Record<string, DeclaringCommand>> = {
  '^GF': { parameters: 4, form: 0, count: 1 },
  '~DY': { parameters: 5, form: 1, count: 3 },
}

/** Length of the command's head and of the binary data after it; null when more bytes are needed to tell. */
export function declaredData(
  bytes: Buffer,
  {
    at,
    command,
    delimiter,
  }: { readonly at: number; readonly command: DeclaringCommand; readonly delimiter: number },
): { readonly headBytes: number; readonly dataBytes: number } | null {
  const limit = Math.min(bytes.length, at + MAX_HEAD_BYTES)
  let end = at + 3
  const parameters: string[] = []
  while (parameters.length < command.parameters) {
    const next = bytes.indexOf(delimiter, end)
    // Without all its parameters it is no such command; its first three bytes are passed over.
    if (next === -1 || next >= limit)
      return limit - at < MAX_HEAD_BYTES ? null : { headBytes: 3, dataBytes: 0 }
    parameters.push(bytes.toString('latin1', end, next))
    end = next + 1
  }
  const isBinary = ['B', 'C'].includes((parameters[command.form] ?? '').toUpperCase())
  const count = Number.parseInt(parameters[command.count] ?? '', 10)
  const dataBytes = isBinary && count > 0 && count <= MAX_DECLARED_BYTES ? count : 0
  return { headBytes: end - at, dataBytes }
}

/** Copies that `^PQ` asks for, at least 1; null when more bytes are needed to tell. */
export function copiesOf(bytes: Buffer, at: number): number | null {
  const text = bytes.toString('latin1', at + 3, at + 12)
  const digits = /^\d{0,8}/.exec(text)?.[0] ?? ''
  if (digits.length === text.length && text.length < 9) return null
  return Math.max(1, Number(digits))
}
