// The listener of the pages over real sockets: who gets in, who does not, and when it ends.
import { mkdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { handlersThatAnswer } from '../../test/handlers.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { KEY_HEADER } from './answer-request.ts'
import { LIMITS } from './limits.ts'
import { WindowListener } from './window-listener.ts'

const JSON_TYPE = 'application/json'

function setUp({ hasPages = true } = {}) {
  const folder = path.join(temporaryFolder(), 'window')
  mkdirSync(folder)
  if (hasPages) writeFileSync(path.join(folder, 'index.html'), '<title>Pages</title>')
  writeFileSync(path.join(folder, 'window.js'), '"page"')
  writeFileSync(path.join(folder, 'window.js.map'), 'not a page')
  writeFileSync(path.join(folder, '..', 'secret.js'), 'not here')
  const clock = new SteppedClock()
  const askers: string[] = []
  const answered: string[] = []
  const slow = Promise.withResolvers<never>()
  const listener = new WindowListener({
    folder: pathToFileURL(folder),
    clock,
    logger: silentLogger,
    maySignIn: false,
    handlers: (who) => {
      askers.push(who)
      return handlersThatAnswer({
        getSettings: async () => {
          answered.push('getSettings')
          return []
        },
        checkUpdates: async () => {
          answered.push('checkUpdates')
          throw new Error('not asked here')
        },
        doctor: async () => slow.promise,
      })
    },
  })
  onTestFinished(async () => listener.stop())
  return { listener, clock, askers, answered }
}

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}
interface Got {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
}

/** As a browser on the page itself sends it, but for what is given. */
async function send(origin: string, sent: Sent = {}): Promise<Got> {
  const { method = 'POST', path: target = '/v1/updates/check', body = '', headers = {} } = sent
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(target, origin), {
      agent: false,
      method,
      // An empty one is left out.
      headers: Object.fromEntries(
        Object.entries({ origin, 'content-type': JSON_TYPE, ...headers }).filter(([, value]) => value !== ''),
      ),
    })
    request.on('error', reject)
    request.on('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    request.end(method === 'GET' ? undefined : body)
  })
}

async function openLink(listener: WindowListener, who = 'anna') {
  const { url } = await listener.open(who)
  const [origin = '', secret = ''] = url.split('/#open=')
  return { origin, secret }
}

async function letIn(listener: WindowListener) {
  const { origin, secret } = await openLink(listener)
  const got = await send(origin, { path: '/open', body: JSON.stringify({ secret }) })
  const { key } = JSON.parse(got.text) as { key: string }
  const [cookie = ''] = got.headers['set-cookie']?.[0]?.split(';') ?? []
  const headers = { cookie, [KEY_HEADER]: key }
  /** As fetch of the page: of a GET a browser says no origin. */
  const ask = async (target: string, more: Sent = {}): Promise<Got> =>
    send(origin, {
      ...(target.startsWith('GET ')
        ? {
            method: 'GET',
            path: target.slice(4),
            headers: { ...headers, origin: '', 'sec-fetch-site': 'same-origin' },
          }
        : { path: target, headers }),
      ...more,
      ...(more.headers === undefined ? {} : { headers: { ...headers, ...more.headers } }),
    })
  return { origin, secret, got, ask, cookie, key }
}

