// Handlers of the control socket for tests that need a few of them: every other refuses as one that failed.
import { AgentApi, type AgentHandlers } from '../contract/agent-api.ts'

export function handlersThatAnswer(some: Partial<AgentHandlers>): AgentHandlers {
  const refuse = async () => Promise.reject(new Error('not asked here'))
  const all = Object.fromEntries(Object.keys(AgentApi).map((method) => [method, refuse]))
  // Each refuses, which every type of a reply allows.
  return { ...(all as unknown as AgentHandlers), ...some }
}
