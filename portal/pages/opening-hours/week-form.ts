// Opening hours as the fields of a form, and back: a beginning and an end for each span of each day.
import { z } from 'zod'
import {
  MAX_SPANS,
  OpenWeek,
  TimeZone,
  type OpeningHoursChange,
} from '@pharmacy-relay/shared/opening-hours/opening-hours.ts'
import { typed } from '../../http/forms.ts'

const DAYS = [0, 1, 2, 3, 4, 5, 6] as const
export const SPANS = Array.from({ length: MAX_SPANS }, (_, span) => span)

/** `from-0-1` is the beginning of Monday's second span. */
export const fieldOf = (edge: 'from' | 'to', day: number, span: number): string => `${edge}-${day}-${span}`

const FIELDS = DAYS.flatMap((day) =>
  SPANS.flatMap((span) => [fieldOf('from', day, span), fieldOf('to', day, span)]),
)
const Time = typed(5).optional()

/** `how`: `learnt` leaves the hours to what is learnt. */
export const HoursForm = z.object({
  timeZone: typed(64),
  how: z.enum(['set', 'learnt']).catch('set'),
  ...Object.fromEntries(FIELDS.map((name) => [name, Time])),
})

/** As typed. */
export type HoursValues = Readonly<Record<string, string | undefined>> & { readonly timeZone: string }

export type HoursFault = 'zone' | 'week'

export function changeOf(values: HoursValues, how: 'set' | 'learnt'): OpeningHoursChange | HoursFault {
  const timeZone = TimeZone.safeParse(values.timeZone.trim())
  if (!timeZone.success) return 'zone'
  if (how === 'learnt') return { timeZone: timeZone.data, week: null }
  const week = OpenWeek.safeParse(DAYS.map((day) => spansOf(values, day)))
  return week.success ? { timeZone: timeZone.data, week: week.data } : 'week'
}

/** Half a span is kept, so that it is refused and not dropped unseen. */
function spansOf(values: HoursValues, day: number) {
  return SPANS.map((span) => ({
    from: values[fieldOf('from', day, span)] ?? '',
    to: values[fieldOf('to', day, span)] ?? '',
  }))
    .filter(({ from, to }) => from !== '' || to !== '')
    .map(({ from, to }) => ({ from, to: to === '00:00' ? '24:00' : to }))
}

/** A field for a time knows no 24:00. */
export function valuesOf(week: OpenWeek | null, timeZone: string | null): HoursValues {
  const times = (week ?? []).flatMap((spans, day) =>
    spans.flatMap(({ from, to }, span): [string, string][] => [
      [fieldOf('from', day, span), from],
      [fieldOf('to', day, span), to === '24:00' ? '00:00' : to],
    ]),
  )
  const values: Record<string, string> = Object.fromEntries(times)
  return { ...values, timeZone: timeZone ?? '' }
}
