// What became of one input at the intake, and what is wrong with that.
import net from 'node:net'
import type { RawJob } from '../../../../agent/core/intake/raw-connection.ts'
import { serveRawConnection } from '../../../../agent/core/intake/raw-connection.ts'
import { NO_RESET_ON_DEATH } from '../../../../agent/core/intake/reset-on-death.ts'
import { reasonsToHold } from '../../../../agent/core/spool/rules/arrival.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import type { FuzzInput } from './intake-inputs.ts'

export interface Became {
  readonly jobs: readonly Pick<RawJob, 'payload' | 'endedBy' | 'verdict'>[]
  readonly refusals: readonly string[]
  /** Of our own work; waiting does not count. */
  readonly tookMs: number
}

/** Far below the 8 KiB that inputs have here, so that this limit is met too. */
export const MAX_BYTES = 6_000
const IDLE_MS = 30_000
/** An input takes well below a millisecond; so long is a hang also on a computer that does other things. */
const HANG_MS = 2_000

/** Through one connection of the intake over a socket that has no network behind it. Throws what the intake throws. */
export function becomesInMemory({ fragments, endedBy }: FuzzInput): Became {
  const [jobs, refusals]: [RawJob[], string[]] = [[], []]
  const clock = new SteppedClock()
  const socket = new net.Socket()
  const startedAt = performance.now()
  serveRawConnection({
    socket,
    sender: '127.0.0.1',
    maxBytes: MAX_BYTES,
    idleMs: IDLE_MS,
    jobMs: 10 * IDLE_MS,
    clock,
    resetOnDeath: NO_RESET_ON_DEATH,
    onJob: async (job) => void jobs.push(job),
    onRefused: (reason) => void refusals.push(reason),
  })
  // A connection that resets itself tells nobody, as in a program.
  for (const fragment of fragments) socket.emit('data', Buffer.from(fragment))
  if (endedBy === 'fin') socket.emit('end')
  else if (endedBy === 'reset') socket.emit('error', new Error('ECONNRESET'))
  else clock.stepMs(IDLE_MS)
  const tookMs = performance.now() - startedAt
  socket.destroy()
  return { jobs, refusals, tookMs }
}

/** In words, without a byte of the input; empty when nothing is wrong. */
export function faultsOf({ fragments, mustBecome, endedBy }: FuzzInput, became: Became): string[] {
  const sent = Buffer.concat(fragments)
  const faults: string[] = []
  const isPrinted = became.jobs.some((job) => reasonsToHold({ ...job, sender: '' }) === null)
  if (became.jobs.length + became.refusals.length > 1) faults.push('became more than one thing')
  if (became.jobs.some(({ payload }) => !payload.equals(sent))) faults.push('was altered')
  if (became.jobs.some((job) => job.endedBy !== endedBy)) faults.push('ended in another way than was said')
  if (mustBecome === 'nothing' && isPrinted) faults.push('came out')
  if (mustBecome === 'label' && sent.length <= MAX_BYTES && !isPrinted) faults.push('did not come out')
  if (sent.length > MAX_BYTES && became.jobs.length > 0) faults.push('was taken although it is too large')
  if (became.tookMs > HANG_MS) faults.push(`took ${became.tookMs.toFixed(0)} ms`)
  return faults
}
