// What a computer tells of a label that came from another one, and what that means where it came from.
//
//   PrinterComputer: row ─▶ RemoteState ══STATE══▶ Client: forwarded, with why it waits there; or its end, as it is there
import { JOB_STATES } from '@pharmacy-relay/shared/job-state.ts'
import type { RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import { isAllowedByNews } from './job-states.ts'
import type { JobChange, JobRow } from './spool-store.ts'

const MAX_WORDS = 500
const NOT_KNOWN_WORDS = 'does not know this label any more: look whether it came out'

export const NOT_KNOWN: RemoteState = { state: 'not_known', words: '', evidence: null }

export function remoteStateOf({ state, reason, evidence }: JobRow): RemoteState {
  return { state, words: reason.slice(0, MAX_WORDS), evidence }
}

/** Null when it changes nothing: it does not fit, says what is known, or a person said what became of the label. */
export function changeByNews(row: JobRow, now: RemoteState): JobChange | null {
  if (row.target === null || row.isAnswered) return null
  const change = changeOf(row, now, row.target)
  if (change === null || !isAllowedByNews(row.state, change.state)) return null
  return change.state === row.state && change.reason === row.reason ? null : change
}

function changeOf(row: JobRow, now: RemoteState, computer: string): JobChange | null {
  const { words, evidence } = now
  const reason = words === '' ? '' : ofComputer(computer, words)
  switch (now.state) {
    case 'not_known':
      // A label in doubt may still be on its way there.
      return row.state === 'forwarded'
        ? { state: 'unknown', reason: `${computer} ${NOT_KNOWN_WORDS}`, code: 'not_known' }
        : null
    case 'accepted':
    case 'sending':
      return { state: 'forwarded', reason, code: null }
    case 'waiting_for_printer':
    case 'held':
    case 'forwarded':
      return { state: 'forwarded', reason: ofComputer(computer, `${JOB_STATES[now.state]}: ${words}`) }
    case 'sent_to_printer':
    case 'printed':
      return { state: now.state, reason, evidence, code: null }
    default:
      return { state: now.state, reason: reason === '' ? `${computer} says so` : reason, evidence }
  }
}

function ofComputer(computer: string, words: string): string {
  return `${computer}: ${words}`.replace(/: $/, '').slice(0, MAX_WORDS)
}
