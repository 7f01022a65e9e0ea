// Lines of the log as a list; they are English in every language.
import { useAgent } from '../agent-context.ts'
import type { LogEvent } from './log-events.ts'
import { dayOrTime } from './times.ts'

interface LogListProps {
  readonly events: readonly LogEvent[]
  readonly onlyProblems: boolean
}

export function LogList({ events, onlyProblems }: LogListProps) {
  const { t } = useAgent()
  const { logs } = t.windowPages
  const shown = onlyProblems ? events.filter(({ level }) => level === 'warn' || level === 'error') : events
  if (shown.length === 0) return <p>{onlyProblems ? logs.noProblems : logs.none}</p>
  return (
    <ol class="log">
      {shown.map(({ time, level, event, details }, index) => (
        <li key={`${time ?? ''}${index}`} class={level}>
          <span class="number">{time === null ? '' : dayOrTime(t.locale, time, Date.now())}</span>
          <span class="level">{logs.levels[level]}</span>
          <span lang="en">
            <strong>{event}</strong> <span class="quiet">{details}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
