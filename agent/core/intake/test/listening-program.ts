// A process that takes labels and never has one on its disk, so that a test can kill it: `process.send` tells its port. With
// the argument `hold` it stands still as soon as a connection has come in, before anything was read or decided.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { RAW_LIMITS, RawListener } from '../raw-listener.ts'

const isHolding = process.argv[2] === 'hold'

const listener = new RawListener({
  host: '127.0.0.1',
  port: 0,
  limits: RAW_LIMITS,
  clock: systemClock,
  logger: silentLogger,
  isAllowedSender: () => {
    if (isHolding) process.send?.('came in', () => undefined)
    if (isHolding) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    return true
  },
  onJob: async () => {
    process.send?.('job')
    await new Promise(() => undefined)
  },
  onRefused: () => undefined,
})
process.send?.(await listener.start())
