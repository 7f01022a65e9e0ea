// How a run ended: outcome, reason, what it did and what it found.
import type { ScheduledTask, TaskRun } from '@pharmacy-relay/shared/api/scheduler.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Age } from '../../views/times/time.tsx'
import { countsText, findingText } from './task-text.ts'

interface LastRunProps {
  readonly task: ScheduledTask
  readonly now: Date
  readonly t: Texts
}

/** In the row of its task. */
export function LastRun({ task: { last, failures }, now, t }: LastRunProps) {
  const { never, failuresToday } = t.scheduler
  if (last === null) return <span class="muted">{never}</span>
  return (
    <>
      <Outcome run={last} t={t} />
      <span class="sub">
        <Age at={last.startedAt} now={now} locale={t.locale} />
      </span>
      {last.reason === null ? <Counts run={last} t={t} /> : <Reason run={last} t={t} />}
      {failures > 0 && <span class="sub task-failed">{failuresToday(failures)}</span>}
    </>
  )
}

interface RunProps {
  readonly run: TaskRun
  readonly t: Texts
}

export function Outcome({ run: { outcome }, t }: RunProps) {
  return <span class={`task-${outcome}`}>{t.scheduler.outcomes[outcome]}</span>
}

export function Counts({ run, t }: RunProps) {
  const text = countsText(run, t)
  return text === '' ? null : <span class="sub">{text}</span>
}

export function Reason({ run: { reason, findings }, t }: RunProps) {
  if (reason === null) return null
  return (
    <>
      <span class="sub">{t.scheduler.failures[reason]}</span>
      {findings.length > 0 && (
        <ul class="points task-findings">
          {findings.map((finding) => (
            <li key={`${finding.kind} ${finding.subject}`}>
              <bdi>{findingText(finding, t)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
