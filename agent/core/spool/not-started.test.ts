// What a spool hears before its start is no fault: its start looks at everything.
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { expect, test } from 'vitest'
import { newRig } from './test/spool-rig.ts'

test('a change of the route before the start is no error in the log', async () => {
  const errors: string[] = []
  const logger = { ...silentLogger, error: (event: string) => void errors.push(event) }
  const { spool } = newRig({ logger })
  spool.routeChanged()
  await spool.start()
  spool.routeChanged()
  await spool.stop()
  expect(errors).toEqual([])
})
