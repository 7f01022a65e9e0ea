// The relay when its setup changes: at once, at the same hub without a gap that anybody would see.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { startTestHub } from '../../test/test-hub.ts'
import { newRelay, onlineRelay, setupFor } from './test-relay.ts'

test('goes to another hub at once when the settings change', async () => {
  const { hub, relay, reach } = await onlineRelay()
  const other = await startTestHub()
  await relay.apply(setupFor(other.url))
  await reach('online')
  expect(other.registrations).toHaveLength(1)
  expect(hub.goodbyes).toBe(1)
})

test('at the same hub connects with other settings before it leaves, so that nobody sees it go', async () => {
  const { hub, relay, clock, reach } = await onlineRelay()
  await relay.apply({ ...setupFor(hub.url), username: 'another' })
  expect(relay.connection().state).toBe('online')
  await until('the old one is gone', () => hub.sockets().length === 1)
  expect(hub.registrations.map(({ username }) => username)).toEqual(['counter', 'another'])
  expect(hub.goodbyesAfter).toEqual([2])
  await hub.say('SessionReplacedAsync')
  clock.stepMs(0)
  await reach('waiting')
})

test('at the same hub leaves when other settings bring no connection, and at once when it stops meanwhile', async () => {
  const { hub, relay, clock } = await onlineRelay()
  hub.refuseRegistration = { code: 'NOT_APPROVED', message: 'Not yet' }
  await relay.apply({ ...setupFor(hub.url), username: 'another' })
  expect(relay.connection().state).toBe('refused')
  expect(hub.goodbyes).toBe(1)
  hub.refuseRegistration = null
  await relay.apply({ ...setupFor(hub.url), username: 'third' })
  void relay.apply({ ...setupFor(hub.url), username: 'fourth' })
  await relay.stop()
  await until('no socket', () => hub.sockets().length === 0)
  expect(clock.nextInMs()).toBeNull()
})

test('names what is missing and stays off', async () => {
  const { relay, clock } = newRelay()
  await relay.apply({ missing: ['HubUrl'], isUnpaired: false })
  expect(relay.connection()).toEqual({
    state: 'off',
    why: 'Missing settings: HubUrl',
    reasons: [reason('settings_missing', { names: 'HubUrl' })],
  })
  await relay.apply({ missing: [], isUnpaired: true })
  expect(relay.connection()).toMatchObject({ why: expect.stringContaining('agent pair CODE') })
  expect(clock.nextInMs()).toBeNull()
})
