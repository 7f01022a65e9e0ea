// Hands out the agent's log and its support bundle, the bundle in parts because a line of the control socket is shorter.
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { MAX_AGENT_LINE_BYTES, type AgentStatus, type SettingRow } from '@pharmacy-relay/shared/agent-api.ts'
import type { PeerRow } from '@pharmacy-relay/shared/agent-peers.ts'
import { BUNDLE_PART_BYTES, MAX_BUNDLE_PARTS } from '@pharmacy-relay/shared/agent-support.ts'
import type { BundlePart, WantedBundlePart } from '@pharmacy-relay/shared/agent-support.ts'
import { instant, type Cancel, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { JobAccess } from '../job-access.ts'
import { logFolder } from '../log-file/log-file.ts'
import { newestLines } from '../log-file/read-log.ts'
import { bundleText } from './bundle-text.ts'
import { computerFacts } from './computer-facts.ts'

export interface SupportDeskParts {
  readonly dataFolder: string
  readonly clock: Clock
  readonly status: () => AgentStatus
  readonly settings: { rows(): SettingRow[] }
  readonly peers: { list(): PeerRow[] }
  readonly printing: { jobs(count: number): Promise<PrintJob[]> }
  readonly diagnose: () => Promise<Diagnosis>
  readonly access: JobAccess
}

interface Made {
  readonly id: string
  readonly fileName: string
  readonly bytes: Buffer
  readonly forget: Cancel
}

const KEPT_MS = 60_000
const MAX_JOBS = 50
/** Of the log, so that with the rest it stays within the parts; lines that may be asked for at once are short of that. */
export const LOG_OF_BUNDLE = { lines: 8_000, bytes: 800_000 }
const ENVELOPE_BYTES = 500

export class SupportDesk {
  readonly #parts: SupportDeskParts
  #made: Made | null = null

  constructor(parts: SupportDeskParts) {
    this.#parts = parts
  }

  /** The newest that fit into one reply, the oldest of them first. */
  async logs(lines: number): Promise<string[]> {
    const folder = logFolder(this.#parts.dataFolder)
    return newestLines(folder, { lines, bytes: MAX_AGENT_LINE_BYTES - ENVELOPE_BYTES })
  }

  /** `who` asks, which is recorded. Throws ProblemError not_found for a part of a bundle that is forgotten: after a minute, or when a newer one is made. */
  async bundlePart({ bundle, part }: WantedBundlePart, who: string): Promise<BundlePart> {
    const made = bundle === null ? await this.#make(who) : this.#made
    const parts = made === null ? 0 : Math.ceil(made.bytes.length / BUNDLE_PART_BYTES)
    if (made === null || (bundle !== null && made.id !== bundle) || part >= parts)
      throw new ProblemError('not_found', 'This support bundle is not kept any more; ask for a new one')
    const data = made.bytes
      .subarray(part * BUNDLE_PART_BYTES, (part + 1) * BUNDLE_PART_BYTES)
      .toString('base64')
    if (part === parts - 1) this.stop()
    return { bundle: made.id, fileName: made.fileName, parts, data }
  }

  /** Forgets what nobody fetched. */
  stop(): void {
    this.#made?.forget()
    this.#made = null
  }

  async #make(who: string): Promise<Made> {
    const { clock } = this.#parts
    const text = await this.#text(who)
    const bytes = Buffer.from(text).subarray(0, MAX_BUNDLE_PARTS * BUNDLE_PART_BYTES)
    this.stop()
    const forget = clock.after(KEPT_MS, () => (this.#made = null))
    this.#made = { id: randomUUID(), fileName: fileNameAt(clock.wallMs()), bytes, forget }
    return this.#made
  }

  async #text(who: string): Promise<string> {
    const { status: statusNow, settings, peers, printing, diagnose, clock, dataFolder } = this.#parts
    const status = statusNow()
    const [jobs, diagnosis, log] = await Promise.all([
      printing.jobs(MAX_JOBS),
      diagnose().catch(() => null),
      newestLines(logFolder(dataFolder), LOG_OF_BUNDLE).catch(() => []),
    ])
    this.#parts.access(who, 'list', jobs)
    return bundleText({
      ...{ madeAt: instant(clock.wallMs()), computerName: status.computerName, status, diagnosis, jobs, log },
      ...{ agentVersion: status.agentVersion, settings: settings.rows(), peers: peers.list() },
      ...computerFacts(os),
    })
  }
}

/** Without the name of anything: files are passed on. */
export function fileNameAt(wallMs: number): string {
  return `support-bundle-${instant(wallMs).slice(0, 19).replaceAll(/[T:]/g, '-')}.txt`
}
