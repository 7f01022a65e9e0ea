// A phone as a scanner: paired by a code, its token in a sealed cookie of its own path, each scan answered in words.
import { describe, expect, test } from 'vitest'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { load } from '../../test/page-text.ts'
import { startPortalRig } from '../../test/portal-rig.ts'
import type { BrowserReply } from '../../test/test-browser.ts'

const NAME = 'Phone of the counter'
const SCAN = ']d201034531200000111719112510ABCD1234\u001d21XYZ'
const { scanner: s } = texts('en')

async function startScannerRig() {
  const rig = await startPortalRig()
  const { scanners } = rig.upstream.pharmacy
  const post = async (path: string, fields: Record<string, string>, browser = phone): Promise<BrowserReply> =>
    browser.post(path, { csrf: await browser.csrfOf(path), ...fields })
  const phone = rig.browser()
  const pair = async (code = 'bcdf-ghjk', name = NAME) => post('/scanner/pair', { code, name })
  /** As the script sends it. */
  const sent = async (scan: string) =>
    phone.post('/scanner', { csrf: await phone.csrfOf('/scanner'), scan }, { 'hx-request': 'true' })
  return { ...rig, scanners, phone, post, pair, sent }
}

describe('pairing', () => {
  test('says with which workplace, and keeps the token sealed in a cookie of the scanner’s pages alone', async () => {
    const { scanners, phone, pair } = await startScannerRig()
    expect((await phone.get('/scanner')).location).toBe('/scanner/pair')
    const done = await pair()
    expect([done.status, done.location, done.notice]).toEqual([303, '/scanner', 'paired'])
    const page = await phone.get('/scanner')
    expect(page.text).toContain('This phone is paired with COUNTER-1.')
    expect(page.text).toContain(`${NAME} scans for COUNTER-1.`)
    expect(page.text + page.headers.get('location') + phone.cookieHeader()).not.toContain(scanners.tokens[0])
    expect(phone.cookies.get('__Secure-scanner')).toMatch(/^eyJ/)
  })

  test('sets its cookie HttpOnly and Secure, below /scanner and nowhere else', async () => {
    const { url, phone, pair } = await startScannerRig()
    await pair()
    const reply = await fetch(`${url}/scanner`, { headers: { cookie: phone.cookieHeader() } })
    const field = reply.headers.getSetCookie().find((one) => one.startsWith('__Secure-scanner='))
    expect(field).toMatch(/; Path=\/scanner; Secure; SameSite=Lax; HttpOnly; Max-Age=34560000$/)
  })

  test('says at its field what is wrong with a code, and keeps the name', async () => {
    const { scanners, pair } = await startScannerRig()
    const short = await pair('BCD')
    expect([short.status, short.text.includes(s.codeFault)]).toEqual([422, true])
    expect(load(short.text).field('name')).toBe(NAME)
    const wrong = await pair('BCDF-GHJX')
    expect([wrong.status, wrong.text.includes(s.codeOver)]).toEqual([404, true])
    expect((await pair('BCDFGHJK', ' ')).text).toContain(s.nameFault)
    expect(scanners.asked).toHaveLength(1)
  })

  test('H37: once more brings the token that the phone had', async () => {
    const { scanners, pair } = await startScannerRig()
    await pair()
    scanners.code = 'BCDFGHJL'
    await pair('BCDFGHJL')
    expect(scanners.asked.map(({ token }) => token)).toEqual([null, scanners.tokens[0]])
  })
})

