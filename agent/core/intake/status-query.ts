// Payloads that only ask a printer how it is. Nothing would come out, and intake never talks back, so they are no labels.

/** ZPL ~H…, Zebra's getvar, TSPL ~! and ESC !, ESC/POS DLE EOT, each with its line end. */
const ONLY_QUERIES =
  /^(?:(?:~H[BDIMSU]|~HQ[A-Z]{2}|! U1 getvar "[^"\r\n]{1,100}"|~![?@AFIT]|<ESC>![?S]|<DLE EOT>.)\s*){1,64}$/i
const MAX_BYTES = 4_096
/** Of all of them, and what replaces ESC and DLE below. */
const FIRST_BYTES: ReadonlySet<number> = new Set(Buffer.from('~!\x1b\x10<'))

/** True when there is nothing beside such queries; one in front of a label belongs to the label's payload. */
export function isStatusQuery(payload: Buffer): boolean {
  if (payload.length > MAX_BYTES || !FIRST_BYTES.has(payload.find((byte) => !isBlank(byte)) ?? 0))
    return false
  const text = payload.toString('latin1').replaceAll('\x1b', '<ESC>').replaceAll('\x10\x04', '<DLE EOT>')
  return ONLY_QUERIES.test(text.trim())
}

/** As trim() has it, in Latin-1. */
function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0xa0
}
