// The link in a pharmacy's text message: looking at it, as previews do, ends nothing; one press does, without a script.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { load } from '../../test/page-text.ts'
import { startPortalRig, type PortalRig } from '../../test/portal-rig.ts'
import type { TestBrowser } from '../../test/test-browser.ts'

const TOKEN = '0123456789abcdef'

async function startLinkRig(): Promise<PortalRig> {
  const rig = await startPortalRig()
  rig.upstream.pharmacy.optOuts.set(TOKEN, true)
  return rig
}

async function press(browser: TestBrowser) {
  const { csrf } = load((await browser.get('/no-sms')).text)
  return await browser.post('/no-sms', { csrf })
}

describe('the link of a text message', () => {
  test('leads on at once to an address without its token, and names the pharmacy', async () => {
    const rig = await startLinkRig()
    const browser = rig.browser()
    const reply = await browser.get(`/no-sms/${TOKEN}`)
    expect([reply.status, reply.location]).toEqual([303, '/no-sms'])
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    expect(browser.cookieHeader()).not.toContain(TOKEN)
    const page = await browser.get('/no-sms')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Riverside Pharmacy sends text messages to the phone that got this link.')
    expect(page.text).toContain('Send me no more messages')
    expect(page.text).not.toContain(TOKEN)
    expect(rig.upstream.pharmacy.optOuts.get(TOKEN)).toBe(true)
    for (const { path } of rig.upstream.seen) expect(path).not.toContain(TOKEN)
  })

  test('ends the messages by one press, and says the same when it is followed or pressed again', async () => {
    const rig = await startLinkRig()
    const browser = rig.browser()
    await browser.get(`/no-sms/${TOKEN}`)
    const first = await browser.get('/no-sms')
    const { csrf } = load(first.text)
    for (const _ of [1, 2]) {
      const done = await browser.post('/no-sms', { csrf })
      expect(done.status).toBe(200)
      expect(done.text).toContain('Riverside Pharmacy sends no more text messages to the phone')
    }
    expect(rig.upstream.pharmacy.optOuts.get(TOKEN)).toBe(false)
    const later = rig.browser()
    await later.get(`/no-sms/${TOKEN}`)
    expect((await later.get('/no-sms')).text).toContain('sends no more text messages')
  })

  test('ends nothing without the token of the form', async () => {
    const rig = await startLinkRig()
    const browser = rig.browser()
    await browser.get(`/no-sms/${TOKEN}`)
    await browser.get('/no-sms')
    expect((await browser.post('/no-sms', { csrf: 'x' })).status).toBe(403)
    expect(rig.upstream.pharmacy.optOuts.get(TOKEN)).toBe(true)
  })

  test.each(['x', 'f'.repeat(16), TOKEN.toUpperCase(), '..%2f', 'T'.repeat(43)])(
    'that is unknown (%s) says so in words',
    async (token) => {
      const browser = (await startLinkRig()).browser()
      await browser.get(`/no-sms/${token}`)
      const page = await browser.get('/no-sms')
      expect(page.status).toBe(409)
      expect(page.text).toContain('This link is unknown or older than 13 months.')
      expect(page.text).not.toContain('<button type="submit" class="btn btn-primary w-100">')
    },
  )

  test('is none for a password: a cookie of one kind opens no page of the other', async () => {
    const browser = (await startLinkRig()).browser()
    await browser.get(`/no-sms/${TOKEN}`)
    expect((await browser.get('/password-link')).status).toBe(409)
  })

  test('says why nothing was ended when the pharmacy API cannot be asked', async () => {
    const rig = await startLinkRig()
    const browser = rig.browser()
    await browser.get(`/no-sms/${TOKEN}`)
    rig.upstream.pharmacy.refuse = new ProblemError('unavailable', 'not now', { retryAfterS: 5 })
    const refused = await press(browser)
    expect(refused.status).toBe(503)
    expect(refused.text).not.toContain('sends no more')
    expect((await press(browser)).text).toContain('sends no more')
  })
})
