// The lag of a program that does one thing for too long is seen.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { watchEventLoop } from './event-loop-lag.ts'

const BLOCKED_MS = 700

test('a program that was busy for 0.7 s counts one look that was later than 0.5 s', async () => {
  const registry = new Registry()
  watchEventLoop(registry)
  const laterThan = async (bucket: string): Promise<number> => {
    const text = await registry.metrics()
    const count = (label: string): number =>
      Number(new RegExp(String.raw`_bucket\{le="${label}"\} (\d+)`).exec(text)?.[1] ?? 0)
    return count(String.raw`\+Inf`) - count(bucket)
  }
  const before = await laterThan('0.5')
  const endAtMs = performance.now() + BLOCKED_MS
  while (performance.now() < endAtMs);
  await until('the late look', async () => (await laterThan('0.5')) > before)
  expect(await registry.metrics()).toContain('# TYPE relay_event_loop_lag_seconds histogram')
})
