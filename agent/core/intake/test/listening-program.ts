// A process that takes labels and never has one on its disk, so that a test can kill it: `process.send` tells its port.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { RAW_LIMITS, RawListener } from '../raw-listener.ts'

const listener = new RawListener({
  host: '127.0.0.1',
  port: 0,
  limits: RAW_LIMITS,
  clock: systemClock,
  logger: silentLogger,
  isAllowedSender: () => true,
  onJob: async () => {
    process.send?.('job')
    await new Promise(() => undefined)
  },
  onRefused: () => undefined,
})
process.send?.(await listener.start())
