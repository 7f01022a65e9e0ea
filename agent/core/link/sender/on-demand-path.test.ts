// A way hands out links that take labels, one at a time, and opens the next one when the last has ended.
import { expect, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { LinkError, type SenderLink } from '../link-parts.ts'
import { OnDemandPath } from './on-demand-path.ts'

function way() {
  const ends: PromiseWithResolvers<LinkError>[] = []
  const links: { isAlive: boolean }[] = []
  const never = async () => new Promise<never>(() => undefined)
  const clock = new SteppedClock()
  const path = new OnDemandPath({
    name: 'lan',
    bounds: { firstMs: 20, lastMs: 100 },
    clock,
    random: () => 0.5,
    open: async () => {
      const ended = Promise.withResolvers<LinkError>()
      const waits = { send: never, query: never, look: never, ended: ended.promise }
      const link = { ...waits, isAlive: true, close: () => undefined }
      ends.push(ended)
      links.push(link)
      return link satisfies SenderLink
    },
  })
  return { path, ends, links, clock }
}

const settled = async () => new Promise((resolve) => setImmediate(resolve))

test('the same link for all, until it ends', async () => {
  const { path, links, ends, clock } = way()
  const [one, two] = await Promise.all([path.link(), path.link()])
  expect([one === two, links.length]).toEqual([true, 1])
  clock.stepMs(10_000)
  ends[0]?.resolve(new LinkError('closed', 'gone'))
  await settled()
  expect(await path.link()).not.toBe(one)
})

test('not one that says good-bye: whoever asks gets the next one when it has ended', async () => {
  const { path, links, ends, clock } = way()
  const [first] = [await path.link(), clock.stepMs(10_000)]
  const leaving = links[0]
  if (leaving !== undefined) leaving.isAlive = false
  let next: SenderLink | null = null
  const asking = path.link().then((link) => (next = link))
  await settled()
  expect([next, links.length]).toEqual([null, 1])
  ends[0]?.resolve(new LinkError('bye', 'restarting'))
  await asking
  expect([next === first, links.length]).toEqual([false, 2])
})

test('after a good-bye that asks for a rest, the next one only then, and never later than its longest pause', async () => {
  const { path, links, ends, clock } = way()
  await path.link()
  clock.stepMs(10_000)
  const why = new LinkError('bye', 'restarting')
  why.afterMs = 60
  ends[0]?.resolve(why)
  await settled()
  const asking = path.link()
  await settled()
  clock.stepMs(59)
  await settled()
  expect(links).toHaveLength(1)
  clock.stepMs(1)
  await asking
  clock.stepMs(10_000)
  const long = new LinkError('bye', 'restarting')
  long.afterMs = 3_600_000
  ends[1]?.resolve(long)
  await settled()
  const again = path.link()
  await settled()
  clock.stepMs(100)
  await again
  expect(links).toHaveLength(3)
})
