// What to do with a label of which bytes left and nobody knows what became of them, from what its printer says afterwards.
//
// The same whether the connection broke or the agent ended. Never the rule of CUPS, which prints it again: only a counter
// that stood still proves that nothing came out (security-and-reliability 4.3). Words are for people.

/** What is known of the try that ended in doubt. */
export interface DoubtfulTry {
  /** Why it ended so; every verdict begins with it. */
  readonly cause: string
  /** The printer's label counter before it; null when it was not known. */
  readonly odometer: number | null
  /** Labels it makes; null when its language does not say so. */
  readonly copies: number | null
  /** The printer had stopped reading: bytes of it may lie in the printer for as long as that likes, and come out then. */
  readonly mayBeUnread: boolean
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

export type Verdict = {
  readonly kind: 'again' | 'printed' | 'sent_to_printer' | 'unknown'
  readonly words: string
}

/** Bytes of the old connection may still be on their way into the printer. */
export const LOOKS_APART_MS = 5_000

export const AGENT_ENDED = 'the agent ended while it sent this label'

/** `looks`: in their order; empty when the printer cannot be asked or did not answer. */
export function verdictOn(tried: DoubtfulTry, looks: readonly PrinterLook[]): Verdict {
  const { cause } = tried
  const [first, last] = [looks[0], looks.at(-1)]
  const unknown = (why: string): Verdict => ({ kind: 'unknown', words: `${cause}, and ${why}` })
  if (last?.isJobFinished === true)
    return { kind: 'sent_to_printer', words: `${cause}; the print queue says that it is finished` }
  if (first === undefined || last === undefined) return unknown('the printer says nothing about it')
  if (last.atMs - first.atMs >= LOOKS_APART_MS && looks.every(({ isNeverBegun }) => isNeverBegun === true))
    return { kind: 'again', words: `${cause}; the print queue never began to print it` }
  if (last.isNeverBegun !== undefined) return unknown('the print queue cannot tell whether it came out')
  if (first.odometer === null || last.odometer === null)
    return unknown('the printer does not count its labels')
  if (tried.odometer === null) return unknown('the counter of the printer was not known before')
  if (last.atMs - first.atMs < LOOKS_APART_MS) return unknown('the printer was asked only once')
  if (!isAtRest(looks)) return unknown('the printer was not at rest when it was asked')
  return byCounter(last.odometer - tried.odometer, tried)
}

/** Every look found the printer idle, and its counter did not move between them. */
export function isAtRest(looks: readonly PrinterLook[]): boolean {
  return looks.length > 0 && looks.every(({ isIdle, odometer }) => isIdle && odometer === looks[0]?.odometer)
}

function byCounter(advance: number, { cause, copies, mayBeUnread }: DoubtfulTry): Verdict {
  const unknown = (why: string): Verdict => ({ kind: 'unknown', words: `${cause}, and ${why}` })
  // A label in a language that the counter does not count comes out beside it: a look at its counter proves nothing.
  if (advance === 0 && copies === null) return unknown('the printer may not count labels of its language')
  if (advance === 0 && mayBeUnread) return unknown('the printer may have it and print it later')
  if (advance === 0) return { kind: 'again', words: `${cause}; the printer shows that nothing came out` }
  if (advance < 0) return unknown('the counter of the printer went back: it may be another printer')
  if (copies === null) return unknown('something came out, and nobody knows how many labels it makes')
  if (advance === copies)
    return { kind: 'printed', words: `${cause}; the counter of the printer shows that it came out` }
  return advance < copies
    ? unknown(`${advance} of its ${copies} labels came out`)
    : unknown('more labels came out than it makes: somebody else printed, or the printer repeated one')
}

/** Before the printer was asked. */
export function notAskedYet(cause: string): string {
  return `${cause}; ${IS_ASKED}`
}
export const IS_ASKED = 'the printer is being asked whether it came out'

export function cannotAsk(cause: string): string {
  return `${cause}, and whether it came out cannot be asked`
}
