// Sessions in their cookie: flags, tampering, key rotation, limits, memory; and the small pure rules beside them.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createFormTokens } from './csrf.ts'
import { acceptedLanguage, readPreferences } from './preferences.ts'
import { returnPath } from './return-to.ts'
import { isSameOrigin } from './same-origin.ts'
import { createSessionCookie } from './session-cookie.ts'
import { SessionMemory } from './session-memory.ts'
import { isNews, newSession, withTokens, type Session } from './session.ts'

const OLD_KEY = 'b'.repeat(43)
const KEY = 'a'.repeat(43)
const LIMITS = { idleMs: 900_000, absoluteMs: 43_200_000 }

function sessionAt(nowMs: number, role: Session['user']['role'] = 'Support'): Session {
  return newSession({ guid: randomUUID(), name: 'Sam', role }, tokensNamed('first'), nowMs)
}

function tokensNamed(refreshToken: string) {
  const at = '2026-01-01T00:00:00.000Z'
  return { accessToken: 'x'.repeat(700), accessExpiresAt: at, refreshToken, refreshExpiresAt: at }
}

function headerOf(setCookie: string): string {
  return setCookie.split(';')[0] ?? ''
}

describe('the session cookie', () => {
  test('comes back as it was, is Secure, HttpOnly, host-only, and fits into a browser', async () => {
    const cookie = createSessionCookie([KEY])
    const session = sessionAt(5)
    const field = await cookie.write(session)
    expect(field).toMatch(/^__Host-session=[^;]+; Path=\/; Secure; SameSite=Lax; HttpOnly$/)
    expect(field.length).toBeLessThan(4_000)
    expect(await cookie.read(headerOf(field))).toEqual(session)
  })

  test('says nothing readable', async () => {
    const field = await createSessionCookie([KEY]).write(sessionAt(5))
    const parts = headerOf(field)
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString())
    expect(parts.join(' ')).not.toMatch(/Sam|Support|first/)
  })

  test('is refused when any of its parts was changed', async () => {
    const cookie = createSessionCookie([KEY])
    const [name = '', sealed = ''] = headerOf(await cookie.write(sessionAt(5))).split('=')
    const parts = sealed.split('.')
    for (const [at, part] of parts.entries()) {
      const changed = part === '' ? 'A' : (part[0] === 'A' ? 'B' : 'A') + part.slice(1)
      const tampered = parts.with(at, changed).join('.')
      expect(await cookie.read(`${name}=${tampered}`), `part ${at}`).toBeNull()
    }
  })

  test('is refused under another key, and read under the previous one during a rotation', async () => {
    const session = sessionAt(5)
    const header = headerOf(await createSessionCookie([OLD_KEY]).write(session))
    expect(await createSessionCookie([KEY]).read(header)).toBeNull()
    expect(await createSessionCookie([KEY, OLD_KEY]).read(header)).toEqual(session)
  })

  test('counts as none when it comes twice', async () => {
    const cookie = createSessionCookie([KEY])
    const header = headerOf(await cookie.write(sessionAt(5)))
    expect(await cookie.read(`${header}; ${header}`)).toBeNull()
  })

  test('refuses to be larger than browsers keep', async () => {
    const session = { ...sessionAt(5), tokens: { ...tokensNamed('r'), accessToken: 'x'.repeat(4_000) } }
    await expect(createSessionCookie([KEY]).write(session)).rejects.toThrow(/characters/)
  })
})

describe('the cookie is written anew', () => {
  const written = sessionAt(0)
  const used = { ...written, seenAt: 60_000 }
  const endsAt = Date.parse(written.tokens.accessExpiresAt)

  test.each([
    ['half a minute after the last use that it holds', used, 91_000, true],
    ['not for every click', { ...written, seenAt: 29_999 }, 91_000, false],
    ['not for a use alone when its tokens may be spent before the reply is there', used, 90_000, false],
    ['with new tokens at any time', { ...written, tokens: tokensNamed('second') }, 1_000, true],
    ['for another session', { ...written, id: randomUUID() }, 1_000, true],
  ])('%s', (_when, session, leftMs, isNew) => {
    expect(isNews(written, session, endsAt - leftMs)).toBe(isNew)
  })
})

describe('the memory of sessions', () => {
  test('ends a session 15 minutes after its last use and 12 hours after its start', () => {
    const memory = new SessionMemory(LIMITS)
    const session = sessionAt(0)
    expect(memory.current(session, LIMITS.idleMs - 1)).not.toBeNull()
    expect(memory.current(session, LIMITS.idleMs)).toBeNull()
    memory.used(session, LIMITS.idleMs - 1)
    expect(memory.current(session, LIMITS.idleMs)).not.toBeNull()
    const seenNow = { ...session, seenAt: LIMITS.absoluteMs }
    expect(memory.current(seenNow, LIMITS.absoluteMs - 1)).not.toBeNull()
    expect(memory.current(seenNow, LIMITS.absoluteMs)).toBeNull()
  })

  test('refuses the cookie of a session that was signed out, and of a user whose account ended', () => {
    const memory = new SessionMemory(LIMITS)
    const [left, disabled] = [sessionAt(0), sessionAt(0)]
    memory.end(left, 1)
    memory.endUser(disabled.user.guid, 1)
    expect(memory.current(left, 2)).toBeNull()
    expect(memory.current(disabled, 2)).toBeNull()
    expect(memory.current({ ...disabled, id: randomUUID(), startedAt: 2, seenAt: 2 }, 3)).not.toBeNull()
  })

  test('knows whose sessions are in use, and forgets those that ended: nobody is asked about them again', () => {
    const memory = new SessionMemory(LIMITS)
    const [left, demoted, fresh] = [sessionAt(0), sessionAt(0, 'Admin'), sessionAt(2, 'Support')]
    for (const session of [left, demoted]) memory.used(session, 0)
    expect(memory.users(1).map(({ role }) => role)).toEqual([left.user.role, 'Admin'])
    memory.end(left, 1)
    memory.endUser(demoted.user.guid, 1)
    memory.used({ ...fresh, user: { ...demoted.user, role: 'Support' } }, 2)
    expect(memory.users(3).map(({ role }) => role)).toEqual(['Support'])
    expect(memory.users(2 + LIMITS.idleMs)).toEqual([])
  })

  test('gives an old cookie the newest tokens of its session', () => {
    const memory = new SessionMemory(LIMITS)
    const first = sessionAt(0)
    const second = withTokens(first, first.user, tokensNamed('second'))
    const third = withTokens(second, first.user, tokensNamed('third'))
    memory.succeeded(first, second, 0)
    memory.succeeded(second, third, 0)
    expect(memory.current(first, 1)?.tokens.refreshToken).toBe('third')
  })

  test('a changed role means a new session id and new form tokens', () => {
    const before = sessionAt(0, 'Support')
    const after = withTokens(before, { ...before.user, role: 'Admin' }, tokensNamed('second'))
    expect(after.id).not.toBe(before.id)
    expect(after.csrfSecret).not.toBe(before.csrfSecret)
    expect(after.startedAt).toBe(before.startedAt)
  })
})

