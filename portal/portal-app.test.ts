// The way through the portal: sign-in, list, detail, forms, keys; who may see what, and what is refused.
import { describe, expect, test } from 'vitest'
import { PASSWORD, emailOf } from './test/memory-identity.ts'
import { load } from './test/page-text.ts'
import { signIn, startPortalRig } from './test/portal-rig.ts'

describe('the way through the portal', () => {
  test('leads from the sign-in to the list and on to a pharmacy', async () => {
    const rig = await startPortalRig()
    const browser = rig.browser()

    const first = await browser.get('/relay?name=cent')
    expect(first.status).toBe(303)
    expect(first.location).toBe('/sign-in?returnTo=%2Frelay%3Fname%3Dcent')
    expect(await signIn(browser, 'Support', '/relay?name=cent')).toBe('/relay?name=cent')

    const list = await browser.get('/relay?name=cent')
    expect(list.status).toBe(200)
    expect(list.text).toContain('P-1001')
    expect(list.text).not.toContain('P-1002')
    const detail = await browser.get('/relay/P-1001')
    expect(detail.status).toBe(200)
    expect(detail.text).toContain('central@example.com')
  })

  test('/ is the overview, for who is signed in', async () => {
    const rig = await startPortalRig()
    expect((await rig.browser().get('/')).location).toMatch(/^\/sign-in/)
    const { status, text } = await (await rig.signedIn('Support')).get('/')
    expect(status).toBe(200)
    expect(text).toContain('href="/support?problem=offline"')
    expect(text).toContain('href="/support/tasks?view=free"')
  })

  test('gives the live parts alone', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    for (const path of ['/relay/table?name=cent', '/relay/P-1001/computers']) {
      const fragment = await browser.get(path)
      expect(fragment.status, path).toBe(200)
      expect(fragment.text, path).toContain('data-live-region')
      expect(fragment.text, path).not.toContain('<html')
    }
  })

  test('calls the APIs with the person’s token, the service token and the browser’s address', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    rig.upstream.seen.length = 0
    await browser.get('/relay')
    const call = rig.upstream.seen.find(({ path }) => path.startsWith('/Store/api/v1/panel/relay/customers'))
    expect(call?.headers['x-client-address']).toBe('127.0.0.1')
    expect(call?.headers['x-service-token']).toMatch(/^ey/)
    expect(call?.headers.authorization).toMatch(/^Bearer ey/)
    expect(call?.headers.authorization).not.toBe(`Bearer ${call?.headers['x-service-token']?.toString()}`)
    expect(call?.headers.cookie).toBeUndefined()
  })
})

describe('whose address the gateway counts', () => {
  test.each([
    ['the connection’s own, whatever the browser claims', false, '127.0.0.1'],
    ['behind a terminator the one it added last', true, '203.0.113.7'],
  ])('is %s', async (_which, behindTerminator, address) => {
    const rig = await startPortalRig({ options: { behindTerminator } })
    const browser = await rig.signedIn()
    rig.upstream.seen.length = 0
    await browser.get('/relay', { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })
    expect(rig.upstream.seen.map(({ headers }) => headers['x-client-address'])).toContain(address)
  })
})

describe('who may see what', () => {
  test.each(['Admin', 'Support', 'SuperSupport'] as const)('%s sees the list', async (role) => {
    const rig = await startPortalRig()
    expect((await (await rig.signedIn(role)).get('/relay')).status).toBe(200)
  })

  test.each(['Pharmacist', 'Customer', 'Service'] as const)('%s may not sign in here', async (role) => {
    const rig = await startPortalRig()
    const browser = rig.browser()
    const csrf = await browser.csrfOf('/sign-in')
    const reply = await browser.post('/sign-in', {
      csrf,
      email: emailOf(role),
      password: PASSWORD,
      returnTo: '',
    })
    expect(reply.status).toBe(403)
    expect(browser.cookies.has('__Host-session')).toBe(false)
    expect(rig.upstream.identity.endedRefreshTokens.size).toBe(1)
  })

  test.each(['Support', 'SuperSupport'] as const)('%s may not change anything', async (role) => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn(role)
    const csrf = await browser.csrfOf('/relay')
    for (const path of ['/relay/new', '/relay/P-1001/edit', '/relay/P-1001/pairing']) {
      expect((await browser.get(path)).status, path).toBe(403)
      expect((await browser.post(path, { csrf, version: '1' })).status, path).toBe(403)
    }
    expect(
      rig.upstream.seen.some(
        ({ method, path }) => method !== 'GET' && path.startsWith('/Store/api/v1/panel'),
      ),
    ).toBe(false)
  })

  test('a role that was taken away shows the forbidden page with the next token', async () => {
    const rig = await startPortalRig()
    rig.upstream.identity.accessLifeMs = 30_000
    const browser = await rig.signedIn('Support')
    rig.upstream.identity.user('Support').role = 'Customer'
    expect((await browser.get('/relay')).status).toBe(403)
  })
})

