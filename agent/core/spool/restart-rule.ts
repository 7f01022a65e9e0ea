// What to do with a label that was being sent when the agent ended, from what its printer says afterwards.
//
// Never the rule of CUPS, which prints it again: only a counter that stood still proves that nothing came out
// (security-and-reliability 4.3). Words are for people.

/** What is known of the try that was open. */
export interface OpenTry {
  /** The printer's label counter before it; null when it was not known. */
  readonly odometer: number | null
  /** Labels it makes; null when its language does not say so. */
  readonly copies: number | null
}

/** One look at the printer, on a connection of its own. */
export interface PrinterLook {
  /** Monotonic, when it answered. */
  readonly atMs: number
  /** Its label counter; null when it has none or did not tell. */
  readonly odometer: number | null
  /** Nothing in its buffer, no format half received, no label left to print, no fault. */
  readonly isIdle: boolean
  /** A print queue that still knows this very job says that it is finished; false where nobody can know. */
  readonly isJobFinished: boolean
  /** A print queue shows that it never began to hand this very job to its printer, and will not any more; absent where there is none. */
  readonly isNeverBegun?: boolean
}

export type RestartVerdict = {
  readonly kind: 'again' | 'printed' | 'sent_to_printer' | 'unknown'
  readonly words: string
}

/** Bytes of the old connection may still be on their way into the printer. */
export const LOOKS_APART_MS = 5_000

const AGAIN = 'the agent ended while it sent this label; the printer shows that nothing came out'
const PRINTED = 'the agent ended while it sent this label; the counter of the printer shows that it came out'
const FINISHED = 'the agent ended while it sent this label; the print queue says that it is finished'
const NEVER_BEGUN = 'the agent ended while it sent this label; the print queue never began to print it'
const ASK = 'the agent ended while it sent this label'

/** `looks`: in their order; empty when the printer cannot be asked or did not answer. */
export function afterRestart(open: OpenTry, looks: readonly PrinterLook[]): RestartVerdict {
  const [first, last] = [looks[0], looks.at(-1)]
  if (last?.isJobFinished === true) return { kind: 'sent_to_printer', words: FINISHED }
  if (first === undefined || last === undefined) return unknown('the printer says nothing about it')
  if (last.atMs - first.atMs >= LOOKS_APART_MS && looks.every(({ isNeverBegun }) => isNeverBegun === true))
    return { kind: 'again', words: NEVER_BEGUN }
  if (last.isNeverBegun !== undefined) return unknown('the print queue cannot tell whether it came out')
  if (first.odometer === null || last.odometer === null)
    return unknown('the printer does not count its labels')
  if (open.odometer === null) return unknown('the counter of the printer was not known before')
  if (last.atMs - first.atMs < LOOKS_APART_MS) return unknown('the printer was asked only once')
  if (first.odometer !== last.odometer || !looks.every(({ isIdle }) => isIdle))
    return unknown('the printer was not at rest when it was asked')
  return byCounter(last.odometer - open.odometer, open.copies)
}

function byCounter(advance: number, copies: number | null): RestartVerdict {
  // A label in a language that the counter does not count comes out beside it: a look at its counter proves nothing.
  if (advance === 0 && copies === null) return unknown('the printer may not count labels of its language')
  if (advance === 0) return { kind: 'again', words: AGAIN }
  if (advance < 0) return unknown('the counter of the printer went back: it may be another printer')
  if (copies === null) return unknown('something came out, and nobody knows how many labels it makes')
  if (advance === copies) return { kind: 'printed', words: PRINTED }
  return advance < copies
    ? unknown(`${advance} of its ${copies} labels came out`)
    : unknown('more labels came out than it makes: somebody else printed, or the printer repeated one')
}

function unknown(why: string): RestartVerdict {
  return { kind: 'unknown', words: `${ASK}, and ${why}` }
}

/** Before the printer was asked. */
export const NOT_ASKED_YET = `${ASK}; the printer is being asked whether it came out`
export const CANNOT_ASK = `${ASK}, and whether it came out cannot be asked`
