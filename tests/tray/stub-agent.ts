// An agent that answers what a scenario says, on a real control socket: how labels are is the scenario's to choose.
import { printJobOf } from '@pharmacy-relay/shared/test/print-job.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { AgentHandlers, AgentStatus, PrintingStatus } from '../../agent/contract/agent-api.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { ControlServer } from '../../agent/core/control/control-server.ts'
import { AGENT_STATUS, NO_LABELS, NO_PRINTING } from '../../agent/test/agent-status.ts'
import { handlersThatAnswer } from '../../agent/test/handlers.ts'

const AT = '2026-11-20T09:00:00.000Z'

/** Has the printer, and nothing is wrong. */
export const READY: AgentStatus = {
  ...AGENT_STATUS,
  hub: {
    state: 'online',
    since: AT,
    deviceKey: 'ab'.repeat(32),
    publicIpAddress: '192.0.2.1',
    latencyMs: 20,
  },
  printing: {
    ...NO_PRINTING,
    role: 'Server',
    printerName: 'Zebra',
    tcpPort: 9100,
    assignmentVersion: 3,
    printer: { conditions: [], answeredAt: AT },
    lastLabel: { n: 16, state: 'printed', at: AT },
  },
}

export function withPrinting(changes: Partial<PrintingStatus>): AgentStatus {
  return { ...READY, printing: { ...READY.printing, ...changes } }
}

export const UNKNOWN_LABEL = withPrinting({
  labels: { ...NO_LABELS, unknown: 1, look: { n: 17, state: 'unknown', reasons: [], since: AT } },
})

/** `state`: what became of it. */
export function job(n: number, state: PrintJob['state']): PrintJob {
  return printJobOf({ n, state, destination: 'Zebra', attempts: 1, acceptedAt: AT, changedAt: AT })
}

export class StubAgent {
  status: AgentStatus = READY
  /** Names of the deeds that it was asked for. */
  readonly asked: string[] = []
  /** What a scenario wants to be answered otherwise. */
  more: Partial<AgentHandlers> = {}
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'tray-'))
  #server: ControlServer | null = null

  environment(): Environment {
    return { Agent__ControlSocket: path.join(this.#folder, 'agent.sock'), Agent__DataFolder: this.#folder }
  }

  async start(): Promise<void> {
    const file = path.join(this.#folder, 'agent.sock')
    this.#server = new ControlServer({ path: file, handlers: () => this.#handlers(), logger: silentLogger })
    await this.#server.start()
  }

  /** As when its service ends. */
  async stop(): Promise<void> {
    await this.#server?.stop()
    this.#server = null
  }

  async end(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #handlers(): AgentHandlers {
    const noted = <Answer>(name: string, answer: Answer) => {
      this.asked.push(name)
      return answer
    }
    return handlersThatAnswer({
      status: async () => this.status,
      jobs: async () => [job(16, 'printed')],
      job: async () => Promise.reject(new Error('not asked here')),
      test: async () => noted('test', job(17, 'printed')),
      reprint: async ({ job: ref }) => noted(`reprint ${ref}`, job(17, 'accepted')),
      pause: async ({ minutes }) => noted(`pause ${minutes}`, { pausedUntil: AT }),
      resume: async () => noted('resume', { pausedUntil: null }),
      stop: async () => noted('stop', null),
      ...this.more,
    })
  }
}
