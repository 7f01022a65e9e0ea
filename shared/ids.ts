// Identifiers and the small scalar types that contracts are made of, with their ranges.
import { z } from 'zod'

/** A PostgreSQL integer primary key. */
export const Id = z.int().min(1).max(2_147_483_647)
/** An Id in a path or query string. */
export const IdText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'must be a whole number from 1')
  .transform(Number)
  .pipe(Id)

/** UUID in lower case, any version. */
export const Uuid = z.uuid().toLowerCase()

/** Names one request on its way through all programs, in their log lines: 16 bytes in hexadecimal digits. */
export const TraceId = z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits')

/** UTC instant, ISO 8601 with milliseconds: `2026-11-20T09:00:00.000Z`. */
export const Instant = z.iso.datetime({ precision: 3 })

/** How staff name a pharmacy: `P-1042`. Shown to people, unique. */
export const StoreId = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^P-\d{1,9}$/, 'must look like P-1042')

/** E.164: a plus sign, then 7 to 15 digits. */
export const Phone = z.string().regex(/^\+[1-9]\d{6,14}$/, 'must look like +441234567890')
export const Email = z.email().max(254)

const ONE_LINE = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u

/** Characters that turn the order in which text is shown, so that a name reads as another: U+202A–202E, U+2066–2069. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/g

/** The same text with a mark in the place of each direction mark: what a device reported stays, and shows that it was there. */
export function withVisibleMarks(text: string): string {
  return text.replaceAll(DIRECTION_MARKS, '\uFFFD')
}

/** Printable text of one line: no control characters, none of the characters that reorder or hide text. */
export function lineOfText(maxLength: number) {
  return oneLine(maxLength, ONE_LINE)
}

/** As `lineOfText`, for what a device reports of itself and cannot change: it is not refused for direction marks. */
export function lineOfReportedText(maxLength: number) {
  return z
    .string()
    .overwrite(withVisibleMarks)
    .trim()
    .min(1)
    .max(maxLength)
    .regex(ONE_LINE, 'must not contain control characters')
}

/**
 * As another program wrote it: also with the characters that join others into one picture or word (👩‍⚕️, flags, Persian), without
 * which it would be another name.
 */
export function lineOfForeignText(maxLength: number) {
  return oneLine(maxLength, /^(?:\u200C|\u200D|[\u{E0020}-\u{E007F}]|[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}])*$/u)
}

function oneLine(maxLength: number, shape: RegExp) {
  return z.string().trim().min(1).max(maxLength).regex(shape, 'must not contain control characters')
}

/** What somebody typed into a search or filter field: at most 100 characters, empty when left out; without direction marks. */
export const SearchText = z
  .string()
  .overwrite((text) => text.replaceAll(DIRECTION_MARKS, ''))
  .trim()
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters')
  .default('')

/** TCP port of a listener, 1 to 65,535. */
export const TcpPort = z.int().min(1).max(65_535)

/** The documented default port of a PrinterComputer. */
export const DEFAULT_PRINTER_PORT = 9100
