// Staff without a second factor: told for seven days until when, and then led to the page that sets one up.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { CODE, PASSWORD } from '../test/memory-account.ts'
import { emailOf } from '../test/memory-identity.ts'
import { startPortalRig, type PortalRig } from '../test/portal-rig.ts'
import { BY_NAME, credentialOf } from '../test/passkey-answers.ts'
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

describe('who needs one now and comes by a name', () => {
  test('makes a passkey and goes on: no app is needed', async () => {
    const { browser, post } = await startAtName()
    const page = await browser.get('/account/second-factor', BY_NAME)
    expect(page.text).toContain('action="/account/passkeys"')
    expect(page.text).toContain('action="/account/second-factor"')
    expect((await post('', { name: 'Laptop' })).text).toContain('data-passkey="create"')
    const made = await post('/add', { name: 'Laptop', credential: credentialOf('AA') })
    expect([made.status, made.text.includes('ABCDE-00000')]).toEqual([200, true])
    expect(made.text).not.toContain('needs a second factor')
    const list = await browser.get('/relay')
    expect([list.status, list.text.includes('needs a second factor')]).toEqual([200, false])
    expect((await browser.get('/account/second-factor', BY_NAME)).text).not.toContain('/account/passkeys')
  })

  test('is told on the same page why none was made', async () => {
    const { rig, post } = await startAtName()
    const nameless = await post('', { name: ' ' })
    expect([nameless.status, nameless.text.includes('Give it a name')]).toEqual([422, true])
    rig.upstream.identity.passkeys.refuse = new ProblemError('state_conflict', reason('factor_last', {}))
    const refused = await post('', { name: 'Laptop' })
    expect([refused.status, refused.text.includes('action="/account/second-factor"')]).toEqual([409, true])
    expect(refused.text).not.toContain('action="/account/password"')
  })

  test('but at an address of numbers is told why there is no passkey', async () => {
    const rig = await startRig(8)
    const browser = await rig.signedIn('Support')
    const page = await browser.get('/account/second-factor')
    expect(page.text).toContain('not for an address of numbers such as 127.0.0.1')
    expect(page.text).not.toContain('action="/account/passkeys"')
  })
})

async function startAtName() {
  const rig = await startRig(8)
  const browser = await rig.signedIn('Support')
  const post = async (path: string, fields: Record<string, string>) => {
    const csrf = await browser.csrfOf('/account/second-factor')
    return await browser.post(`/account/passkeys${path}`, { csrf, ...fields })
  }
  return { rig, browser, post }
}

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
