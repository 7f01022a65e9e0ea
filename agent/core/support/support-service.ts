// Hands out the agent's log and its support bundle.
import os from 'node:os'
import type { AgentStatus, SettingRow } from '../../contract/agent-api.ts'
import type { PeerRow } from '../../contract/peers.ts'
import { MAX_BUNDLE_CHARACTERS } from '../../contract/support.ts'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { JobAccess } from '../logging/job-access.ts'
import { logFolder } from '../logging/log-file.ts'
import { newestLines } from '../logging/read-log.ts'
import { bundleText } from './bundle-text.ts'
import { computerFacts } from './computer-facts.ts'

export interface SupportServiceParts {
  readonly dataFolder: string
  readonly clock: Clock
  readonly status: () => AgentStatus
  readonly settings: { rows(): SettingRow[] }
  readonly peers: { list(): PeerRow[] }
  /** The newest, as people are shown them. */
  readonly jobs: (count: number) => Promise<PrintJob[]>
  readonly diagnose: () => Promise<Diagnosis>
  readonly access: JobAccess
}

const MAX_JOBS = 50
/** Of the log, so that with the rest it stays within its limit. */
export const LOG_OF_BUNDLE = { lines: 8_000, bytes: 800_000 }
/** Of the lines that are asked for at once. */
const MAX_LOG_BYTES = 1_048_576

export class SupportService {
  readonly #parts: SupportServiceParts

  constructor(parts: SupportServiceParts) {
    this.#parts = parts
  }

  /** The newest, the oldest of them first. */
  async logs(lines: number): Promise<string[]> {
    return newestLines(logFolder(this.#parts.dataFolder), { lines, bytes: MAX_LOG_BYTES })
  }

  /** `who` asks, which is recorded. */
  async bundle(who: string): Promise<string> {
    const { status: statusNow, settings, peers, jobs: newest, diagnose, clock, dataFolder } = this.#parts
    const status = statusNow()
    const [jobs, diagnosis, log] = await Promise.all([
      newest(MAX_JOBS),
      diagnose().catch(() => null),
      newestLines(logFolder(dataFolder), LOG_OF_BUNDLE).catch(() => []),
    ])
    this.#parts.access(who, 'list', jobs)
    const text = bundleText({
      madeAt: instant(clock.wallMs()),
      computerName: status.computerName,
      status,
      diagnosis,
      jobs,
      log,
      agentVersion: status.agentVersion,
      settings: settings.rows(),
      peers: peers.list(),
      ...computerFacts(os),
    })
    return text.slice(0, MAX_BUNDLE_CHARACTERS)
  }
}
