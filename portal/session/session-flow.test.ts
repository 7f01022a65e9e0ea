// Sessions over HTTP: what is refused without token or Origin, token refresh, sign-out, limits.
import { describe, expect, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { PASSWORD, emailOf } from '../test/memory-identity.ts'
import { signIn, startPortalRig } from '../test/portal-rig.ts'

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

describe('a form is refused', () => {
  test.each([
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['from another port of this machine', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['from nowhere', { origin: undefined, 'sec-fetch-site': undefined }],
    ['from a sandbox', { origin: 'null', 'sec-fetch-site': undefined }],
  ])('%s, although its token is right', async (_where, headers) => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    const csrf = await browser.csrfOf('/relay')
    const cookie = browser.cookies.get('__Host-session')
    for (const path of ['/sign-out', '/preferences', '/relay/new', '/relay/P-1001/pairing', '/sign-in']) {
      expect((await browser.post(path, { csrf }, headers)).status, path).toBe(403)
    }
    expect(browser.cookies.get('__Host-session')).toBe(cookie)
    expect((await browser.get('/relay')).status).toBe(200)
  })

  test('without its token, with another session’s, and with one made before the sign-in', async () => {
    const rig = await startPortalRig()
    const visitor = rig.browser()
    const early = await visitor.csrfOf('/sign-in')
    await signIn(visitor, 'Admin')
    const foreign = await (await rig.signedIn()).csrfOf('/relay')
    for (const csrf of ['', 'x', foreign, early]) {
      const reply = await visitor.post('/relay/P-1001/pairing', { csrf })
      expect(reply.status).toBe(403)
      expect(reply.text).toContain('What you typed was not saved.')
      expect(reply.text).toContain('href="/relay/P-1001/pairing"')
    }
    expect(rig.upstream.seen.some(({ path }) => path.includes('pairing-codes'))).toBe(false)
  })

  test('of the sign-in, when its cookie is missing or not signed by us', async () => {
    const rig = await startPortalRig()
    const browser = rig.browser()
    const csrf = await browser.csrfOf('/sign-in')
    const fields = { csrf, email: emailOf('Admin'), password: PASSWORD }
    const cookie = browser.cookies.get('__Host-form') ?? ''
    browser.cookies.set('__Host-form', `${'A'.repeat(22)}.${cookie.split('.')[1] ?? ''}`)
    expect((await browser.post('/sign-in', fields)).status).toBe(403)
    browser.cookies.delete('__Host-form')
    expect((await browser.post('/sign-in', fields)).status).toBe(403)
    expect(rig.upstream.seen.some(({ path }) => path.includes('SignIn'))).toBe(false)
  })

  test('when it is no form, too large, or has too many fields', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    const csrf = await browser.csrfOf('/relay')
    const json = await browser.post('/preferences', { csrf }, { 'content-type': 'application/json' })
    expect(json.status).toBe(403)
    const large = await browser.post('/preferences', { csrf, returnTo: 'x'.repeat(40_000) })
    expect(large.status).toBe(413)
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, 'x']))
    expect((await browser.post('/preferences', { csrf, ...many })).status).toBe(413)
  })

  test('but accepted without Origin when the browser says it comes from here', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    const csrf = await browser.csrfOf('/relay')
    expect((await browser.post('/preferences', { csrf, theme: 'dark' }, { origin: undefined })).status).toBe(
      303,
    )
  })
})