describe('a scan', () => {
  test('without the script is taken, separators and all, and a reload sends none again', async () => {
    const { scanners, phone, post, pair } = await startScannerRig()
    await pair()
    const done = await post('/scanner', { scan: SCAN })
    expect([done.status, done.location]).toEqual([303, '/scanner'])
    const page = await phone.get('/scanner')
    expect(page.text).toContain('Taken: COUNTER-1 has the scan.')
    expect(page.text).not.toContain('ABCD1234')
    expect((await phone.get('/scanner')).text).not.toContain('Taken')
    expect(scanners.scans).toEqual([SCAN])
  })

  test('is answered to the script in words alone, with how it sounds', async () => {
    const { scanners, pair, sent } = await startScannerRig()
    await pair()
    const taken = await sent(SCAN)
    expect(taken.text).toMatch(/^<p class="scan-said scan-taken" data-said="taken">/)
    scanners.isSignedIn = false
    const nobody = await sent(SCAN)
    expect(nobody.text).toContain(s.nobody('COUNTER-1'))
    expect([nobody.status, nobody.text.includes('data-said="refused"')]).toEqual([409, true])
    const odd = await sent('Süß')
    expect([odd.status, odd.text.includes(s.unreadable)]).toEqual([422, true])
    expect(scanners.scans).toEqual([SCAN])
  })

  test('of a phone that is paired no more says so with a way to pair it, and the page leads there from then on', async () => {
    const { scanners, phone, pair } = await startScannerRig()
    await pair()
    const csrf = await phone.csrfOf('/scanner')
    scanners.tokens.pop()
    const ended = await phone.post('/scanner', { csrf, scan: SCAN }, { 'hx-request': 'true' })
    expect(ended.text).toContain(`${s.ended} <a href="/scanner/pair">Pair</a>`)
    expect((await phone.get('/scanner')).location).toBe('/scanner/pair')
    const page = await phone.get('/scanner/pair')
    expect(page.text).toContain(s.ended)
    expect(load(page.text).field('name')).toBe(NAME)
  })

  test('of which nobody can say whether it arrived is told as such, not as refused by the workplace', async () => {
    const { upstream, pair, sent } = await startScannerRig()
    await pair()
    upstream.cutPath = 'POST /Pharmacy/api/v1/scans'
    const cut = await sent(SCAN)
    expect(cut.status).toBe(502)
    expect(cut.text).toContain(texts('en').problems.upstream_unavailable.title)
  })

  test('is taken from our own page alone', async () => {
    const { scanners, phone, pair } = await startScannerRig()
    await pair()
    const csrf = await phone.csrfOf('/scanner')
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    expect((await phone.post('/scanner', { csrf, scan: SCAN }, foreign)).status).toBe(403)
    expect((await phone.post('/scanner', { csrf: 'x', scan: SCAN })).status).toBe(403)
    expect(scanners.scans).toEqual([])
  })
})

describe('a phone that is forgotten', () => {
  test('is gone at the pharmacy and in its browser, after a question', async () => {
    const { scanners, phone, post, pair } = await startScannerRig()
    await pair()
    expect((await phone.get('/scanner/forget')).text).toContain(s.forgetMeans(NAME))
    expect(scanners.tokens).toHaveLength(1)
    const done = await post('/scanner/forget', {})
    expect([done.location, done.notice]).toEqual(['/scanner/pair', 'forgotten'])
    expect(scanners.tokens).toEqual([])
    expect(phone.cookies.has('__Secure-scanner')).toBe(false)
    expect((await phone.get('/scanner/pair')).text).toContain(s.forgotten)
  })

  test('stays one while the pharmacy does not answer, whose token would else be good for who copied it', async () => {
    const { upstream, scanners, phone, post, pair } = await startScannerRig()
    await pair()
    upstream.cutPath = 'DELETE /Pharmacy/api/v1/scanners/self'
    expect((await post('/scanner/forget', {})).status).toBe(502)
    expect(phone.cookies.has('__Secure-scanner')).toBe(true)
    expect(scanners.tokens).toHaveLength(1)
  })
})

test('the camera is allowed on the page that scans, and on no other', async () => {
  const { phone, pair } = await startScannerRig()
  await pair()
  const policy = async (path: string) => (await phone.get(path)).headers.get('permissions-policy')
  expect(await policy('/scanner')).toBe('camera=(self)')
  for (const path of ['/scanner/pair', '/scanner/forget', '/sign-in', '/nothing', '/assets/portal.css'])
    expect(await policy(path), path).toBe('camera=()')
})
