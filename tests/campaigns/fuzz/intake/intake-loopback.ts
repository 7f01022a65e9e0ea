// The intake with its listener on a real loopback port, for a share of the inputs.
import net from 'node:net'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { RawJob } from '../../../../agent/core/intake/raw-connection.ts'
import { RAW_LIMITS, RawListener } from '../../../../agent/core/intake/raw-listener.ts'
import type { FuzzInput } from './intake-inputs.ts'
import { MAX_BYTES, type Became } from './intake-judge.ts'

/** A connection that is not over by then hangs. */
const LIMIT_MS = 120_000

export interface LoopbackIntake {
  /** Sends with FIN, or breaks off where the input says reset. Throws when the connection is not over in time. */
  becomes(input: FuzzInput): Promise<Became>
  stop(): Promise<void>
}

export async function startLoopbackIntake(): Promise<LoopbackIntake> {
  let [jobs, refusals]: [RawJob[], string[]] = [[], []]
  const listener = new RawListener({
    host: '127.0.0.1',
    port: 0,
    clock: systemClock,
    logger: silentLogger,
    limits: { ...RAW_LIMITS, maxBytes: MAX_BYTES },
    isAllowedSender: () => true,
    onJob: async (job) => void jobs.push(job),
    onRefused: ({ reason }) => void refusals.push(reason),
  })
  const port = await listener.start()
  return {
    becomes: async (input) => {
      ;[jobs, refusals] = [[], []]
      const startedAt = performance.now()
      await sent(port, input)
      while (listener.isServing()) await new Promise((resolve) => setImmediate(resolve))
      return { jobs, refusals, tookMs: performance.now() - startedAt }
    },
    stop: async () => listener.stop(),
  }
}

async function sent(port: number, { fragments, endedBy }: FuzzInput): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    const late = setTimeout(() => {
      socket.destroy()
      reject(new Error(`the connection was not over within ${LIMIT_MS} ms`))
    }, LIMIT_MS)
    // The intake resets what it refuses.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(late)
      resolve()
    })
    socket.on('end', () => socket.destroy())
    socket.resume()
    for (const fragment of fragments) socket.write(fragment)
    if (endedBy === 'reset') socket.write('', () => socket.resetAndDestroy())
    else socket.end()
  })
}
