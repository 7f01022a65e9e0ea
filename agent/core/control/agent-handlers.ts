// What the control socket can ask for, each method from the part that knows.
import { MAX_ROWS, type AgentHandlers, type AgentStatus } from '@pharmacy-relay/shared/agent-api.ts'
import type { Printing } from '../printing.ts'
import type { Settings } from '../settings/settings.ts'
import type { Uploads } from './uploads.ts'

export interface AgentHandlersParts {
  readonly status: () => AgentStatus
  readonly settings: Settings
  readonly printing: Printing
  readonly uploads: Uploads
  readonly onStopRequested: () => void
}

export function agentHandlers(parts: AgentHandlersParts): AgentHandlers {
  const { settings, printing, uploads } = parts
  return {
    status: async () => parts.status(),
    getSettings: async () => settings.rows(),
    setSetting: async ({ name, value }) => settings.change(name, value),
    printers: async () => printing.printers(),
    print: async (part) => {
      const payload = uploads.add(part)
      return payload === null ? null : printing.print(payload)
    },
    test: async () => printing.desk.printTestLabel(),
    jobs: async () => printing.jobs().slice(0, MAX_ROWS),
    stop: async () => {
      setImmediate(parts.onStopRequested)
      return null
    },
  }
}
