// Opening hours of a pharmacy, in English.
import type { HoursSource } from '../../../opening-hours/opening-hours.ts'
import type { HoursWords } from '../../opening-hours-text.ts'

export interface OpeningHoursTexts extends HoursWords {
  readonly title: string
  readonly of: (pharmacy: string) => string
  readonly change: string
  /** Behind the hours. */
  readonly from: Readonly<Record<HoursSource, string>>
  readonly closedNow: string
  readonly lead: string
  readonly source: Readonly<Record<HoursSource, string>>
  readonly timeZone: string
  readonly timeZoneHint: string
  /** Of a day's first, second or third span. */
  readonly spanFrom: (day: string, n: number) => string
  readonly spanTo: (day: string, n: number) => string
  readonly hint: string
  readonly save: string
  readonly learn: string
  readonly zoneFault: string
  readonly weekFault: string
}

export const openingHoursEn: OpeningHoursTexts = {
  title: 'Opening hours',
  of: (name) => `Opening hours of ${name}`,
  change: 'Change',
  from: { set: 'set by staff', learnt: 'learnt', unknown: 'not known yet' },
  closedNow: 'closed now',
  closedDay: 'closed',
  allDay: 'all day',
  lead: 'A computer that is off outside these hours is shown as closed, and not as a problem. A label that waits, and a printer that has stopped at a computer that is on, are shown at any time.',
  source: {
    set: 'Staff set these hours.',
    learnt:
      'These hours are learnt: in most of the last weeks at least half of the computers were connected then. They are learnt anew each night.',
    unknown:
      'No hours are known: they are learnt once computers have been connected for two weeks. Until then the pharmacy counts as open.',
  },
  timeZone: 'Time zone',
  timeZoneHint: 'As in Europe/Istanbul',
  spanFrom: (day, n) => `${day}, span ${n}, from`,
  spanTo: (day, n) => `${day}, span ${n}, to`,
  hint: 'Leave a day empty if the pharmacy is closed. The second span is for after a break; 00:00 as an end is midnight.',
  save: 'Save these hours',
  learn: 'Use what is learnt',
  zoneFault: 'There is no such time zone.',
  weekFault: 'Each span needs a beginning and a later end, and the spans of a day must not overlap.',
}