describe('signing in', () => {
  test('with a wrong password says so and keeps the e-mail, not the password', async () => {
    const rig = await startPortalRig()
    const browser = rig.browser()
    const csrf = await browser.csrfOf('/sign-in')
    const reply = await browser.post('/sign-in', {
      csrf,
      email: emailOf('Admin'),
      password: 'wr0ng-one',
      returnTo: '',
    })
    expect(reply.status).toBe(401)
    expect(load(reply.text).field('email')).toBe(emailOf('Admin'))
    expect(reply.text).not.toContain('wr0ng-one')
    expect(browser.cookies.has('__Host-session')).toBe(false)
  })

  test('of a disabled account is refused like a wrong password', async () => {
    const rig = await startPortalRig()
    rig.upstream.identity.user('Admin').isActive = false
    await expect(rig.signedIn('Admin')).rejects.toThrow('sign-in: 401')
  })

  test('never leads to another site', async () => {
    const rig = await startPortalRig()
    for (const returnTo of ['https://evil.example/', '//evil.example/', '/\\evil.example']) {
      expect(await signIn(rig.browser(), 'Admin', returnTo)).toBe('/relay')
    }
    const page = await rig.browser().get('/sign-in?returnTo=//evil.example/')
    const form = page.text.slice(page.text.indexOf('action="/sign-in"'))
    expect(load(form).field('returnTo')).toBe('/relay')
  })

  test('makes a new session and new form tokens each time', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    const [cookie, csrf] = [browser.cookies.get('__Host-session'), await browser.csrfOf('/relay')]
    browser.cookies.delete('__Host-session')
    await signIn(browser, 'Admin')
    expect(browser.cookies.get('__Host-session')).not.toBe(cookie)
    expect(await browser.csrfOf('/relay')).not.toBe(csrf)
    expect((await browser.post('/preferences', { csrf, theme: 'dark' })).status).toBe(403)
  })

  test('while the gateway does not answer is told in words with 502', async () => {
    const rig = await startPortalRig()
    rig.upstream.cutPath = '/SignIn'
    await expect(rig.signedIn()).rejects.toThrow('sign-in: 502')
  })
})

describe('creating and editing a pharmacy', () => {
  const NEW = { storeId: 'p-2001', name: 'Harbour', email: 'harbour@example.com', phone: '+44 1234 567891' }

  test('creates it and leads to its page', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    const csrf = await browser.csrfOf('/relay/new')
    const reply = await browser.post('/relay/new', { csrf, ...NEW })
    expect(reply.status).toBe(303)
    expect([reply.location, reply.notice]).toEqual(['/relay/P-2001', 'created'])
    expect(rig.upstream.store.customers.at(-1)).toMatchObject({ storeId: 'P-2001', phone: '+441234567891' })
  })

  test('shows the form again with the entries when a field is wrong or the store ID is taken', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    const csrf = await browser.csrfOf('/relay/new')
    const wrong = await browser.post('/relay/new', { csrf, ...NEW, email: 'no address' })
    expect(wrong.status).toBe(422)
    expect(load(wrong.text).field('name')).toBe('Harbour')
    expect(wrong.text).toContain('aria-invalid="true"')
    expect((await browser.post('/relay/new', { csrf, ...NEW, storeId: 'P-1001' })).status).toBe(409)
    expect(rig.upstream.store.customers).toHaveLength(2)
  })
})

describe('addresses that lead nowhere', () => {
  test.each(['/relay/P-9999', '/relay/nonsense', '/relay/%2F..', '/nothing', '/relay//', '/RELAY'])(
    '%s is answered 404 in words',
    async (path) => {
      const rig = await startPortalRig()
      const reply = await (await rig.signedIn()).get(path)
      expect(reply.status).toBe(404)
      expect(reply.text).toContain('<h1>')
    },
  )

  test.each([
    ['/relay/?name=cent', '/relay?name=cent'],
    ['/relay/P-1001/', '/relay/P-1001'],
    ['/sign-in/', '/sign-in'],
  ])('%s leads to %s, signed in or not', async (address, page) => {
    const rig = await startPortalRig()
    const reply = await rig.browser().get(address)
    expect(reply.status).toBe(308)
    expect(reply.location).toBe(page)
  })

  test.each(['//evil.example/', '/%5Cevil.example/', '/\\evil.example/'])(
    '%s does not lead to another host',
    async (address) => {
      const rig = await startPortalRig()
      const { location } = await rig.browser().get(address)
      expect(new URL(location ?? '/', rig.url).origin).toBe(rig.url)
    },
  )

  test.each([
    'page=0',
    'page=-1',
    'page=1e9',
    'page=99999999',
    'pageSize=201',
    'sort=password',
    `name=${'x'.repeat(101)}`,
    'q=a&q=b',
    'page[]=1&page=2&page=3',
  ])('the list’s query ?%s is answered in words', async (query) => {
    const rig = await startPortalRig()
    const reply = await (await rig.signedIn()).get(`/relay?${query}`)
    expect([200, 422]).toContain(reply.status)
    expect(reply.text).toContain('<h1>')
    expect(rig.upstream.store.listQueries).toHaveLength(reply.status === 200 ? 1 : 0)
  })

  test('unknown fields of the query are left out, hostile text is escaped', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    const reply = await browser.get(
      `/relay?utm=1&__proto__=x&name=${encodeURIComponent('"><script>alert(1)</script>')}`,
    )
    expect(reply.status).toBe(200)
    expect(reply.text).not.toContain('<script>alert')
    expect(Object.keys(rig.upstream.store.listQueries[0] ?? {})).not.toContain('utm')
  })

  test('a broken escape in the address is refused, not a crash', async () => {
    const rig = await startPortalRig()
    expect((await (await rig.signedIn()).get('/relay/%E0%A4%A')).status).toBe(400)
  })
})

describe('an API that fails', () => {
  test('is a page in words with its status; a fragment for fragments', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    rig.upstream.cutPath = '/Store/'
    const page = await browser.get('/relay')
    expect(page.status).toBe(502)
    expect(page.text).toContain('<h1>')
    const fragment = await browser.get('/relay/table')
    expect(fragment.status).toBe(502)
    expect(fragment.text).toMatch(/^<p role="alert">/)
    rig.upstream.cutPath = null
    expect((await browser.get('/relay')).status).toBe(200)
  })
})
