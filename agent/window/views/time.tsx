// Moments as people at a counter say them: the time, and the day with it when it is another one.
import { useAgent } from '../agent-context.ts'

/** `now`: Unix time, ms. */
export function timeWords(instant: string, locale: string, now: number): string {
  const at = new Date(instant)
  const isToday = at.toDateString() === new Date(now).toDateString()
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
  return new Intl.DateTimeFormat(locale, isToday ? time : { ...day, ...time }).format(at)
}

export function Time({ at }: { readonly at: string }) {
  const { t } = useAgent()
  return (
    <time class="number" dateTime={at}>
      {timeWords(at, t.locale, Date.now())}
    </time>
  )
}
