// Staff without a second factor: told for seven days until when, and then led to the page that sets one up.
import { describe, expect, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { CODE, PASSWORD } from '../test/memory-account.ts'
import { emailOf } from '../test/memory-identity.ts'
import { startPortalRig, type PortalRig } from '../test/portal-rig.ts'
import { load } from '../test/page-text.ts'

const DAY_MS = 86_400_000

/** Everybody could first sign in so many days ago. */
async function startRig(days: number): Promise<PortalRig> {
  const rig = await startPortalRig()
  const since = new Date(systemClock.wallMs() - days * DAY_MS)
  rig.upstream.identity.account.couldSignInSince = since.toISOString()
  return rig
}

describe('who has no second factor', () => {
  test('is told on every page for seven days until when he needs one', async () => {
    const rig = await startRig(6.9)
    const browser = await rig.signedIn('Support')
    for (const path of ['/relay', '/relay/P-1001', '/support', '/account']) {
      const { status, text } = await browser.get(path)
      expect(status).toBe(200)
      expect(text).toContain('Your account needs a second factor by')
      expect(text).toContain('href="/account/second-factor"')
    }
  })

  test('gets only the page that sets one up afterwards, and can sign out', async () => {
    const rig = await startRig(7.1)
    const browser = await rig.signedIn('Support')
    rig.upstream.seen.length = 0
    for (const path of ['/relay', '/relay/P-1001', '/support', '/account', '/nothing'])
      expect([path, (await browser.get(path)).location]).toEqual([path, '/account/second-factor'])
    const page = await browser.get('/account/second-factor')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Set one up to go on.')
    const { csrf } = load(page.text)
    const form = await browser.post('/relay/P-1001/test-label', { csrf, computer: '1' })
    expect([form.status, form.location]).toEqual([303, '/account/second-factor'])
    expect((await browser.get('/relay/table', { 'hx-request': 'true' })).status).toBe(403)
    expect((await browser.get('/events')).status).toBe(403)
    expect(rig.upstream.seen.filter(({ path }) => path.startsWith('/Store'))).toEqual([])
    expect((await browser.post('/sign-out', { csrf })).location).toBe('/sign-in')
  })

  test('goes on as soon as he has one', async () => {
    const rig = await startRig(30)
    const browser = await rig.signedIn('Support')
    const asked = await browser.get('/account/second-factor')
    const begun = await browser.post('/account/second-factor', { csrf: load(asked.text).csrf })
    const { csrf, field } = load(begun.text)
    const enrolment = { secret: field('secret') ?? '', uri: field('uri') ?? '' }
    const done = await browser.post('/account/second-factor/activate', { csrf, ...enrolment, code: CODE })
    expect(done.status).toBe(200)
    expect(done.text).not.toContain('needs a second factor')
    const list = await browser.get('/relay')
    expect(list.status).toBe(200)
    expect(list.text).not.toContain('needs a second factor')
  })
})

test('who has a second factor is told nothing, and one of another browser is noticed with the next tokens', async () => {
  const rig = await startRig(30)
  rig.upstream.identity.accessLifeMs = 30_000
  const late = await rig.signedIn('Support')
  expect((await late.get('/relay')).location).toBe('/account/second-factor')
  rig.upstream.identity.account.withFactor.add(rig.upstream.identity.user('Support').guid)
  await late.get('/account/second-factor')
  expect((await late.get('/relay')).text).not.toContain('needs a second factor')
})

test('without a word of identity nobody is shut out', async () => {
  const rig = await startPortalRig()
  const browser = rig.browser()
  await browser.signIn({ email: emailOf('Admin'), password: PASSWORD })
  expect((await browser.get('/relay')).text).not.toContain('needs a second factor')
})
