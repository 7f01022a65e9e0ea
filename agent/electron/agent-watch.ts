// Asks the agent of this computer every two seconds how it is, wherever it answers: the service's, or one of this user.
import type { AgentMethod, AgentCall, AgentReplyData, AgentStatus } from '../contract/agent-api.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Silence } from '../contract/summary.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { askAgent, NotRunningError } from '../contract/socket-client.ts'

/** What was seen last: a status, or why there is none. */
export type Seen =
  | { readonly status: AgentStatus; readonly silence: null; readonly socket: string }
  | { readonly status: null; readonly silence: Silence }

export interface AgentWatchParts {
  /** Where an agent may answer, the likeliest first. */
  readonly sockets: readonly string[]
  readonly clock: Clock
  /** After every question. */
  readonly onSeen: (seen: Seen) => void
}

const EVERY_MS = 2_000
/** The one that says most about an agent stands first. */
const TELLING: readonly Silence[] = ['not_allowed', 'not_answering', 'not_understood', 'not_running']

export class AgentWatch {
  readonly #parts: AgentWatchParts
  #current: string | null = null
  #cancel: Cancel | null = null
  #isStopped = false
  #looking: Promise<void> | null = null

  constructor(parts: AgentWatchParts) {
    this.#parts = parts
  }

  start(): void {
    void this.look()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel?.()
  }

  /** Asks now; resolves when `onSeen` was called. While a question is under way it is that one. */
  async look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = null))
    await this.#looking
  }

  /** At the agent that answered last. Throws NotRunningError and ProblemError. */
  async ask<M extends AgentMethod>(method: M, params: AgentCall<M>): Promise<AgentReplyData<M>> {
    const socket = this.#current ?? this.#parts.sockets[0]
    if (socket === undefined) throw new NotRunningError('The agent is not running.')
    return askAgent({ path: socket, door: 'tray' }, method, params)
  }

  async #look(): Promise<void> {
    this.#cancel?.()
    const seen = await this.#seen()
    if (this.#isStopped) return
    this.#cancel = this.#parts.clock.after(EVERY_MS, () => void this.look())
    this.#parts.onSeen(seen)
  }

  async #seen(): Promise<Seen> {
    const silences = new Set<Silence>()
    // The service's always first: an agent of this user gives way when it comes.
    for (const socket of this.#parts.sockets) {
      try {
        const status = await askAgent(socket, 'status', null)
        this.#current = socket
        return { status, silence: null, socket }
      } catch (error) {
        silences.add(silenceOf(error))
      }
    }
    this.#current = null
    return { status: null, silence: TELLING.find((silence) => silences.has(silence)) ?? 'not_running' }
  }
}

/** Why an agent said nothing that could be used. */
export function silenceOf(error: unknown): Silence {
  if (error instanceof NotRunningError) return 'not_running'
  if (!(error instanceof ProblemError)) return 'not_understood'
  if (error.code === 'role_not_allowed') return 'not_allowed'
  return error.code === 'not_supported' ? 'not_understood' : 'not_answering'
}
