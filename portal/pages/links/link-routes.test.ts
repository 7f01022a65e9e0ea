// Links that were sent to people: the token leaves the address at once, looking consumes nothing, and each is good once.
import { describe, expect, test } from 'vitest'
import { startPortalRig, type PortalRig } from '../../test/portal-rig.ts'
import { resetOf } from '../testing/staff-pages.ts'
import { load } from '../../test/page-text.ts'
import type { TestBrowser } from '../../test/test-browser.ts'

const TOKEN = 'T'.repeat(43)
const PASSWORD = 'four words of no relation'

async function startLinkRig(): Promise<PortalRig> {
  const rig = await startPortalRig()
  rig.upstream.identity.account.goodLinks.add(TOKEN)
  return rig
}

async function choose(browser: TestBrowser, newPassword: string, repeat = newPassword) {
  const { csrf } = load((await browser.get('/password-link')).text)
  return await browser.post('/password-link', { csrf, newPassword, repeat })
}

describe('a link for a password', () => {
  test('I07 leads on at once to an address without its token, and tells nobody where it was', async () => {
    const browser = (await startLinkRig()).browser()
    const reply = await browser.get(`/password-link/${TOKEN}`)
    expect([reply.status, reply.location]).toEqual([303, '/password-link'])
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(browser.cookieHeader()).not.toContain(TOKEN)
    const page = await browser.get('/password-link')
    expect(page.text).toContain('<h1>Choose your password</h1>')
    expect(page.text).not.toContain(TOKEN)
  })

  test('I06 is as good after a scanner opened it as before', async () => {
    const rig = await startLinkRig()
    const scanner = rig.browser()
    await scanner.get(`/password-link/${TOKEN}`)
    await scanner.get('/password-link')
    const browser = rig.browser()
    await browser.get(`/password-link/${TOKEN}`)
    expect((await choose(browser, PASSWORD)).location).toBe('/sign-in')
  })

  test('sets the password once, ends the session of this browser, and leads to the sign-in', async () => {
    const rig = await startLinkRig()
    const browser = await rig.signedIn()
    await browser.get(`/password-link/${TOKEN}`)
    const done = await choose(browser, PASSWORD)
    expect([done.location, done.notice]).toEqual(['/sign-in', 'password_set'])
    expect(browser.cookies.has('__Host-link')).toBe(false)
    expect((await browser.get('/sign-in')).text).toContain('Your password is saved. Sign in with it.')
    expect((await browser.get('/relay')).status).toBe(303)
    await browser.get(`/password-link/${TOKEN}`)
    const again = await browser.get('/password-link')
    expect(again.status).toBe(409)
    expect(again.text).toContain('This link is not good any more')
  })

  test('says at the field why a password is not taken, and stays good', async () => {
    const rig = await startLinkRig()
    const browser = rig.browser()
    await browser.get(`/password-link/${TOKEN}`)
    const short = await choose(browser, 'short')
    expect(short.status).toBe(422)
    expect(short.text).toMatch(/id="newPassword-fault">The password is too short: it needs at least 12/)
    expect(short.text).not.toContain('value="short"')
    expect((await choose(browser, PASSWORD, 'another')).text).toContain('This is not the same as above.')
    expect((await choose(browser, '')).text).toContain('Enter a new password.')
    expect(rig.upstream.identity.account.goodLinks.has(TOKEN)).toBe(true)
  })

  test.each(['x', `${TOKEN}x`, '%00', '..%2f'])('of what is no token (%s) is over', async (token) => {
    const browser = (await startLinkRig()).browser()
    const reply = await browser.get(`/password-link/${token}`)
    expect(reply.location).toBe('/password-link')
    expect((await browser.get('/password-link')).status).toBe(409)
  })

  test('is none for the address of a mail: a cookie of one kind opens no page of the other', async () => {
    const browser = (await startLinkRig()).browser()
    await browser.get(`/email-link/${TOKEN}`)
    expect((await browser.get('/password-link')).status).toBe(409)
    expect((await browser.get('/email-link')).status).toBe(200)
  })

  test('takes no form without its token, and says that it has expired', async () => {
    const rig = await startLinkRig()
    const browser = rig.browser()
    await browser.get(`/password-link/${TOKEN}`)
    const fields = { csrf: 'x', newPassword: PASSWORD, repeat: PASSWORD }
    const reply = await browser.post('/password-link', fields)
    expect(reply.status).toBe(403)
    expect(reply.text).toContain('href="/password-link"')
    expect(rig.upstream.identity.account.goodLinks.has(TOKEN)).toBe(true)
  })
})

