// What is wrong with a task in a line, who has it, until when it should be answered: words that list and page share.
import type { SupportTaskRow } from '@pharmacy-relay/shared/api/support/support-task.ts'
import { diagnosisText } from '@pharmacy-relay/shared/texts/diagnosis-text.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Age, Exact } from '../../views/times/time.tsx'

interface WordsProps {
  readonly task: SupportTaskRow
  readonly t: Texts
}

/** The words of a person; without them the problem, or that help is asked for. */
export function taskTitle({ subject, problem }: SupportTaskRow, t: Texts): string {
  if (subject !== null) return subject
  return problem === null ? t.supportTasks.helpAsked : t.support.problems[problem]
}

/** What the diagnosis found, or since when the problem lasts. */
export function TaskWrong({ task, now, t }: WordsProps & { readonly now: Date }) {
  const { wrong, problemSince, reopened } = task
  return (
    <>
      {wrong !== null && (
        <span class="sub task-wrong">
          {t.supportTasks.blocked(t.diagnosis.hops[wrong.hop])}. {diagnosisText(wrong, t.diagnosis).text}
        </span>
      )}
      {problemSince !== null && (
        <span class="sub">
          {t.supportTasks.since} <Age at={problemSince} now={now} locale={t.locale} />
        </span>
      )}
      {reopened > 0 && <span class="sub">{t.supportTasks.reopened(reopened)}</span>}
    </>
  )
}

/** Of an incident how many pharmacies. */
export function TaskPlace({ task, t }: WordsProps) {
  const s = t.supportTasks
  if (task.hit !== null)
    return (
      <>
        {s.incident.title}
        <span class="sub">{s.incident.hit(task.hit.now, task.hit.all)}</span>
      </>
    )
  return (
    <>
      <bdi>{task.customerName}</bdi>
      <span class="sub">
        {task.storeId} · <bdi>{task.computerName ?? s.wholePharmacy}</bdi>
      </span>
    </>
  )
}

/** Colour is never alone: the weight is a word. */
export function TaskPriority({ task, t }: WordsProps) {
  return (
    <span class={`task-priority task-priority-${task.priority}`}>
      {t.supportTasks.priorities[task.priority] ?? task.priority}
    </span>
  )
}

export function TaskDue({ task, now, t }: WordsProps & { readonly now: Date }) {
  if (task.dueAt === null) return <>{t.supportTasks.answered}</>
  const isLate = Date.parse(task.dueAt) < now.getTime()
  return (
    <span class={isLate ? 'task-late' : undefined}>
      <Exact at={task.dueAt} locale={t.locale} />
    </span>
  )
}

export function TaskOwner({ task, t }: WordsProps) {
  return task.claimedByName === null ? <>{t.supportTasks.nobody}</> : <bdi>{task.claimedByName}</bdi>
}
