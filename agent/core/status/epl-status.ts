// EPL2 printers: ^ee answers the codes of all errors in one line. reference/printing 3.5.
//
// Only 00 (none) and 11 (head open) are certain in all manuals, so any other code is a fault without a name. The
// answer tells nothing about labels that wait. It does not come while a picture, font or form is being received.
import { answerText, NOTHING_TOLD, type StatusAdapter } from './printer-reading.ts'

/** The newest whole line: XX, or XX,YY,ZZ. */
const LINE = /(?:^|[\r\n])(\d{2}(?:,\d{2}){0,20})(?=\r\n)/g
const NO_ERROR = '00'
const HEAD_OPEN = '11'

export const eplStatus: StatusAdapter = {
  language: 'epl',
  question: Buffer.from('^ee\r'),
  parse: (bytes) => {
    const line = [...answerText(bytes).matchAll(LINE)].at(-1)?.[1]
    if (line === undefined) return null
    const errors = new Set(line.split(',').filter((code) => code !== NO_ERROR))
    const conditions = [...errors].map((code) =>
      code === HEAD_OPEN ? ('head_open' as const) : ('fault' as const),
    )
    return {
      ...NOTHING_TOLD,
      conditions: [...new Set(conditions)],
      isIdle: errors.size > 0 ? false : null,
      isWhole: true,
    }
  },
}
