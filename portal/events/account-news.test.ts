// What identity's hub tells a portal: the sessions, pages and streams of who changed or ended are over at once.
import { describe, expect, test } from 'vitest'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { signIn, startPortalRig, type PortalRig } from '../test/portal-rig.ts'
import { openStream } from '../test/test-stream.ts'

/** A portal that hears both hubs. */
async function startLiveRig(): Promise<PortalRig> {
  const rig = await startPortalRig()
  await until('the subscription at the store stands', () => rig.portal.streams.lastEventId !== null)
  await until('the subscription at identity stands', () => rig.portal.identityAwayMs() === null)
  return rig
}

/** Of a user as he is in the identity API now. */
async function tellOf(
  { upstream: { identity, identityHub } }: PortalRig,
  was: UserRole,
  eventId = 1,
): Promise<void> {
  const { guid: userGuid, role, pharmacyId, isActive } = identity.user(was)
  await identityHub.tell('UserChangedAsync', { eventId, userGuid, role, pharmacyId, isActive })
}

describe('a user', () => {
  test('whose role changed is signed out on every page, and goes on in the new role when he signs in again', async () => {
    const rig = await startLiveRig()
    const browser = await rig.signedIn('Admin')
    const [first, second] = [await openStream(browser), await openStream(browser)]
    rig.upstream.identity.user('Admin').role = 'Support'
    await tellOf(rig, 'Admin')
    await first.next('signed-out')
    await second.next('signed-out')
    expect((await browser.get('/relay/new')).location).toMatch(/^\/sign-in/)
    await signIn(browser, 'Admin')
    await tellOf(rig, 'Admin', 2)
    expect((await browser.get('/relay')).status).toBe(200)
    expect((await browser.get('/relay/new')).status).toBe(403)
  })

  test('who was disabled is signed out, and nobody else is', async () => {
    const rig = await startLiveRig()
    const [browser, other] = [await rig.signedIn('Support'), await rig.signedIn('Admin')]
    const stream = await openStream(browser)
    rig.upstream.identity.user('Support').isActive = false
    await tellOf(rig, 'Support')
    await stream.next('signed-out')
    expect((await browser.get('/relay')).location).toMatch(/^\/sign-in/)
    expect((await other.get('/relay')).status).toBe(200)
  })

  test('of whom nothing changed that his sessions know goes on', async () => {
    const rig = await startLiveRig()
    const browser = await rig.signedIn('Admin')
    await openStream(browser)
    await tellOf(rig, 'Admin')
    expect(rig.portal.streams.size).toBe(1)
    expect((await browser.get('/relay')).status).toBe(200)
  })
})

test('of two sessions of a person the one that identity ended is over, also after its tokens were renewed', async () => {
  const rig = await startLiveRig()
  const { identity, identityHub } = rig.upstream
  identity.accessLifeMs = 30_000
  const ended = await rig.signedIn('Admin')
  expect((await ended.get('/relay')).status).toBe(200)
  expect(identity.exchanges).toBeGreaterThan(0)
  const stream = await openStream(ended)
  const kept = await rig.signedIn('Admin')
  const keptStream = await openStream(kept)
  await identityHub.tell('SessionEndedAsync', { eventId: 1, familyIds: identity.sessionIds.slice(0, 1) })
  await stream.next('signed-out')
  expect((await ended.get('/relay')).location).toMatch(/^\/sign-in/)
  expect((await kept.get('/relay')).status).toBe(200)
  keptStream.close()
})

test('a portal that was away goes on after the last event that it heard', async () => {
  const rig = await startLiveRig()
  const { identityHub } = rig.upstream
  await tellOf(rig, 'Admin', 41)
  identityHub.drop()
  await until('it is back', () => identityHub.cursors.length === 2)
  expect(identityHub.cursors).toEqual([null, 41])
})

test('a portal that missed something asks about everybody: whose session ended meanwhile is signed out', async () => {
  const rig = await startLiveRig()
  const { identity, identityHub } = rig.upstream
  const [disabled, ended] = [await rig.signedIn('Support'), await rig.signedIn('Admin')]
  await ended.get('/relay')
  const stream = await openStream(disabled)
  identity.user('Support').isActive = false
  identity.endEverything('Admin')
  identityHub.next = { lastEventId: 7, hasGap: true }
  identityHub.drop()
  await stream.next('signed-out')
  await until('the other one is signed out', async () => (await ended.get('/relay')).status === 303)
})

test('how long identity is away is known', async () => {
  const rig = await startLiveRig()
  const { identityHub } = rig.upstream
  identityHub.refusing = true
  identityHub.drop()
  await until('it is missed', () => (rig.portal.identityAwayMs() ?? 0) > 0)
  identityHub.refusing = false
  await until('it is back', () => rig.portal.identityAwayMs() === null)
})
