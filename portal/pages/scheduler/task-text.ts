// What a task and its runs say in words.
import type { Finding, ScheduledTask, TaskRun } from '@pharmacy-relay/shared/api/scheduler.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { numberFormat } from '../../views/times/formats.ts'

/** A task of a later store API keeps its code. */
export function taskWords(name: string, t: Texts): { readonly name: string; readonly does: string } {
  return named(t.scheduler.tasks, name) ?? { name, does: t.scheduler.laterTask }
}

export function scheduleText({ every, at }: ScheduledTask, t: Texts): string {
  const { everyMinute, everyHour, everyDay } = t.scheduler
  if (every === 'minute' || at === null) return everyMinute
  return every === 'hour' ? everyHour(Number(at.slice(3))) : everyDay(at)
}

/** `3 orders and 1 code`; what was not met is left out. */
export function countsText({ counts, outcome }: TaskRun, t: Texts): string {
  const parts = Object.entries(counts)
    .filter(([, n]) => n > 0)
    .map(([what, n]) => named(t.scheduler.counts, what)?.(n) ?? `${what}: ${n}`)
  if (parts.length === 0) return outcome === 'done' ? t.scheduler.nothingToDo : ''
  return new Intl.ListFormat(t.locale, { type: 'conjunction' }).format(parts)
}

export function findingText({ kind, subject, expected, found }: Finding, t: Texts): string {
  const number = numberFormat(t.locale, {})
  return t.scheduler.findings[kind](subject, number.format(expected), number.format(found))
}

/** Only what the catalogue itself has: a name such as `constructor` has no words. */
function named<T>(words: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined
}
