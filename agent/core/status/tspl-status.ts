// TSPL printers: <ESC>!? answers one byte at once, also in an error. reference/printing 3.6.
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { conditionsOf, NOTHING_TOLD, type StatusAdapter } from './printer-reading.ts'

const PRINTING = 0x20
const BITS: readonly (readonly [number, PrinterCondition])[] = [
  [0x01, 'head_open'],
  [0x02, 'paper_jam'],
  [0x04, 'paper_out'],
  [0x08, 'ribbon_out'],
  [0x10, 'paused'],
  [0x40, 'head_open'],
]

export const tsplStatus: StatusAdapter = {
  language: 'tspl',
  question: Uint8Array.of(0x1b, 0x21, 0x3f),
  parse: (bytes) => {
    const [answer] = bytes
    // Any byte could be an answer, so more than one is noise with an answer somewhere in it.
    if (answer === undefined || bytes.length !== 1) return null
    return {
      ...NOTHING_TOLD,
      conditions: conditionsOf(answer & ~PRINTING, BITS),
      // The answer overtakes labels that wait in the buffer: ready does not mean that they came out.
      isIdle: answer === 0 ? null : false,
      isWhole: true,
    }
  },
}
