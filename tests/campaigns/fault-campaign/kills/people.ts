// People at both computers, who say of unknown labels what chance says: at once, late, and both of the same label.
import { setTimeout as delay } from 'node:timers/promises'
import { hasReason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { askAgent } from '../../../../agent/contract/socket-client.ts'
import type { Dice } from '../../../kit/dice.ts'
import type { AgentName, Pharmacy } from '../../../kit/pharmacy.ts'

export type Said = 'taken' | 'refused' | 'not heard'

export interface PeopleParts {
  readonly dice: Dice
  readonly signal: AbortSignal
  readonly onAnswer: (at: AgentName, said: Said) => void
}

const PAUSE_MS = { low: 100, high: 900 }
/** One of so many is left for later: then the other computer may have been first, or no link was up in between. */
const LATER = 3
/** One of so many is answered at both computers at the same moment. */
const AT_ONCE = 3

/** Until the signal, one person at each computer; of some labels both say something at once. */
export function people(
  { computers }: Pick<Pharmacy, 'computers'>,
  parts: Record<AgentName, PeopleParts>,
): Promise<void>[] {
  const names: readonly AgentName[] = ['client', 'printer']
  const says = async (at: AgentName, job: string): Promise<void> => {
    const { dice, onAnswer } = parts[at]
    const said = await answer(computers[at].controlSocket, job, dice.oneOf(['printed', 'reprint']))
    if (said !== null) onAnswer(at, said)
  }
  return names.map(async (at) => {
    const { dice, signal } = parts[at]
    while (!signal.aborted) {
      for (const job of await asking(computers[at].controlSocket)) {
        const isAtOnce = dice.isOneIn(AT_ONCE)
        if (!dice.isOneIn(LATER))
          await Promise.all((isAtOnce ? names : [at]).map(async (one) => says(one, job)))
      }
      await delay(dice.between(PAUSE_MS.low, PAUSE_MS.high), undefined, { signal }).catch(() => undefined)
    }
  })
}

/** Those that ask; none of an agent that is dead at the moment. */
async function asking(socket: string): Promise<string[]> {
  const jobs = await askAgent(socket, 'jobs', null).catch(() => [])
  return jobs
    .filter(({ state, reasons }) => state === 'unknown' && !hasReason(reasons, 'answer_waits'))
    .map(({ id }) => id)
}

/** Null: the label is of the other computer's own programs. */
async function answer(socket: string, job: string, said: 'printed' | 'reprint'): Promise<Said | null> {
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
