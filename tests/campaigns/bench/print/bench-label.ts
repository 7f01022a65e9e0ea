// The label of the benchmark: 2,500 bytes of ZPL, each with a number at the same place.

export const LABEL_BYTES = 2_500

const HEAD = '^XA^FX'
const DIGITS = 8

/** `serial`: 0 to 99,999,999. */
export function benchLabel(serial: number): Buffer {
  const start = `${HEAD}${String(serial).padStart(DIGITS, '0')}^FS^CI28`
  const line = '^FO20,20^A0N,28,28^FDAmoxicillin 500 mg, one capsule three times a day^FS'
  const end = '^XZ'
  const room = LABEL_BYTES - start.length - end.length
  const fields = line.repeat(Math.floor(room / line.length))
  // What is left is a comment.
  const filler = `^FX${'.'.repeat(room - fields.length - '^FX^FS'.length)}^FS`
  return Buffer.from(start + fields + filler + end, 'latin1')
}

/** Null when it does not begin as one of ours. */
export function serialOf(label: Buffer): number | null {
  const digits = label.toString('latin1', HEAD.length, HEAD.length + DIGITS)
  const isOurs = label.toString('latin1', 0, HEAD.length) === HEAD && /^\d{8}$/.test(digits)
  return isOurs ? Number(digits) : null
}
