// People at both computers, who say of unknown labels what chance says: at once, late, both of the same label, and first No,
// then Yes while nobody has heard No.
import { setTimeout as delay } from 'node:timers/promises'
import { isAnswerWaiting } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { hasReason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { askAgent } from '../../../../agent/contract/socket-client.ts'
import type { Dice } from '../../../kit/dice.ts'
import type { PersonSaid, Told } from '../../../kit/asked.ts'
import type { AgentName, Pharmacy } from '../../../kit/pharmacy.ts'

export interface PeopleParts {
  readonly dice: Dice
  readonly signal: AbortSignal
  readonly onAnswer: (said: PersonSaid) => void
}

const SAID = ['printed', 'reprint'] as const
const PAUSE_MS = { low: 100, high: 900 }
/** One of so many is left for later: then the other computer may have been first, or no link was up in between. */
const LATER = 3
/** One of so many is answered at both computers at the same moment. */
const AT_ONCE = 3
/** One of so many that wait to be heard is found after all, at each look. */
const FOUND = 10

/** Until the signal, one person at each computer; of some labels both say something at once. */
export function people(
  { computers }: Pick<Pharmacy, 'computers'>,
  parts: Record<AgentName, PeopleParts>,
): Promise<void>[] {
  const names: readonly AgentName[] = ['client', 'printer']
  const says = async (at: AgentName, job: string, said = parts[at].dice.oneOf(SAID)): Promise<void> => {
    const told = await answer(computers[at].controlSocket, job, said)
    if (told !== null) parts[at].onAnswer({ at, job, said, told })
  }
  return names.map(async (at) => {
    const { dice, signal } = parts[at]
    while (!signal.aborted) {
      const { asks, wait } = await unsettled(computers[at].controlSocket)
      for (const job of asks) {
        const isAtOnce = dice.isOneIn(AT_ONCE)
        if (!dice.isOneIn(LATER))
          await Promise.all((isAtOnce ? names : [at]).map(async (one) => says(one, job)))
      }
      for (const job of wait) if (dice.isOneIn(FOUND)) await says(at, job, 'printed')
      await delay(dice.between(PAUSE_MS.low, PAUSE_MS.high), undefined, { signal }).catch(() => undefined)
    }
  })
}

/**
 * Those that ask, also where another label was printed in their place, as somebody may have had the page open; and those of
 * which No waits to be heard. None of an agent that is dead at the moment.
 */
async function unsettled(socket: string): Promise<{ readonly asks: string[]; readonly wait: string[] }> {
  const jobs = await askAgent(socket, 'jobs', null).catch(() => [])
  const idsOf = (isWaiting: boolean): string[] =>
    jobs.filter((job) => job.state === 'unknown' && isAnswerWaiting(job) === isWaiting).map(({ id }) => id)
  return { asks: idsOf(false), wait: idsOf(true) }
}

/** Null: the label is of the other computer's own programs. */
async function answer(socket: string, job: string, said: PersonSaid['said']): Promise<Told | null> {
  try {
    await askAgent(socket, 'answer', { job, answer: said })
    return 'taken'
  } catch (error) {
    const code = error instanceof ProblemError ? error.code : null
    if (code === 'not_found') return null
    return code === 'state_conflict' ? 'refused' : 'not heard'
  }
}

/** Resolves when no answer at the Client waits to be heard; false after the limit. */
export async function allHeard(
  { computers }: Pick<Pharmacy, 'computers'>,
  limitMs: number,
): Promise<boolean> {
  const until = performance.now() + limitMs
  while (performance.now() < until) {
    const jobs = await askAgent(computers.client.controlSocket, 'jobs', null).catch(() => null)
    const waits = jobs?.filter(({ reasons }) => hasReason(reasons, 'answer_waits')) ?? []
    if (jobs !== null && waits.length === 0) return true
    await delay(200)
  }
  return false
}
