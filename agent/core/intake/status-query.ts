// Payloads that only ask a printer how it is. Nothing would come out, and intake never talks back, so they are no labels.

/** ZPL ~H…, Zebra's getvar, TSPL ~! and ESC !, ESC/POS DLE EOT, each with its line end. */
const ONLY_QUERIES =
  /^(?:(?:~H[BDIMSU]|~HQ[A-Z]{2}|! U1 getvar "[^"\r\n]{1,100}"|~![?@AFIT]|<ESC>![?S]|<DLE EOT>.)\s*){1,64}$/i
const MAX_BYTES = 4_096

/** True when there is nothing beside such queries; one in front of a label belongs to the label's payload. */
export function isStatusQuery(payload: Buffer): boolean {
  if (payload.length > MAX_BYTES) return false
  const text = payload.toString('latin1').replaceAll('\x1b', '<ESC>').replaceAll('\x10\x04', '<DLE EOT>')
  return ONLY_QUERIES.test(text.trim())
}
