// What every page has at hand: whom to ask, the words of its language, and the newest status of the agent.
import type { AgentStatus } from '../contract/agent-api.ts'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { AgentBridge, Refusal } from './bridge.ts'
import type { Texts } from './texts.ts'

export interface AgentView {
  readonly bridge: AgentBridge
  readonly t: Texts
  /** Null before the first answer; afterwards the last one, also while the agent says nothing. */
  readonly status: AgentStatus | null
  /** Why the last question for the status was not answered; null while it is. */
  readonly silence: Refusal | null
  /** Asks for the status now. */
  readonly refresh: () => void
}

export const AgentContext = createContext<AgentView | null>(null)

export function useAgent(): AgentView {
  const view = useContext(AgentContext)
  if (view === null) throw new Error('no AgentContext around this page')
  return view
}
