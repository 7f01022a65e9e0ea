// Times on pages: UTC and readable without JavaScript; the browser script makes them local and keeps ages fresh.
import { ageWords, dayWords, exactWords } from './relative-time.ts'

interface AgeProps {
  readonly at: string
  readonly now: Date
  readonly locale: string
}

/** How long ago, with the exact time in the title. `at` is an ISO instant. */
export function Age({ at, now, locale }: AgeProps) {
  const atMs = Date.parse(at)
  return (
    <time dateTime={at} title={exactWords(locale, atMs, 'UTC')} data-time="age">
      {ageWords(locale, atMs, now.getTime())}
    </time>
  )
}

/** A day, with the exact time in the title. `at` is an ISO instant. */
export function Day({ at, locale }: { readonly at: string; readonly locale: string }) {
  const atMs = Date.parse(at)
  return (
    <time dateTime={at} title={exactWords(locale, atMs, 'UTC')} data-time="day">
      {dayWords(locale, atMs, 'UTC')}
    </time>
  )
}