describe('a form that is posted without a session', () => {
  const FORMS = [
    ['/relay/new', {}, '/relay/new'],
    ['/relay/P-1001/edit', {}, '/relay/P-1001/edit'],
    ['/relay/P-1001/pairing', {}, '/relay/P-1001/pairing'],
    ['/preferences', { language: 'de', returnTo: '/relay?name=a' }, '/relay?name=a'],
    ['/preferences', { language: 'de', returnTo: '//evil.example' }, null],
  ] as const

  test.each(FORMS)('%s %o leads through the sign-in back to its page', async (path, fields, page) => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    const csrf = await browser.csrfOf('/relay')
    const copy = rig.browser()
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    await browser.post('/sign-out', { csrf })
    const signIn = page === null ? '/sign-in' : `/sign-in?returnTo=${encodeURIComponent(page)}`
    for (const visitor of [browser, copy, rig.browser()]) {
      const reply = await visitor.post(path, { csrf, ...fields })
      expect(reply.status).toBe(303)
      expect([reply.location, reply.notice]).toEqual([signIn, 'not_sent'])
    }
    const [told, again] = [await browser.get(signIn), await browser.get(signIn)]
    expect(told.text).toContain('You were signed out, so nothing was saved.')
    expect(again.text).not.toContain('You were signed out, so nothing was saved.')
    expect(rig.upstream.seen.some(({ path: asked }) => asked.includes('pairing-codes'))).toBe(false)
  })

  test('is told the same when identity ends the session only then', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    const csrf = await browser.csrfOf('/relay')
    rig.upstream.rejectUserTokens = 2
    const reply = await browser.post('/relay/P-1001/edit', { csrf, customerId: '1', version: '1' })
    expect([reply.location, reply.notice]).toEqual(['/sign-in?returnTo=%2Frelay%2FP-1001%2Fedit', 'not_sent'])
  })

  test('is signed out already when it is the sign-out', async () => {
    const rig = await startPortalRig()
    const reply = await rig.browser().post('/sign-out', { csrf: 'x' })
    expect([reply.location, reply.notice]).toEqual(['/sign-in', 'signed_out'])
  })

  test('has expired when it is the sign-in page’s own', async () => {
    const rig = await startPortalRig()
    const returnTo = '/sign-in?returnTo=%2Frelay'
    const reply = await rig.browser().post('/preferences', { csrf: 'x', language: 'de', returnTo })
    expect(reply.status).toBe(403)
    expect(reply.text).toContain('href="/sign-in"')
  })
})

describe('language and theme', () => {
  test('are kept and lead back to the page, also before the sign-in', async () => {
    const rig = await startPortalRig()
    const browser = rig.browser()
    const csrf = await browser.csrfOf('/sign-in?returnTo=%2Frelay%2FP-1001')
    const returnTo = '/sign-in?returnTo=%2Frelay%2FP-1001'
    const reply = await browser.post('/preferences', { csrf, language: 'de', returnTo })
    expect(reply.location).toBe(returnTo)
    expect((await browser.get('/sign-in')).text).toContain('<html lang="de"')
    expect((await browser.post('/preferences', { csrf, language: 'xx' })).status).toBe(422)
    expect(
      (await browser.post('/preferences', { csrf, theme: 'dark', returnTo: '//evil.example' })).location,
    ).toBe('/relay')
  })
})

