// Labels of patients that do not exist: every field carries a text that is nowhere else in the world.
import { randomBytes } from 'node:crypto'

export interface Canary {
  /** In every field of every label of one run. Letters and digits, so that no encoding of text changes it. */
  readonly mark: string
  /** Whole ZPL with the mark in patient, drug and bar code; `n` makes it unique. */
  label(n: number): Buffer
  /** The label without its end. */
  cut(n: number): Buffer
}

export function newCanary(): Canary {
  const mark = `PHI${randomBytes(9).toString('hex').toUpperCase()}`
  const fields = (n: number): string =>
    [
      `^FO20,20^A0N,28,28^FD${mark} Patient ${n}^FS`,
      `^FO20,60^A0N,28,28^FDAmoxicillin ${mark} 500 mg ${n}^FS`,
      `^FO20,100^BCN,60^FD${mark}${n}^FS`,
    ].join('')
  const label = (n: number): Buffer => Buffer.from(`^XA^CI28${fields(n)}^PQ1^XZ`)
  return { mark, label, cut: (n) => label(n).subarray(0, -4) }
}
