// The three lines of ZPL's ~HS, field by field as Zebra's manual lays them out.
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'

export interface HostStatus {
  readonly formatsInBuffer: number
  readonly isPartialFormat: boolean
  /** Null while the second line has not come. */
  readonly labelsRemaining: number | null
  readonly conditions: readonly PrinterCondition[]
  /** Both lines that tell something have come. */
  readonly isWhole: boolean
}

/** aaa,b,c,dddd,eee,f,g,h,iii,j,k,l */
const FIRST_LINE = /^\d{3},[01],[01],\d{4,5},\d{3},[01],[01],[01],\d{3},[01],[01],[01]$/
/** mmm,n,o,p,q,r,s,t,uuuuuuuu,v,www; n is unused, r the print mode, which newer printers write as a letter too. */
const SECOND_LINE = /^\d{3},\d,[01],[01],[01],[\dA-Z],\d,[01],\d{8},\d,\d{3}$/

const FIRST_FLAGS: readonly (readonly [number, PrinterCondition])[] = [
  [1, 'paper_out'],
  [2, 'paused'],
  [5, 'buffer_full'],
  [9, 'memory_lost'],
  [10, 'too_cold'],
  [11, 'too_hot'],
]
const SECOND_FLAGS: readonly (readonly [number, PrinterCondition])[] = [
  [2, 'head_open'],
  [3, 'ribbon_out'],
  [7, 'label_waiting'],
]

/** Of the newest answer in these frames. Null when there is none. */
export function parseHostStatus(frames: readonly string[]): HostStatus | null {
  const lines = frames.map((frame) => frame.trim())
  const at = lines.findLastIndex((line) => FIRST_LINE.test(line))
  const first = lines[at]?.split(',')
  if (first === undefined) return null
  const second = lines
    .slice(at + 1)
    .find((line) => SECOND_LINE.test(line))
    ?.split(',')
  return {
    formatsInBuffer: Number(first[4]),
    isPartialFormat: first[7] === '1',
    labelsRemaining: second === undefined ? null : Number(second[8]),
    conditions: [...flagged(first, FIRST_FLAGS), ...flagged(second ?? [], SECOND_FLAGS)],
    isWhole: second !== undefined,
  }
}

function flagged(
  fields: readonly string[],
  flags: readonly (readonly [number, PrinterCondition])[],
): PrinterCondition[] {
  return flags.filter(([field]) => fields[field] === '1').map(([, condition]) => condition)
}