describe('access tokens', () => {
  test('are exchanged when less than a minute is left, once for requests that come together', async () => {
    const rig = await startPortalRig()
    rig.upstream.identity.accessLifeMs = 59_000
    const browser = await rig.signedIn()
    rig.upstream.identity.accessLifeMs = 600_000
    const paths = ['/relay', '/relay/P-1001', '/relay/table', '/relay/P-1002', '/relay/P-1001/computers']
    const replies = await Promise.all(paths.map(async (path) => await browser.get(path)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(rig.upstream.identity.exchanges).toBe(1)
    await browser.get('/relay')
    expect(rig.upstream.identity.exchanges).toBe(1)
  })

  test('a late reply that brings the spent token back does no harm', async () => {
    const rig = await startPortalRig()
    rig.upstream.identity.accessLifeMs = 59_000
    const browser = await rig.signedIn()
    const spent = browser.cookies.get('__Host-session') ?? ''
    rig.upstream.identity.accessLifeMs = 600_000
    await browser.get('/relay')
    browser.cookies.set('__Host-session', spent)
    expect((await browser.get('/relay')).status).toBe(200)
    expect(rig.upstream.identity.exchanges).toBe(1)
    expect(browser.cookies.get('__Host-session')).not.toBe(spent)
  })

  test('that an API refuses are exchanged once, then the sign-in page follows', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    const session = browser.cookies.get('__Host-session')
    rig.upstream.rejectUserTokens = 1
    expect((await browser.get('/relay')).status).toBe(200)
    expect(rig.upstream.identity.exchanges).toBe(1)
    expect(browser.cookies.get('__Host-session')).not.toBe(session)
    rig.upstream.rejectUserTokens = 2
    expect((await browser.get('/relay/P-1001')).location).toBe('/sign-in?returnTo=%2Frelay%2FP-1001')
    expect(browser.cookies.has('__Host-session')).toBe(false)
  })

  test('whose exchange is refused lead to the sign-in page; fragments are told 401', async () => {
    const rig = await startPortalRig()
    rig.upstream.identity.accessLifeMs = 30_000
    const [page, fragment] = [await rig.signedIn(), await rig.signedIn()]
    rig.upstream.identity.user('Admin').isActive = false
    expect((await page.get('/relay?name=a')).location).toBe('/sign-in?returnTo=%2Frelay%3Fname%3Da')
    expect(page.cookies.has('__Host-session')).toBe(false)
    const part = await fragment.get('/relay?name=a', { 'hx-request': 'true' })
    expect(part.status).toBe(401)
    expect(part.text).toMatch(/^<p role="alert">/)
  })

  test('serve to their end while identity is away', async () => {
    const rig = await startPortalRig()
    rig.upstream.identity.accessLifeMs = 30_000
    const browser = await rig.signedIn()
    rig.upstream.cutPath = '/Identity/api/v1/Token'
    expect((await browser.get('/relay')).status).toBe(200)
  })
})

describe('a session ends', () => {
  test('by signing out: here, at identity, and for a copy of its cookie', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    const copy = rig.browser()
    copy.cookies.set('__Host-session', browser.cookies.get('__Host-session') ?? '')
    const csrf = await browser.csrfOf('/relay')
    const left = await browser.post('/sign-out', { csrf })
    expect([left.location, left.notice]).toEqual(['/sign-in', 'signed_out'])
    expect(browser.cookies.has('__Host-session')).toBe(false)
    expect(rig.upstream.identity.endedRefreshTokens.size).toBe(1)
    expect((await copy.get('/relay')).location).toMatch(/^\/sign-in/)
  })

  test('and stays ended when the portal is started again, while others go on', async () => {
    const rig = await startPortalRig()
    const [left, stayed] = [await rig.signedIn(), await rig.signedIn()]
    const cookie = left.cookies.get('__Host-session') ?? ''
    await left.post('/sign-out', { csrf: await left.csrfOf('/relay') })
    const again = await startPortalRig({ upstream: rig.upstream })
    const [copy, other] = [again.browser(), again.browser()]
    copy.cookies.set('__Host-session', cookie)
    other.cookies.set('__Host-session', stayed.cookies.get('__Host-session') ?? '')
    expect((await copy.get('/relay')).location).toMatch(/^\/sign-in/)
    expect((await other.get('/relay')).status).toBe(200)
    expect((await other.get('/relay')).status).toBe(200)
    expect(rig.upstream.identity.exchanges).toBe(2)
  })

  test('by signing out also when identity is away', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    const csrf = await browser.csrfOf('/relay')
    rig.upstream.cutPath = '/Identity/'
    expect((await browser.post('/sign-out', { csrf })).status).toBe(303)
    expect(browser.cookies.has('__Host-session')).toBe(false)
  })

  test('after 15 minutes without use, and 12 hours after the sign-in in any case', async () => {
    const { clock, moveOn } = createMovedClock()
    const rig = await startPortalRig({ clock })
    const idle = await rig.signedIn()
    const busy = await rig.signedIn()
    moveOn(14 * 60_000)
    expect((await busy.get('/relay')).status).toBe(200)
    moveOn(60_000)
    expect((await idle.get('/relay')).location).toMatch(/^\/sign-in/)
    rig.upstream.identity.accessLifeMs = 86_400_000
    for (let minutes = 15; minutes < 12 * 60; minutes += 14) {
      expect((await busy.get('/relay')).status, `after ${minutes} minutes`).toBe(200)
      moveOn(14 * 60_000)
    }
    expect((await busy.get('/relay')).location).toMatch(/^\/sign-in/)
  })

  test('when its cookie was changed', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    const cookie = browser.cookies.get('__Host-session') ?? ''
    browser.cookies.set('__Host-session', cookie.slice(0, -3) + (cookie.endsWith('AAA') ? 'BBB' : 'AAA'))
    const reply = await browser.get('/relay')
    expect(reply.location).toMatch(/^\/sign-in/)
    expect(browser.cookies.has('__Host-session')).toBe(false)
  })
})
