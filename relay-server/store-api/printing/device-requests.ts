// Asks a connected device for something through its relay hub, within 10 s, and says in words why it did not answer.
import { HubError, type HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { StoreDb } from '../database.ts'
import type { HubSockets } from '../store-hub/hub-sockets.ts'
import { newestSessions, type HeldSession } from './push-targets.queries.ts'
import { offline } from './role-plan.ts'

/** The hub waits 9 s for a device, which waits 8 s for its system; all times in ms. */
export const HUB_MS = 9_000
const TOTAL_MS = 10_000
const RETRY_AFTER_S = 2

export interface DeviceRequestParts {
  readonly db: StoreDb
  readonly sockets: HubSockets
}

/** Which device, and its name for people. */
export interface AskedComputer {
  readonly id: number
  readonly pcName: string
}

/** Throws ProblemError `device_offline` (at once when it is), `device_timeout`, `state_conflict`, `unavailable`. */
export async function askDevice<R>(
  { db, sockets }: DeviceRequestParts,
  computer: AskedComputer,
  ask: (sockets: HubSockets, session: HeldSession) => Promise<R>,
): Promise<R> {
  const [session] = await newestSessions(db, [computer.id])
  if (session === undefined) throw offline(computer.pcName)
  try {
    return await ask(sockets, session)
  } catch (error) {
    throw error instanceof HubError ? deviceProblem(error, computer.pcName) : error
  }
}

/** The answer of the whole, or `device_timeout` after 10 s, however long the database takes around the device. */
export async function withinTotal<R>(work: Promise<R>): Promise<R> {
  let cancel = (): void => {}
  const late = new Promise<never>((_resolve, reject) => {
    const words = 'The computer did not answer in time. Try again.'
    const timer = setTimeout(() => reject(new ProblemError('device_timeout', words)), TOTAL_MS)
    cancel = () => clearTimeout(timer)
  })
  return Promise.race([work, late]).finally(() => cancel())
}

const OFFLINE: readonly HubCode[] = ['PEER_OFFLINE', 'PEER_GONE', 'PEER_UNKNOWN', 'NOT_REGISTERED']
const TIMED_OUT: readonly HubCode[] = ['TIMEOUT', 'DEADLINE']
const TOO_OLD: readonly HubCode[] = ['NOT_SUPPORTED', 'UNKNOWN_EVENT']
const BUSY: readonly HubCode[] = ['HUB_RESTARTING', 'RATE_LIMITED', 'QUEUE_FULL', 'UNAVAILABLE']

/** What a hub's or a device's refusal means to the member of staff who asked. */
export function deviceProblem(error: HubError, pcName: string): ProblemError {
  const { code, message } = error
  if (OFFLINE.includes(code)) return offline(pcName)
  if (TIMED_OUT.includes(code)) {
    return new ProblemError('device_timeout', `${pcName} did not answer in time. Try again.`)
  }
  if (TOO_OLD.includes(code)) {
    const words = `The agent on ${pcName} cannot do this yet. Install the newest version there.`
    return new ProblemError('state_conflict', words)
  }
  if (BUSY.includes(code)) {
    const words = `${pcName} cannot be asked right now. Try again shortly.`
    return new ProblemError('unavailable', words, { retryAfterS: RETRY_AFTER_S, cause: error })
  }
  const words = `${pcName} could not do this: ${message.slice(0, 300)}`
  return new ProblemError('state_conflict', words, { cause: error })
}
