// Brother's raster label printers: ESC i S answers 32 bytes. reference/printing 3.7; never between the parts of a job.
import { conditionsOf, MAX_ANSWER_BYTES, NOTHING_TOLD, type StatusAdapter } from './printer-reading.ts'

const HEAD = Buffer.from([0x80, 0x20, 0x42])
const ANSWER_BYTES = 32
const QL_SERIES = 0x34
/** Where the fields stand. */
const AT = { series: 3, error1: 8, error2: 9 }
const MEDIA_BITS = [
  [0x01, 'paper_out'],
  [0x02, 'paper_out'],
] as const

export const brotherStatus: StatusAdapter = {
  language: 'brother',
  question: Uint8Array.of(0x1b, 0x69, 0x53),
  parse: (bytes) => {
    const all = Buffer.from(bytes.subarray(0, MAX_ANSWER_BYTES))
    const answer = newestAnswer(all)
    if (answer === null) return null
    const [error1, error2] = [answer[AT.error1] ?? 0, answer[AT.error2] ?? 0]
    const conditions = conditionsOf(error1 | ((error2 === 0 ? 0 : 1) << 8), MEDIA_BITS)
    return {
      ...NOTHING_TOLD,
      model: answer[AT.series] === QL_SERIES ? 'Brother QL' : null,
      conditions,
      isIdle: conditions.length > 0 ? false : null,
      isWhole: true,
    }
  },
}

function newestAnswer(bytes: Buffer): Buffer | null {
  const lastStart = bytes.length - ANSWER_BYTES
  const at = lastStart < 0 ? -1 : bytes.lastIndexOf(HEAD, lastStart)
  return at === -1 ? null : bytes.subarray(at, at + ANSWER_BYTES)
}
