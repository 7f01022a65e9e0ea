// What the printer answers to status queries, byte for byte as Zebra's manuals lay the replies out.
import type { FaultState } from './faults.ts'
import type { Query } from './status-queries.ts'

/** Everything that an answer may tell. */
export interface Condition {
  readonly name: string
  readonly faults: FaultState
  readonly labelsPrinted: number
  /** Formats that arrived and are not printed yet. */
  readonly formatsWaiting: number
  readonly isBufferFull: boolean
  /** Between `^XA` and `^XZ`. */
  readonly isInFormat: boolean
  /** As Zebra's current manual has it: no host status while paper is out or the head is open. */
  readonly silentWhenStopped: boolean
}

type Answer = (condition: Condition) => string | null

const STX = '\x02'
const ETX = '\x03'
const EOL = '\r\n'
/** A 6 inch label at 203 dots per inch; every label counts as this long. */
const LABEL_DOTS = 1218
const LABEL_INCHES = 6
const MEDIA_OUT_BIT = 0x1
const RIBBON_OUT_BIT = 0x2
const HEAD_OPEN_BIT = 0x4
const TOO_HOT_BIT = 0x10
const PAUSED_BIT = 0x10000

const ANSWERS: Readonly<Record<string, Answer>> = {
  HS: (condition) => hostStatus(condition, (line) => `${STX}${line}${ETX}${EOL}`),
  HI: () => `${STX}TESTPRINTER-203dpi,V1.0.0,8,8192KB,0${ETX}${EOL}`,
  HQES: ({ faults }) => errorStatus(faults),
  HQOD: ({ labelsPrinted }) => printMeters(labelsPrinted * LABEL_INCHES),
  'getvar device.host_status': (condition) => quotedOrNull(hostStatus(condition, (line) => `${line}${EOL}`)),
  'getvar device.friendly_name': ({ name }) => quoted(name),
  'getvar device.product_name': () => quoted('Test printer'),
  'getvar device.languages': () => quoted('zpl'),
  'getvar odometer.total_label_count': ({ labelsPrinted }) => quoted(String(labelsPrinted)),
  'getvar odometer.total_print_length': ({ labelsPrinted }) => quoted(printLength(labelsPrinted)),
}

/** The reply to a query, or null where a printer says nothing. */
export function answerTo(query: Query, condition: Condition): string | null {
  const answer = Object.hasOwn(ANSWERS, query) ? ANSWERS[query] : undefined
  if (answer !== undefined) return answer(condition)
  // A variable that the printer does not have.
  return query.startsWith('getvar ') ? quoted('?') : null
}

function hostStatus(condition: Condition, framed: (line: string) => string): string | null {
  const { faults, silentWhenStopped } = condition
  if (silentWhenStopped && (faults.paperOut || faults.headOpen)) return null
  const first = [
    '030',
    flag(faults.paperOut),
    flag(faults.paused),
    LABEL_DOTS,
    String(Math.min(999, condition.formatsWaiting)).padStart(3, '0'),
    flag(condition.isBufferFull),
    '0',
    flag(condition.isInFormat),
    `000,0,0,${flag(faults.tooHot)}`,
  ]
  const stops = [flag(faults.headOpen), flag(faults.ribbonOut)]
  const second = ['000', '0', ...stops, '0', '2', '4', '0', '00000000', '1', '000']
  return [first.join(','), second.join(','), '1234,0'].map(framed).join('')
}

function errorStatus({ paperOut, headOpen, ribbonOut, tooHot, paused }: FaultState): string {
  const bits =
    (paperOut ? MEDIA_OUT_BIT : 0) |
    (headOpen ? HEAD_OPEN_BIT : 0) |
    (ribbonOut ? RIBBON_OUT_BIT : 0) |
    (tooHot ? TOO_HOT_BIT : 0) |
    (paused ? PAUSED_BIT : 0)
  const errors = `ERRORS: ${flag(bits !== 0)} 00000000 ${bits.toString(16).toUpperCase().padStart(8, '0')}`
  const lines = ['', 'PRINTER STATUS', errors, 'WARNINGS: 0 00000000 00000000']
  return `${STX}${lines.join(EOL)}${EOL}${ETX}`
}

function printMeters(inches: number): string {
  const meter = (name: string): string => `  ${`${name}:`.padEnd(24)}${String(inches).padStart(12)} "`
  const lines = ['', '', ' PRINT METERS', meter('TOTAL NONRESETTABLE'), meter('USER RESETTABLE CNTR1')]
  return `${STX}${lines.join(EOL)}${EOL}${meter('USER RESETTABLE CNTR2')}${EOL}${ETX}`
}

function printLength(labels: number): string {
  const inches = labels * LABEL_INCHES
  return `${inches} INCHES, ${Math.round(inches * 2.54)} CENTIMETERS`
}

function quoted(text: string): string {
  return `"${text}"`
}

function quotedOrNull(text: string | null): string | null {
  return text === null ? null : quoted(text)
}

function flag(isSet: boolean): '0' | '1' {
  return isSet ? '1' : '0'
}