describe('A link', () => {
  test('lets one browser in, which then may ask', async () => {
    const { listener, askers } = setUp()
    const { got, ask } = await letIn(listener)
    expect(got.headers['set-cookie']).toEqual([
      expect.stringMatching(/^pharmacy-relay-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    expect(JSON.parse((await ask('GET /v1/settings')).text)).toEqual([])
    expect(askers).toEqual(['anna, in a browser'])
  })

  test('is good once', async () => {
    const { listener } = setUp()
    const { origin, secret } = await letIn(listener)
    const again = await send(origin, { path: '/open', body: JSON.stringify({ secret }) })
    expect(again).toMatchObject({ status: 401, text: expect.stringContaining('used already') })
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  test('is good for a minute', async () => {
    const { listener, clock } = setUp()
    const { origin, secret } = await openLink(listener)
    clock.stepMs(LIMITS.linkMs)
    expect((await send(origin, { path: '/open', body: JSON.stringify({ secret }) })).status).toBe(401)
  })

  test.skipIf(process.platform !== 'linux')(
    'is good for the user who asked for it alone, unless root did',
    async () => {
      const { listener } = setUp()
      const own = process.getuid?.() ?? 0
      const opening = async (user: number) => {
        const { origin, secret } = await openLink(listener, `this computer, user ${user}`)
        return async () => send(origin, { path: '/open', body: JSON.stringify({ secret }) })
      }
      const [mine, roots, another] = [await opening(own), await opening(0), await opening(own + 1)]
      expect((await another()).status).toBe(401)
      expect((await mine()).status).toBe(200)
      expect((await roots()).status).toBe(200)
    },
  )

  test('of a browser that is in does not end with a second one, and four may wait', async () => {
    const { listener } = setUp()
    const first = await letIn(listener)
    const links = []
    for (let n = 0; n <= LIMITS.links; n += 1) links.push(await openLink(listener))
    expect((await first.ask('GET /v1/settings')).status).toBe(200)
    const used = []
    for (const { origin, secret } of links)
      used.push((await send(origin, { path: '/open', body: JSON.stringify({ secret }) })).status)
    expect(used).toEqual([401, 200, 200, 200, 200])
    // Five are in now: the one that rests longest went.
    expect((await first.ask('GET /v1/settings')).status).toBe(401)
  })
})

describe('The listener', () => {
  test('is shut until somebody opens it, and says in words that there are no pages', async () => {
    const { listener } = setUp({ hasPages: false })
    await expect(listener.open('anna')).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('sends the pages and nothing else, on loopback alone', async () => {
    const { listener } = setUp()
    const { origin } = await openLink(listener)
    const get = async (target: string) => send(origin, { method: 'GET', path: target })
    const start = await get('/')
    expect(start.text).toBe('<title>Pages</title>')
    expect(start.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/)
    expect(start.headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' })
    expect((await get('/window.js')).headers['content-type']).toContain('javascript')
    for (const target of ['/window.js.map', '/../secret.js', '/%2e%2e/secret.js', '/nothing', '/open'])
      expect((await get(target)).status, target).toBe(404)
    expect(new URL(origin).hostname).toBe('127.0.0.1')
  })

  test.each([
    ['the name of another host', { headers: { host: 'evil.example' } }],
    ['localhost, which is not its address', { headers: { host: 'localhost' } }],
    ['no cookie', { headers: { cookie: '' } }],
    ['no key', { headers: { [KEY_HEADER]: '' } }],
    ['the key of somebody else', { headers: { [KEY_HEADER]: 'x'.repeat(43) } }],
    ['the origin of another page', { headers: { origin: 'http://evil.example' } }],
    ['the origin of another port', { headers: { origin: 'http://127.0.0.1:1' } }],
    ['no origin', { headers: { origin: '' } }],
    ['an opaque origin', { headers: { origin: 'null' } }],
    ['a frame of another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['another port of this computer', { headers: { 'sec-fetch-site': 'same-site' } }],
    ['a form', { headers: { 'content-type': 'text/plain' } }],
    ['a question before the question', { method: 'OPTIONS' }],
    ['another method', { method: 'PUT' }],
    [
      'a read that names neither origin nor site',
      { method: 'GET', path: '/v1/settings', headers: { origin: '' } },
    ],
    [
      'a read of another site',
      { method: 'GET', path: '/v1/settings', headers: { origin: '', 'sec-fetch-site': 'cross-site' } },
    ],
    ['a head', { method: 'HEAD', path: '/v1/settings' }],
    ['a stop, which the window may not ask', { path: '/v1/stop' }],
    ['a label of a page', { path: '/v1/jobs' }],
    ['a link for another browser', { path: '/v1/window' }],
    ['the keys', { path: '/v1/keys/rotate' }],
    ['a pharmacist’s sign-in, which is of the tray’s window', { path: '/v1/session' }],
    ['who is signed in', { method: 'GET', path: '/v1/session', body: '' }],
    ['a path that is none', { path: '/v1/constructor' }],
    ['no JSON', { body: '{' }],
    ['more than is known', { body: '{"more":1}' }],
  ] satisfies readonly (readonly [string, Sent])[])('refuses %s', async (_what, sent) => {
    const { listener, answered } = setUp()
    const { ask } = await letIn(listener)
    const { status, headers } = await ask('/v1/updates/check', sent)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(answered).toEqual([])
  })

  test('passes on what the agent refuses, in words', async () => {
    const { listener } = setUp()
    const { ask } = await letIn(listener)
    const { status, text, headers } = await ask('GET /v1/status')
    expect(status).toBe(500)
    expect(headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(text)).toMatchObject({ code: 'internal' })
  })

  test('refuses a question that is too long, and goes on', async () => {
    const { listener } = setUp()
    const { ask } = await letIn(listener)
    const { status } = await ask('/v1/updates/check', { body: ' '.repeat(LIMITS.bodyBytes + 1) })
    expect(status).toBe(413)
    expect((await ask('GET /v1/settings')).status).toBe(200)
  })

  test('answers eight questions of a browser at a time', async () => {
    const { listener } = setUp()
    const { ask } = await letIn(listener)
    for (let n = 0; n < LIMITS.questions; n += 1) void ask('GET /v1/doctor').catch(() => undefined)
    await expect.poll(async () => (await ask('GET /v1/settings')).status).toBe(429)
    expect((await ask('GET /v1/settings')).text).toContain('rate_limited')
  })

  test('takes no more connections than it has room for', async () => {
    const { listener } = setUp()
    const { origin } = await openLink(listener)
    let closed = 0
    for (let n = 0; n < LIMITS.connections + 3; n += 1) {
      const socket = net.connect(Number(new URL(origin).port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => undefined)
      socket.on('close', () => (closed += 1))
    }
    await until('the others are closed', () => closed === 3)
  })
})

describe('The end', () => {
  test('comes 15 minutes after the last question, not of anybody else', async () => {
    const { listener, clock } = setUp()
    const { origin, ask } = await letIn(listener)
    clock.stepMs(LIMITS.restMs - 1)
    expect((await ask('GET /v1/settings')).status).toBe(200)
    clock.stepMs(LIMITS.restMs - 1)
    expect((await send(origin, { method: 'GET', path: '/' })).status).toBe(200)
    expect((await send(origin, { body: '{}' })).status).toBe(401)
    clock.stepMs(1)
    await expect(send(origin, { method: 'GET', path: '/' })).rejects.toThrow('ECONNREFUSED')
    expect(clock.pending()).toBe(0)
  })

  test('leaves nothing: it opens anew, on another link', async () => {
    const { listener } = setUp()
    const before = await letIn(listener)
    await listener.stop()
    await expect(before.ask('GET /v1/settings')).rejects.toThrow('ECONNREFUSED')
    const after = await letIn(listener)
    expect((await after.ask('GET /v1/settings')).status).toBe(200)
    const stale = { headers: { cookie: before.cookie, [KEY_HEADER]: before.key } }
    expect((await after.ask('/v1/updates/check', stale)).status).toBe(401)
  })
})
