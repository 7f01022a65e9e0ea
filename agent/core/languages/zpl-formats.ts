// The formats of a ZPL payload: where each one ends, how many labels it makes, and what it changes for those after it.
import { ZplScanner, type ZplCommand, type ZplPlace, type ZplPrefixes } from './zpl-scanner.ts'

export interface ZplFormat {
  /** Index of the prefix of its ^XZ. */
  readonly endAt: number
  /** As they stand at its end. */
  readonly prefixes: ZplPrefixes
  /** Labels that come out of it; 0 when it only sets or stores something. */
  readonly labels: number
}

export interface ZplPayload {
  /** In their order; one that is not closed is not among them. */
  readonly formats: readonly ZplFormat[]
  /** As the payload leaves them, for everything that comes after it. */
  readonly prefixes: ZplPrefixes
  /** Positions are counted in dots throughout (^MU). */
  readonly isInDots: boolean
  /** Where its last byte stands. */
  readonly place: ZplPlace
}

/** Without one of these a format feeds no label. */
const FIELDS: ReadonlySet<string> = new Set('FD FV SN GB GC GD GE GF GS XG IM IL XF'.split(' '))
/** Index of the last byte of a command's code, counted from its prefix. */
const CODE_END = 2

interface OpenFormat {
  copies: number
  hasField: boolean
  isStored: boolean
}

export function readZpl(payload: Uint8Array): ZplPayload {
  const formats: ZplFormat[] = []
  let open: OpenFormat | null = null
  let isInDots = true
  const scanner = new ZplScanner(({ code, isFormatCommand, at }: ZplCommand) => {
    if (!isFormatCommand) return
    if (code === 'XA') open ??= { copies: 1, hasField: false, isStored: false }
    if (code === 'MU' && !/^ *(D|$|\W)/i.test(textAt(payload, at + 1))) isInDots = false
    if (open === null) return
    if (code === 'PQ') open.copies = countAt(payload, at + 1)
    if (code === 'DF') open.isStored = true
    if (FIELDS.has(code)) open.hasField = true
    if (code !== 'XZ') return
    const labels = open.hasField && !open.isStored ? open.copies : 0
    formats.push({ endAt: at - CODE_END, prefixes: scanner.prefixes, labels })
    open = null
  })
  scanner.feed(payload)
  return { formats, prefixes: scanner.prefixes, isInDots, place: scanner.place() }
}

/** ^PQ's first parameter, 1 to 99,999,999. */
function countAt(payload: Uint8Array, at: number): number {
  return Math.max(1, Number(/^ *(\d{0,8})/.exec(textAt(payload, at))?.[1] ?? 1))
}

function textAt(payload: Uint8Array, at: number): string {
  return String.fromCharCode(...payload.subarray(at, at + 12))
}
