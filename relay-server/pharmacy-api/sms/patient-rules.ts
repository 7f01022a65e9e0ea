// Whether a message may go to a patient, and when: consent, opt-out, quiet hours, one a day. Pure.

/** What is true of the patient at this pharmacy when the message is to go out; asked anew each time, so an opt-out counts at once. */
export interface PatientSmsFacts {
  readonly hasConsent: boolean
  /** By a way that leaves the consent as it is. There is none yet: the link of a message takes it back. */
  readonly hasOptedOut: boolean
  /** When the last message of this pharmacy went out to him; null for never. */
  readonly lastSentAt: Date | null
}

export type PatientSmsDecision =
  | { readonly kind: 'send' }
  /** Quiet now: decided again at this moment. */
  | { readonly kind: 'wait'; readonly until: Date }
  /** Never by itself: who asked hears why. */
  | { readonly kind: 'refuse'; readonly why: 'no_consent' | 'opted_out' | 'one_a_day' }

/** Local hours: from the first up to the second nothing is sent. */
const QUIET = { from: 20, to: 9 } as const
const HOUR_MS = 3_600_000

/** `timeZone`: of the pharmacy, IANA. A day is one of its calendar. */
export function decidePatientSms(
  { hasConsent, hasOptedOut, lastSentAt }: PatientSmsFacts,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): PatientSmsDecision {
  if (hasOptedOut) return { kind: 'refuse', why: 'opted_out' }
  if (!hasConsent) return { kind: 'refuse', why: 'no_consent' }
  const until = endOfQuiet(now, timeZone)
  // The day that counts is the one on which it would go out.
  const isOfSameDay = lastSentAt !== null && dayOf(lastSentAt, timeZone) === dayOf(until ?? now, timeZone)
  if (isOfSameDay) return { kind: 'refuse', why: 'one_a_day' }
  return until === null ? { kind: 'send' } : { kind: 'wait', until }
}

/** The next 9 o'clock there; null when it is not quiet. */
function endOfQuiet(now: Date, timeZone: string): Date | null {
  if (!isQuiet(now, timeZone)) return null
  // To the full hour there, also where it is 30 or 45 minutes off the one in UTC; then by hours, which a change of the clock moves, too.
  let at = new Date(now.getTime() + HOUR_MS - (msOfHour(now, timeZone) || HOUR_MS))
  while (isQuiet(at, timeZone)) at = new Date(at.getTime() + HOUR_MS)
  return at
}

function isQuiet(at: Date, timeZone: string): boolean {
  const { hour } = localTime(at, timeZone)
  return hour >= QUIET.from || hour < QUIET.to
}

function msOfHour(at: Date, timeZone: string): number {
  const { minute, second } = localTime(at, timeZone)
  return (minute * 60 + second) * 1_000 + (at.getTime() % 1_000)
}

/** `2026-11-26`, of the calendar there. */
export function dayOf(at: Date, timeZone: string): string {
  const { year, month, day } = localTime(at, timeZone)
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
}

type Unit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

function localTime(at: Date, timeZone: string): Record<Unit, number> {
  const format = new Intl.DateTimeFormat('en-GB-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const found = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  return found as Record<Unit, number>
}
