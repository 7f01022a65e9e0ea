// ESC/POS printers: DLE EOT answers one byte for each question, in real time. reference/printing 3.7.
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { stopsPrinting } from '@pharmacy-relay/shared/printer-condition.ts'
import { NOTHING_TOLD, MAX_ANSWER_BYTES, type StatusAdapter } from './printer-reading.ts'

const [DLE, EOT] = [0x10, 0x04]
/** Printer, cause of offline, paper. The bits of n = 3 differ between models, so it is not asked. */
const QUESTIONS = [1, 2, 4]

type Bits = readonly (readonly [bit: number, condition: PrinterCondition])[]

/** Of each question. Bits without a name say how the drawer or the feed button stand. */
const ANSWERS: readonly Bits[] = [
  [[0x08, 'offline']],
  [
    [0x04, 'head_open'],
    [0x20, 'paper_out'],
    [0x40, 'fault'],
  ],
  [
    [0x0c, 'paper_low'],
    [0x60, 'paper_out'],
  ],
]

export const escposStatus: StatusAdapter = {
  language: 'escpos',
  question: Uint8Array.from(QUESTIONS.flatMap((n) => [DLE, EOT, n])),
  parse: (bytes) => {
    const answers = bytes.subarray(0, MAX_ANSWER_BYTES).filter(isAnswer)
    if (answers.length === 0) return null
    const told = ANSWERS.flatMap((bits, index) => {
      const answer = answers[index] ?? 0
      return bits.filter(([bit]) => (answer & bit) !== 0).map(([, condition]) => condition)
    })
    const conditions = [...new Set(told)]
    return {
      ...NOTHING_TOLD,
      conditions,
      isIdle: conditions.some(stopsPrinting) ? false : null,
      isWhole: answers.length >= QUESTIONS.length,
    }
  },
}

/** Bits 0 and 7 are always clear, 1 and 4 always set; that leaves out automatic status, XON and XOFF. */
function isAnswer(byte: number): boolean {
  return (byte & 0x93) === 0x12
}