describe('form tokens', () => {
  const forms = createFormTokens([KEY])

  test('belong to one session', () => {
    const [mine, other] = [sessionAt(0), sessionAt(0)]
    expect(forms.matches(forms.token(mine, null), mine, null)).toBe(true)
    expect(forms.matches(forms.token(other, null), mine, null)).toBe(false)
    for (const wrong of ['', undefined, ['x'], 'x']) expect(forms.matches(wrong, mine, null)).toBe(false)
  })

  test('before sign-in belong to the signed cookie', () => {
    const nonce = forms.newNonce()
    const header = headerOf(forms.nonceCookie(nonce))
    expect(forms.readNonce(header)).toBe(nonce)
    expect(forms.readNonce(header.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')))).toBeNull()
    expect(forms.matches(forms.token(null, nonce), null, nonce)).toBe(true)
    expect(forms.matches(forms.token(null, nonce), null, forms.newNonce())).toBe(false)
    // Without a cookie there is no token that would fit, not even the empty one.
    expect(forms.matches('', null, null)).toBe(false)
  })
})

describe('where a sign-in leads', () => {
  test.each([
    ['/relay', '/relay'],
    ['/relay?name=a%20b&sort=-name', '/relay?name=a%20b&sort=-name'],
    ['/relay/P-1001', '/relay/P-1001'],
    ['/relay/../relay', '/relay'],
  ])('to a path of this site: %s', (given, expected) => {
    expect(returnPath(given)).toBe(expected)
  })

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/%09/evil.example\t',
    '/\t/evil.example',
    '/a\r\nSet-Cookie: x=1',
    'javascript:alert(1)',
    'relay',
    '',
    '/.//evil.example',
    '/a/..//evil.example',
    '/sign-in?returnTo=/relay',
    '/sign-out',
    `/${'a'.repeat(1_001)}`,
    ['/relay'],
    undefined,
  ])('and never elsewhere: %j', (given) => {
    expect(returnPath(given)).toBeNull()
  })
})

describe('the origin of what changes something', () => {
  const rule = { publicOrigin: 'https://portal.example', loopbackOrigins: false }
  const development = { publicOrigin: 'http://127.0.0.1:5132', loopbackOrigins: true }
  const host = 'portal.example'

  test.each([
    [{ host, origin: 'https://portal.example' }, rule],
    [{ host, 'sec-fetch-site': 'same-origin' }, rule],
    [{ host: 'localhost:5132', origin: 'http://localhost:5132' }, development],
    [{ host: '127.0.0.1:7', origin: 'http://127.0.0.1:7' }, development],
  ])('is ours: %j', (headers, given) => {
    expect(isSameOrigin(headers, given)).toBe(true)
  })

  test.each([
    [{ host }, rule],
    [{ host, origin: 'null' }, rule],
    [{ host, origin: 'http://portal.example' }, rule],
    [{ host, origin: 'https://portal.example.evil.example' }, rule],
    [{ host, origin: 'https://portal.example', 'sec-fetch-site': 'same-site' }, rule],
    [{ host, 'sec-fetch-site': 'none' }, rule],
    [{ host: 'localhost:5132', origin: 'http://localhost:5132' }, rule],
    [{ host: 'localhost:5132', origin: 'http://127.0.0.1:5133' }, development],
    [{ host: 'evil.example', origin: 'http://evil.example' }, development],
    [{ host: 'localhost.evil.example', origin: 'http://localhost.evil.example' }, development],
  ])('is not ours: %j', (headers, given) => {
    expect(isSameOrigin(headers, given)).toBe(false)
  })
})

describe('language and theme', () => {
  test.each([
    ['de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['eo, tr;q=0.5, en;q=0.4', 'tr'],
    ['en;q=0.1, tr;q=0', 'en'],
    ['*', 'en'],
    [undefined, 'en'],
    [';;;q=q,,', 'en'],
  ] as const)('%s means %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language)
  })

  test('come from the cookie, each only when it is on its list', () => {
    expect(readPreferences('prefs=tr.dark', 'de')).toEqual({ language: 'tr', theme: 'dark' })
    expect(readPreferences('prefs=<b>.pink', 'de')).toEqual({ language: 'de', theme: 'auto' })
  })
})
