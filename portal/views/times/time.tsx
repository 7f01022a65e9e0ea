// Times on pages in the reader's zone, that of the platform before it is known; the browser script makes them local and keeps ages fresh.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { ageText, clockText, dayText, exactText, sinceText, titleText } from './relative-time.ts'

/** What a page writes its times in; UTC for what is rendered without one, which the browser script puts right. */
export const ReaderZone = createContext('UTC')

interface AgeProps {
  readonly at: string
  readonly now: Date
  readonly locale: string
}

/** How long ago, with the exact time in the title. `at` is an ISO instant. */
export function Age({ at, now, locale }: AgeProps) {
  const atMs = Date.parse(at)
  const zone = useContext(ReaderZone)
  return (
    <time dateTime={at} title={titleText(locale, atMs, zone)} data-time="age">
      {ageText(locale, atMs, now.getTime())}
    </time>
  )
}

/** Since when something is so: how long ago, and the time of day. `at` is an ISO instant. */
export function Since({ at, now, locale }: AgeProps) {
  const atMs = Date.parse(at)
  const timeZone = useContext(ReaderZone)
  return (
    <time dateTime={at} title={titleText(locale, atMs, timeZone)} data-time="since">
      {sinceText(locale, atMs, { nowMs: now.getTime(), timeZone })}
    </time>
  )
}

/** The exact time. `at` is an ISO instant. */
export function Exact({ at, locale }: { readonly at: string; readonly locale: string }) {
  const atMs = Date.parse(at)
  const zone = useContext(ReaderZone)
  return (
    <time dateTime={at} title={titleText(locale, atMs, zone)} data-time="exact">
      {exactText(locale, atMs, zone)}
    </time>
  )
}

/** A day, with the exact time in the title. `at` is an ISO instant. */
export function Day({ at, locale }: { readonly at: string; readonly locale: string }) {
  const atMs = Date.parse(at)
  const zone = useContext(ReaderZone)
  return (
    <time dateTime={at} title={titleText(locale, atMs, zone)} data-time="day">
      {dayText(locale, atMs, zone)}
    </time>
  )
}

/** Until when something is good; the browser script counts down and says when it is over. `until` is an ISO instant. */
export function Left({ until, t }: { readonly until: string; readonly t: Texts }) {
  const untilMs = Date.parse(until)
  const zone = useContext(ReaderZone)
  return (
    <time
      dateTime={until}
      title={titleText(t.locale, untilMs, zone)}
      data-time="left"
      data-text-left={t.pairing.goodFor('{time}')}
      data-text-over={t.pairing.ranOut}
    >
      {t.pairing.goodUntil(clockText(t.locale, untilMs, zone))}
    </time>
  )
}
