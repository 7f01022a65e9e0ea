// When a pharmacy is open: hours by weekday in its own time zone, and whether it is at a moment.
import { z } from 'zod'
import { Instant } from '../ids.ts'
import { isTimeZone } from '../time-zone.ts'
import { growing } from '../wire.ts'

/** `09:30`; `24:00` as an end alone. */
export const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/)

export const OpenSpan = z
  .strictObject({ from: TimeOfDay, to: TimeOfDay })
  .refine(({ from, to }) => from < to, 'ends before it begins')
export type OpenSpan = z.infer<typeof OpenSpan>

/** Of one day; with breaks. */
export const MAX_SPANS = 3

/** In their order, none beginning before the one before it ended; none: closed all day. */
const OpenDay = z
  .array(OpenSpan)
  .max(MAX_SPANS)
  .refine(
    (spans) => spans.every(({ from }, at) => at === 0 || (spans[at - 1]?.to ?? '') < from),
    'the hours of a day overlap, or are not in their order',
  )

/** From Monday. */
export const OpenWeek = z.array(OpenDay).length(7)
export type OpenWeek = z.infer<typeof OpenWeek>

/** As it is told: what is wrong in it was refused when it was set. */
const ShownWeek = z
  .array(z.array(z.strictObject({ from: TimeOfDay, to: TimeOfDay })).max(MAX_SPANS))
  .length(7)

export const TimeZone = z.string().max(64).refine(isTimeZone, 'no time zone such as Europe/Istanbul')

/** `set`: by staff. `learnt`: of the hours in which its computers were online. `unknown`: of neither yet, and it counts as open. */
export const HoursSource = growing(z.enum(['set', 'learnt', 'unknown']), 'unknown')
export type HoursSource = z.infer<typeof HoursSource>

/** Of a pharmacy, as everybody is told. */
export const OpeningHours = z
  .strictObject({
    source: HoursSource,
    /** Null: nobody said one, and none was needed yet. */
    timeZone: z.string().max(64).nullable(),
    /** Null while they are not known. */
    week: ShownWeek.nullable(),
    /** At the last look, which is at most a minute ago. */
    isOpen: z.boolean(),
    /** When they were learnt last; null: never, or staff set them. */
    learntAt: Instant.nullable(),
  })
  .meta({ id: 'OpeningHours' })
export type OpeningHours = z.infer<typeof OpeningHours>

/** `week` null: as they are learnt. */
export const OpeningHoursChange = z
  .strictObject({ timeZone: TimeZone, week: OpenWeek.nullable() })
  .meta({ id: 'OpeningHoursChange' })
export type OpeningHoursChange = z.infer<typeof OpeningHoursChange>

/** A moment as a clock on the wall shows it. */
export interface WallTime {
  /** 0 is Monday. */
  readonly day: number
  /** Of the day. */
  readonly minute: number
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const formats = new Map<string, Intl.DateTimeFormat>()

/** Throws RangeError for a time zone that there is not. */
export function wallTime(timeZone: string, at: Date): WallTime {
  const format = formatOf(timeZone)
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'))
  return { day: DAYS.indexOf(parts.get('weekday') ?? ''), minute }
}

/** Making one takes a hundred times as long as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', weekday: 'short' } as const
  const made = new Intl.DateTimeFormat('en', { timeZone, ...clock })
  formats.set(timeZone, made)
  return made
}

export function isOpenAt(week: OpenWeek, { day, minute }: WallTime): boolean {
  return (week[day] ?? []).some(({ from, to }) => minuteOf(from) <= minute && minute < minuteOf(to))
}

/** Minutes until the clock on the wall shows another state, or midnight: at least 1. */
export function minutesToChange(week: OpenWeek, { day, minute }: WallTime): number {
  const edges = (week[day] ?? []).flatMap(({ from, to }) => [minuteOf(from), minuteOf(to)])
  return Math.min(...[...edges, DAY_MINUTES].filter((edge) => edge > minute)) - minute
}

export const DAY_MINUTES = 1_440

export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** The other way round: 570 is `09:30`. */
export function timeOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
