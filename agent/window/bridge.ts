// The one thing that the pages know of the outside: whom they ask. Electron's preload brings it, or bridge-http.ts.
import type { AgentCall, AgentReplyData, WindowMethod } from '../contract/agent-api.ts'
import { readAgentReply } from '../contract/agent-client.ts'
import type { ProblemCode, ProblemError } from '@pharmacy-relay/shared/problem-error.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'

/** `not_running`: nobody answers for this computer. `ended`: the page may not ask any more, and a new link helps. */
export type BridgeCode = ProblemCode | 'not_running' | 'ended'

export interface Refusal {
  readonly ok: false
  readonly code: BridgeCode
  /** For people, in the agent's English; an empty text where the code says all. */
  readonly message: string
  /** The same as a code; left out where only the message says why. */
  readonly reason?: Reason
  /** Paths of faulty fields, as `body.phone`; left out where none is named. */
  readonly fields?: readonly string[]
}

/** What the agent refused, as it said why. */
export function refusedAs({ code, message, reason, errors }: ProblemError): Refusal {
  const fields = errors.map(({ path }) => path)
  return {
    ok: false,
    code,
    message,
    ...(reason === null ? {} : { reason }),
    ...(fields.length === 0 ? {} : { fields }),
  }
}

/** `data` is what the agent sent; the pages parse it. */
export type BridgeAnswer = { readonly ok: true; readonly data: unknown } | Refusal

export interface AgentBridge {
  readonly kind: 'tray' | 'browser'
  /** Only methods of the window are let through. Never rejects; answered within 12 s. */
  readonly ask: (method: WindowMethod, params: unknown) => Promise<BridgeAnswer>
  /**
   * Adds or removes Windows' printer that leads to the agent after Windows asked for an administrator; answered within 4 min.
   * Null where nobody can be asked.
   */
  readonly asAdministrator: ((act: 'add' | 'remove') => Promise<BridgeAnswer>) | null
  /** Lets the person keep a text as a file; false when they did not want to. `fileName` without a folder. */
  readonly save: (fileName: string, text: string) => Promise<boolean>
}

declare global {
  interface Window {
    /** There inside Electron. */
    readonly pharmacyAgent?: AgentBridge
  }
}

export type Answer<M extends WindowMethod> = { readonly ok: true; readonly data: AgentReplyData<M> } | Refusal

/** Never rejects. What cannot be read is `not_supported`: the agent was updated, and the page is of the one before. */
export async function askAgent<M extends WindowMethod>(
  bridge: AgentBridge,
  method: M,
  params: AgentCall<M>,
): Promise<Answer<M>> {
  const answer = await bridge.ask(method, params).catch((error: unknown) => refusalOf(error))
  if (!answer.ok) return answer
  try {
    return { ok: true, data: readAgentReply(method, answer.data) }
  } catch {
    return { ok: false, code: 'not_supported', message: '' }
  }
}

function refusalOf(error: unknown): Refusal {
  return { ok: false, code: 'not_running', message: error instanceof Error ? error.message : '' }
}
