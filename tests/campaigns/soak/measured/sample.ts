// One look at everything that runs: each program, each PostgreSQL, tables, folders and logs, beside what the load did so far.
import { readdirSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { socketUrl } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { clusterPaths, serverOf } from '@pharmacy-relay/relay-server/db/postgres-folder.ts'
import type { Supervisor } from '../../../../scripts/start/supervisor.ts'
import type { DatabaseFacts, LoadCounts, ProgramSample, Sample } from '../record.ts'
import { heapAfterCollection, inspectorsIn, type HeapFacts } from './heap.ts'
import { LogTail } from './log-tail.ts'
import { factsOf, familyOf } from './process-facts.ts'
import { databaseFacts } from './table-rows.queries.ts'

export const DATABASES = ['identity', 'store', 'pharmacy'] as const

interface SampleOptions {
  readonly isQuick: boolean
}

interface SampledProgram extends SampleOptions {
  readonly name: string
  readonly pid: number
  /** Of PostgreSQL, which are told apart. */
  readonly servers: readonly number[]
}

interface SampledPlace {
  readonly supervisor: Supervisor
  readonly dataFolder: string
  readonly logFolder: string
}

export class Sampler {
  readonly #place: SampledPlace
  readonly #tails = new Map<string, LogTail>()
  readonly #inspectors = new Map<number, readonly string[]>()
  #startedAt: number | null = null

  constructor(place: SampledPlace) {
    this.#place = place
  }

  /**
   * Takes a second or two. Throws when a database does not answer. `isQuick`: nothing is collected and no row counted, which would
   * cost the programs time of the processor.
   */
  async sample(load: LoadCounts, { isQuick }: SampleOptions = { isQuick: false }): Promise<Sample> {
    this.#startedAt ??= performance.now()
    const { supervisor, dataFolder } = this.#place
    const servers = DATABASES.map((name) => serverOf(this.#cluster(name).data) ?? 0)
    // First of all, as it is what may throw: news of a log are told once.
    const databases: Record<string, DatabaseFacts> = {}
    for (const name of DATABASES)
      databases[name] = await databaseFacts(socketUrl(this.#cluster(name).socket, name), { isQuick })
    const programs: Record<string, ProgramSample> = {}
    for (const { name, pid } of supervisor.running())
      programs[name] = await this.#program({ name, pid, servers, isQuick })
    const none = { pid: null, heapBytes: null, codeBytes: null, log: null }
    for (const [at, name] of DATABASES.entries())
      programs[`postgres of ${name}`] = { ...none, ...factsOf(familyOf(servers[at] ?? 0)) }
    const folders = Object.fromEntries(
      foldersIn(dataFolder).map((name) => [name, bytesBelow(path.join(dataFolder, name))]),
    )
    const atMs = Math.round(performance.now() - this.#startedAt)
    return { atMs, programs, databases, folders, load, machineLoad: os.loadavg()[0] ?? 0 }
  }

  /** By the logs as they are now: what a busy program writes later may take the line away that says where its inspector is. */
  async findInspectors(): Promise<void> {
    for (const { name, pid } of this.#place.supervisor.running()) await this.#heap(pid, this.#logOf(name))
  }

  #cluster(name: string) {
    return clusterPaths(path.join(this.#place.dataFolder, name))
  }

  async #program({ name, pid, servers, isQuick }: SampledProgram): Promise<ProgramSample> {
    const file = this.#logOf(name)
    const tail = this.#tails.get(name) ?? new LogTail(file)
    this.#tails.set(name, tail)
    const heap = isQuick ? null : await this.#heap(pid, file)
    const { heapBytes = null, codeBytes = null } = heap ?? {}
    return { pid, heapBytes, codeBytes, log: tail.news(), ...factsOf(familyOf(pid, servers)) }
  }

  /** Of the program itself: a child that it started, and that ended, had an inspector, too. */
  async #heap(pid: number, logFile: string): Promise<HeapFacts | null> {
    for (const url of this.#inspectors.get(pid) ?? inspectorsIn(logFile)) {
      const facts = await heapAfterCollection(url).catch(() => null)
      if (facts === null) continue
      this.#inspectors.set(pid, [url])
      return facts
    }
    return null
  }

  /** Programs of pairs write beside their data. */
  #logOf(name: string): string {
    const { logFolder, dataFolder } = this.#place
    const ofPlatform = path.join(logFolder, `${name}.log`)
    return statSync(ofPlatform, { throwIfNoEntry: false }) === undefined
      ? path.join(dataFolder, `${name}.log`)
      : ofPlatform
  }
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

/** A file that is taken away meanwhile counts as nothing. */
function bytesBelow(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) return sum + bytesBelow(file)
      return sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0)
    }, 0)
  } catch {
    return 0
  }
}
