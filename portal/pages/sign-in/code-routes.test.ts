// The second step of a sign-in over HTTP: no session before the code, words for wrong ones, the end after five.
import { describe, expect, test } from 'vitest'
import { CODE, PASSWORD, emailOf } from '../../test/memory-identity.ts'
import { startPortalRig, type PortalRig } from '../../test/portal-rig.ts'
import { load } from '../../test/page-text.ts'
import type { BrowserReply, TestBrowser } from '../../test/test-browser.ts'

async function startFactorRig(): Promise<PortalRig> {
  const rig = await startPortalRig()
  rig.upstream.identity.account.withFactor.add(rig.upstream.identity.user('Admin').guid)
  return rig
}

const ADMIN = { email: emailOf('Admin'), password: PASSWORD }

async function typeCode(browser: TestBrowser, code: string): Promise<BrowserReply> {
  const csrf = load((await browser.get('/sign-in/code')).text).csrf
  return await browser.post('/sign-in/code', { csrf, code })
}

describe('who has a second factor', () => {
  test('I05 has no session after the password, and one after the code, where he wanted to go', async () => {
    const rig = await startFactorRig()
    const browser = rig.browser()
    const reply = await browser.signIn(ADMIN, '/relay/P-1001')
    expect([reply.status, reply.location]).toEqual([303, '/sign-in/code'])
    expect(browser.cookies.has('__Host-session')).toBe(false)
    expect((await browser.get('/relay')).location).toBe('/sign-in?returnTo=%2Frelay')
    const entered = await typeCode(browser, CODE)
    expect([entered.status, entered.location]).toEqual([303, '/relay/P-1001'])
    expect(browser.cookies.has('__Host-waiting')).toBe(false)
    expect((await browser.get('/relay')).status).toBe(200)
  })

  test('is told what is wrong with a code, and by how much a clock is slow', async () => {
    const rig = await startFactorRig()
    const browser = rig.browser()
    await browser.signIn(ADMIN)
    const wrong = await typeCode(browser, '999999')
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('This code is not right')
    expect((await typeCode(browser, 'SLOW00')).text).toContain('The clock of your phone is 3 minutes off')
    expect((await typeCode(browser, '1')).text).toContain('That is no code')
    expect((await typeCode(browser, CODE)).location).toBe('/relay')
  })

  test('begins again with the password after five wrong codes', async () => {
    const rig = await startFactorRig()
    const browser = rig.browser()
    await browser.signIn(ADMIN, '/relay/P-1001')
    for (let n = 0; n < 5; n += 1) expect((await typeCode(browser, '999999')).status).toBe(422)
    const over = await typeCode(browser, CODE)
    expect([over.location, over.notice]).toEqual(['/sign-in?returnTo=%2Frelay%2FP-1001', 'code_over'])
    const page = await browser.get('/sign-in?returnTo=%2Frelay%2FP-1001')
    expect(page.text).toContain('five codes were wrong')
    expect((await browser.get('/sign-in/code')).location).toBe('/sign-in')
  })

  test('is refused when he is no staff, as with a password alone', async () => {
    const rig = await startPortalRig()
    rig.upstream.identity.account.withFactor.add(rig.upstream.identity.user('Customer').guid)
    const browser = rig.browser()
    await browser.signIn({ email: emailOf('Customer'), password: PASSWORD })
    const reply = await typeCode(browser, CODE)
    expect([reply.location, reply.notice]).toEqual(['/sign-in?returnTo=%2Frelay', 'not_staff'])
    expect(browser.cookies.has('__Host-session')).toBe(false)
    expect((await browser.get('/sign-in')).text).toContain('This account may not use the panel.')
  })

  test('changes the language on the page of the code and stays there', async () => {
    const rig = await startFactorRig()
    const browser = rig.browser()
    await browser.signIn(ADMIN)
    const csrf = load((await browser.get('/sign-in/code')).text).csrf
    const reply = await browser.post('/preferences', { csrf, language: 'de', returnTo: '/sign-in/code' })
    expect(reply.location).toBe('/sign-in/code')
    expect((await browser.get('/sign-in/code')).text).toContain('<h1>Code eingeben</h1>')
  })
})

test('a forged or foreign cookie of a waiting sign-in leads nowhere', async () => {
  const rig = await startFactorRig()
  const browser = await rig.signedIn('Support')
  // A session's cookie is sealed by the same setting, for another purpose.
  browser.cookies.set('__Host-waiting', browser.cookies.get('__Host-session') ?? '')
  browser.cookies.delete('__Host-session')
  expect((await browser.get('/sign-in/code')).location).toBe('/sign-in')
})

test('a browser keeps what identity knows it by, and says it with the next sign-in', async () => {
  const rig = await startPortalRig()
  const browser = rig.browser()
  await browser.signIn(ADMIN)
  expect(browser.cookies.get('__Host-known')).toBe('known-Admin')
  const csrf = await browser.csrfOf('/relay')
  await browser.post('/sign-out', { csrf }, { 'user-agent': 'X' })
  await browser.signIn(ADMIN)
  expect(rig.upstream.identity.visitors.map(({ knownDevice }) => knownDevice)).toEqual([null, 'known-Admin'])
})