test('a change of address is confirmed by a press on each link, and not by looking', async () => {
  const rig = await startLinkRig()
  const other = 'U'.repeat(43)
  rig.upstream.identity.account.goodLinks.add(other)
  const confirm = async (token: string): Promise<string> => {
    const browser = rig.browser()
    await browser.get(`/email-link/${token}`)
    const { csrf } = load((await browser.get('/email-link')).text)
    expect(rig.upstream.identity.account.goodLinks.has(token)).toBe(true)
    return (await browser.post('/email-link', { csrf })).text
  }
  expect(await confirm(TOKEN)).toContain('The other address got a link, too')
  expect(await confirm(other)).toContain('The e-mail address is changed.')
})

describe('a link about a reset of the second factor', () => {
  async function startResetRig() {
    const rig = await startPortalRig()
    const { resets } = rig.upstream.identity
    const asked = resetOf()
    resets.open.set(asked.user.guid, asked)
    resets.links.set(TOKEN, asked.user.guid)
    return { rig, resets }
  }

  test('leaves the address at once, and shows who asked and when it takes effect; looking objects to nothing', async () => {
    const { rig, resets } = await startResetRig()
    const browser = rig.browser()
    const reply = await browser.get(`/reset-link/${TOKEN}`)
    expect([reply.status, reply.location]).toEqual([303, '/reset-link'])
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    expect(browser.cookieHeader()).not.toContain(TOKEN)
    const page = await browser.get('/reset-link')
    expect(page.text).toContain('Ada Admin (Admin) asked that the second factor of your account be reset.')
    expect(page.text).toContain('datetime="2026-11-21T10:00:05.000Z"')
    expect(page.text).not.toContain(TOKEN)
    expect(resets.did).toEqual([])
  })

  test('objects by one press, once, and says what that means', async () => {
    const { rig, resets } = await startResetRig()
    const browser = rig.browser()
    await browser.get(`/reset-link/${TOKEN}`)
    const { csrf } = load((await browser.get('/reset-link')).text)
    const done = await browser.post('/reset-link', { csrf })
    expect([done.status, done.text.includes('You objected. Nothing is reset')]).toEqual([200, true])
    expect(resets.did).toEqual([['object', resetOf().user.guid]])
    expect(browser.cookies.has('__Host-link')).toBe(false)
    await browser.get(`/reset-link/${TOKEN}`)
    const again = await browser.get('/reset-link')
    expect(again.status).toBe(409)
    expect(again.text).toContain('The reset was done, withdrawn, asked for anew')
  })

  test('that was withdrawn while its page was open says so', async () => {
    const { rig, resets } = await startResetRig()
    const browser = rig.browser()
    await browser.get(`/reset-link/${TOKEN}`)
    const { csrf } = load((await browser.get('/reset-link')).text)
    resets.open.clear()
    expect((await browser.post('/reset-link', { csrf })).status).toBe(409)
    expect(resets.did).toEqual([])
  })
})

test('I09 who forgot his password gets the same words whatever address he gives', async () => {
  const rig = await startPortalRig()
  const browser = rig.browser()
  const ask = async (email: string): Promise<string> => {
    const csrf = await browser.csrfOf('/sign-in/forgot')
    const reply = await browser.post('/sign-in/forgot', { csrf, email })
    expect([reply.location, reply.notice]).toEqual(['/sign-in/forgot', 'link_sent'])
    return (await browser.get('/sign-in/forgot')).text
  }
  expect(await ask('admin@example.com')).toBe(await ask('nobody@example.com'))
  expect(await ask('')).toContain('If an account has this address, a link is on its way.')
  expect(rig.upstream.identity.account.askedLinks).toEqual(['admin@example.com', 'nobody@example.com'])
  expect((await browser.get('/sign-in')).text).toContain('href="/sign-in/forgot"')
})
