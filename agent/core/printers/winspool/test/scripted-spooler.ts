// A queue of Windows as a test has it go: what Wine has no job states for. It tells what it was asked.
import { NO_ANSWER, type Answer, type HandOver, type QueueFacts, type SpoolJob } from '../spooler-facts.ts'
import type { LabelToHandOver, Spooler } from '../spooler.ts'

type Failed = Extract<Answer<never>, { ok: false }>

export const failing = (code: number): Failed => ({ ok: false, failure: { step: 'call', code } })
export const silent = failing(NO_ANSWER)

export interface QueueScript {
  readonly queue?: Partial<QueueFacts> | Failed
  /** Jobs that are in the queue when it is asked for all; one list after the other, the last one stays. */
  readonly jobs?: readonly (readonly SpoolJob[])[] | Failed
  readonly handOver?: HandOver | Failed
  /** Called while the label is being handed over. */
  readonly onHandOver?: (label: LabelToHandOver) => void
  /** How the label's job is seen, one look after the other; the last one stays. Null: it is gone. */
  readonly looks?: readonly (Partial<SpoolJob> | Failed | null)[]
  /** Windows cannot pause a job before it is deleted. */
  readonly cannotPause?: boolean
  /** How the job is seen once it was deleted; null: it is gone. */
  readonly afterDelete?: Partial<SpoolJob> | null
}

export const JOB: SpoolJob = { id: 7, title: 'label 1', computer: 'PC', status: 0, printingMs: 0, pages: 0 }

export interface ScriptedSpooler extends Spooler {
  readonly asked: string[]
}

export function scriptedSpooler(script: QueueScript): ScriptedSpooler {
  const { queue = {}, jobs = [[]], looks = [null], handOver, afterDelete = null } = script
  const asked: string[] = []
  const place = { look: 0, list: 0 }
  const look = (): Answer<SpoolJob | null> => {
    const seen = looks[Math.min(place.look, looks.length - 1)] ?? null
    place.look += 1
    if (seen !== null && 'ok' in seen) return seen
    return { ok: true, value: seen === null ? null : { ...JOB, ...seen } }
  }
  return {
    asked,
    printers: async () => ({ ok: true, value: [] }),
    queue: async () => {
      if ('ok' in queue) return queue
      return {
        ok: true,
        value: { status: 0, attributes: 0, jobs: 0, isUnplugged: false, leadsHere: false, ...queue },
      }
    },
    jobs: async () => {
      if ('ok' in jobs) return jobs
      place.list += 1
      return { ok: true, value: jobs[Math.min(place.list, jobs.length) - 1] ?? [] }
    },
    job: async () => look(),
    takeBack: async (_, job) => {
      asked.push(`take back ${job}`)
      const seen = look()
      if (!seen.ok) return seen
      const after = afterDelete === null ? null : { ...JOB, ...afterDelete }
      return { ok: true, value: { wasPaused: script.cannotPause !== true, before: seen.value, after } }
    },
    address: async () => ({ ok: true, value: null }),
    handOver: async (label) => {
      asked.push('hand over')
      script.onHandOver?.(label)
      if (handOver === undefined) return { ok: true, value: { kind: 'queued', job: JOB.id } }
      return 'ok' in handOver ? handOver : { ok: true, value: handOver }
    },
  }
}
