// Moments as people at a counter say them: the time, and the day with it when it is another one.
import { timeText } from '@pharmacy-relay/shared/texts/summary-text.ts'
import { useAgent } from '../agent-context.ts'

export function Time({ at }: { readonly at: string }) {
  const { t } = useAgent()
  return (
    <time class="number" dateTime={at}>
      {timeText(at, t.locale, Date.now())}
    </time>
  )
}
