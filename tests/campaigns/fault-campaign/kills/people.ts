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

/** Until the signal, one person at each computer. */
export function people(
  { computers }: Pick<Pharmacy, 'computers'>,
  parts: Record<AgentName, PeopleParts>,
): Promise<void>[] {
  const names: readonly AgentName[] = ['client', 'printer']
  return names.map(async (at) => answersAt(at, computers[at].controlSocket, parts[at]))
}

async function answersAt(
  at: AgentName,
  socket: string,
  { dice, signal, onAnswer }: PeopleParts,
): Promise<void> {
  while (!signal.aborted) {
    for (const job of await asking(socket))
      if (!dice.isOneIn(LATER)) onAnswer(at, await answer(socket, job, dice.oneOf(['printed', 'reprint'])))
    await delay(dice.between(PAUSE_MS.low, PAUSE_MS.high), undefined, { signal }).catch(() => undefined)
  }
}

/** Those that ask; none of an agent that is dead at the moment. */
async function asking(socket: string): Promise<string[]> {
  const jobs = await askAgent(socket, 'jobs', null).catch(() => [])
  return jobs
    .filter(({ state, reasons }) => state === 'unknown' && !hasReason(reasons, 'answer_waits'))
    .map(({ id }) => id)
}

async function answer(socket: string, job: string, said: 'printed' | 'reprint'): Promise<Said> {
  try {
    await askAgent(socket, 'answer', { job, answer: said })
    return 'taken'
  } catch (error) {
    return error instanceof ProblemError && error.code === 'state_conflict' ? 'refused' : 'not heard'
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
