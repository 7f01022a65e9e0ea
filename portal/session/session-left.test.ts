// How long a session lasts: what the portal tells of it, and what prolongs it.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { startPortalRig } from '../test/portal-rig.ts'
import { leftOf } from './session.ts'

/** The real clock, with its date moved on by hand. */
function createMovedClock() {
  let aheadMs = 0
  return {
    clock: { ...systemClock, wallMs: () => systemClock.wallMs() + aheadMs },
    moveOn: (ms: number) => {
      aheadMs += ms
    },
  }
}

describe('a session', () => {
  test('is told how long it lasts, which asking does not change and staying does', async () => {
    const { clock, moveOn } = createMovedClock()
    const rig = await startPortalRig({ clock })
    const browser = await rig.signedIn()
    const left = async (headers: Record<string, string>) => {
      const reply = await browser.get('/session', { 'hx-request': 'true', ...headers })
      return reply.status === 200
        ? z.object({ leftMs: z.number(), isFinal: z.boolean() }).parse(JSON.parse(reply.text))
        : reply.status
    }
    const asking = { 'x-live-refresh': 'true' }
    moveOn(13 * 60_000)
    expect(await left(asking)).toMatchObject({ isFinal: false })
    const { leftMs } = z.object({ leftMs: z.number() }).parse(await left(asking))
    expect(leftMs).toBeLessThanOrEqual(2 * 60_000)
    const stayed = z.object({ leftMs: z.number() }).parse(await left({}))
    expect(stayed.leftMs).toBeGreaterThan(14 * 60_000)
    moveOn(15 * 60_000)
    expect(await left(asking)).toBe(401)
    const [told, again] = [await browser.get('/sign-in'), await browser.get('/sign-in')]
    expect(told.text).toContain('Your session has ended')
    expect(again.text).not.toContain('Your session has ended')
  })

  test('and nothing prolongs it beyond 12 hours', () => {
    const limits = { idleMs: 900_000, absoluteMs: 43_200_000 }
    const user = { guid: '7b5cc1de-6a43-4b50-8a15-3f4de8a4f2a1', name: 'Ada Admin', role: 'Admin' as const }
    const at = { startedAt: 0, seenAt: 43_000_000, user }
    expect(leftOf(at, limits, 43_000_000)).toEqual({
      leftMs: 200_000,
      warnMs: 180_000,
      isFinal: true,
      account: user.guid,
    })
    expect(leftOf({ ...at, seenAt: 0 }, limits, 0)).toMatchObject({ leftMs: 900_000, isFinal: false })
  })
})
