// No core dumps of an agent: its memory holds labels and keys, and a dump would put both on the disk in clear.
import { spawnSync } from 'node:child_process'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'

/**
 * Node cannot set limits of its own process, so util-linux's prlimit does, which every Debian, Ubuntu and Fedora has.
 * One byte and not none: it is less than a core file has, and the one value that also stops the programs to which
 * core_pattern may pipe a dump, for which 0 means no limit (Linux, fs/coredump.c; core(5)).
 */
const CORE_LIMIT = '--core=1:1'
const TIMEOUT_MS = 2_000

/**
 * Linux, for this process and those it starts; takes a few ms. macOS writes none unless somebody allowed it, Windows
 * only where WER's LocalDumps is set. Says in the log when it did not work, and never throws.
 */
export function forbidCoreDumps(logger: Logger): void {
  if (process.platform !== 'linux') return
  const { status, error } = spawnSync('prlimit', ['--pid', String(process.pid), CORE_LIMIT], {
    stdio: 'ignore',
    timeout: TIMEOUT_MS,
  })
  if (status === 0) return
  const why = error?.message ?? `prlimit ended with ${status}`
  logger.warn('agent.core-dumps-allowed', {
    why,
    text: 'install util-linux: a crash may leave labels on the disk',
  })
}
