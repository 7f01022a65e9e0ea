// Gives memory back when the agent has come to rest: it rests nearly always, on a computer that is not its own.
//
// V8 collects when it needs room, not when there is time, and the C library keeps what was freed for whoever asks next.
// Both are asked once after work, never while labels flow: it takes some 20 ms.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'

/** How often the agent looks whether it rests. */
export const LOOK_EVERY_MS = 10_000
/** Processor time within one look, below which it does; heartbeats and questions to printers stay below. */
export const REST_MS = 150
/** Processor time since memory was given back last, from which that is worth its while; its start alone takes as much. */
export const WORTH_MS = 500

/** Whether memory is to be given back now; told of the processor time at every look. */
export class RestRule {
  #lastMs = 0
  #tidiedMs = 0

  /** `cpuMs`: processor time of this process since its start. */
  look(cpuMs: number): boolean {
    const isAtRest = cpuMs - this.#lastMs < REST_MS
    this.#lastMs = cpuMs
    if (!isAtRest || cpuMs - this.#tidiedMs < WORTH_MS) return false
    this.#tidiedMs = cpuMs
    return true
  }
}

/** Looks until it is cancelled. Never throws. */
export function watchRest(clock: Clock, logger: Logger): Cancel {
  const rule = new RestRule()
  let cancel: Cancel = () => undefined
  const next = (): void => {
    cancel = clock.after(LOOK_EVERY_MS, () => {
      next()
      const { user, system } = process.cpuUsage()
      if (rule.look((user + system) / 1_000)) void giveBack(logger)
    })
  }
  next()
  return () => cancel()
}

async function giveBack(logger: Logger): Promise<void> {
  const before = process.memoryUsage.rss()
  try {
    collectGarbage()
    await trimHeap()
  } catch (error) {
    logger.debug('agent.memory-not-given-back', { why: error instanceof Error ? error.message : '' })
  }
  logger.debug('agent.at-rest', { before, after: process.memoryUsage.rss() })
}

/** Node has a call for it only when it is started with a flag, and what starts the agent need not know that. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') Reflect.apply(collect, undefined, [])
}

/** glibc's malloc_trim(3); it throws with another library. */
async function trimHeap(): Promise<void> {
  if (process.platform !== 'linux') return
  const { default: koffi } = await import('koffi')
  koffi.load(null).func('int malloc_trim(size_t)')(0)
}
