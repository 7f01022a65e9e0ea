// Gives memory back when the agent has come to rest: it rests nearly always, on a computer that is not its own.
//
// V8 collects when it needs room, not when there is time, SQLite keeps the pages that it read, the C library what was freed for whoever asks
// next, and the system what was mapped of the program's files. All are asked once after work, never while labels flow.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { collectGarbage } from './collect-garbage.ts'
import { giveBackMappedFiles } from './mapped-files.ts'

/** How often the agent looks whether it rests. */
export const LOOK_EVERY_MS = 10_000
/** Processor time within one look, below which it does; heartbeats and questions to printers stay below. */
export const REST_MS = 150
/** Processor time since memory was given back last, from which that is worth its while; after a start it always is. */
export const WORTH_MS = 500
/** `all`: what V8, SQLite and the C library hold, and pages of files; `mapped`: these alone, which takes some 5 ms. */
export type GiveBack = 'all' | 'mapped' | 'nothing'

/** What is to be given back now; told of the processor time at every look. */
export class RestRule {
  #lastMs = 0
  #tidiedMs: number | null = null

  /** `cpuMs`: processor time of this process since its start. */
  look(cpuMs: number): GiveBack {
    const isAtRest = cpuMs - this.#lastMs < REST_MS
    this.#lastMs = cpuMs
    if (!isAtRest) return 'nothing'
    // What a heartbeat and a question to the printer touched of Node's program is a third of it.
    if (this.#tidiedMs !== null && cpuMs - this.#tidiedMs < WORTH_MS) return 'mapped'
    this.#tidiedMs = cpuMs
    return 'all'
  }
}

export interface RestParts {
  readonly clock: Clock
  readonly logger: Logger
  /** Other threads give theirs back, before the C library is asked. */
  readonly others: () => Promise<void>
}

/** Looks until it is cancelled. Never throws. `processorMs`: of this process since its start. */
export function watchRest(parts: RestParts, processorMs: () => number = usedSoFarMs): Cancel {
  const { clock } = parts
  const rule = new RestRule()
  let cancel: Cancel = () => undefined
  const next = (): void => {
    cancel = clock.after(LOOK_EVERY_MS, () => {
      next()
      const what = rule.look(processorMs())
      if (what !== 'nothing') void giveBack(what, parts)
    })
  }
  next()
  return () => cancel()
}

function usedSoFarMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

async function giveBack(what: Exclude<GiveBack, 'nothing'>, { logger, others }: RestParts): Promise<void> {
  const before = process.memoryUsage.rss()
  try {
    if (what === 'all') await giveBackHeaps(others)
    await giveBackMappedFiles()
  } catch (error) {
    logger.debug('agent.memory-not-given-back', { why: error instanceof Error ? error.message : '' })
  }
  logger.debug('agent.at-rest', { what, before, after: process.memoryUsage.rss() })
}

async function giveBackHeaps(others: () => Promise<void>): Promise<void> {
  await others()
  collectGarbage()
  await trimHeap()
}

/** glibc's malloc_trim(3); it throws with another library. */
async function trimHeap(): Promise<void> {
  if (process.platform !== 'linux') return
  const { default: koffi } = await import('koffi')
  koffi.load(null).func('int malloc_trim(size_t)')(0)
}
