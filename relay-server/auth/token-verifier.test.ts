// The token verifier over keys that it fetches by HTTP.
import { createServer, type Server } from 'node:http'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { createTestTokens, newSigningPair, type TestTokens } from './test-tokens.ts'
import { createTokenVerifier, type TokenVerifier } from './token-verifier.ts'

interface KeysServer {
  readonly url: string
  /** Requests so far. */
  asked(): number
}

/** Serves whatever `answer` gives, until the test ends. */
async function serveKeys(
  answer: () => { readonly status: number; readonly body: string },
): Promise<KeysServer> {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    const { status, body } = answer()
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  const port = await listening(server)
  onTestFinished(() => closeNow(server))
  return { url: `http://127.0.0.1:${port}/keys`, asked: () => asked }
}

function closeNow(server: Server): void {
  server.close()
  server.closeAllConnections()
}

const codeOf = (verifier: TokenVerifier, token: string): Promise<string> =>
  verifier.verify(token).then(
    () => 'accepted',
    (error: unknown) => (error instanceof ProblemError ? error.code : String(error)),
  )

let tokens: TestTokens
beforeAll(async () => {
  tokens = await createTestTokens()
})
const published = () => ({ status: 200, body: JSON.stringify(tokens.jwks) })

test('a valid token says who is calling', async () => {
  const { url, asked } = await serveKeys(published)
  const verifier = createTokenVerifier({ jwksUrl: url })
  const caller = await verifier.verify(
    await tokens.tokenFor('Pharmacist', { claims: { sub: 'somebody', pharmacyId: 7 } }),
  )
  expect(caller).toMatchObject({
    subject: 'somebody',
    role: 'Pharmacist',
    pharmacyId: 7,
    name: 'Test Pharmacist',
  })
  expect(caller.expiresAt.getTime()).toBeGreaterThan(Date.now())
  await verifier.verify(tokens.tokens.Service)
  expect(asked()).toBe(1)
})

describe('with the right keys at hand', () => {
  let verifier: TokenVerifier
  let server: Server
  beforeAll(async () => {
    server = createServer((_request, response) => response.end(JSON.stringify(tokens.jwks)))
    verifier = createTokenVerifier({ jwksUrl: `http://127.0.0.1:${await listening(server)}/` })
  })
  afterAll(() => closeNow(server))

  test('every kind of bad token is invalid', async () => {
    const verdicts = Object.entries(tokens.badTokens).map(async ([name, token]) => [
      name,
      await codeOf(verifier, token),
    ])
    const names = Object.keys(tokens.badTokens).map((name) => [name, 'token_invalid'])
    expect(names.length).toBeGreaterThan(15)
    expect(await Promise.all(verdicts)).toEqual(names)
  })

  test('a token that ended within the minute that clocks may differ is accepted, a second later is not', async () => {
    const ended = (secondsAgo: number): Promise<string> =>
      tokens.tokenFor('Admin', { claims: { exp: Math.floor(Date.now() / 1_000) - secondsAgo } })
    expect(await codeOf(verifier, await ended(50))).toBe('accepted')
    expect(await codeOf(verifier, await ended(61))).toBe('token_invalid')
    await expect(verifier.verify(await ended(61))).rejects.toThrow('expired')
  })
})

test('a token that was found good is not looked at again, until it is over', async () => {
  const { url } = await serveKeys(published)
  const verifier = createTokenVerifier({ jwksUrl: url })
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'] })
  const token = await tokens.tokenFor('Admin', { claims: { exp: Math.floor(Date.now() / 1_000) + 600 } })
  const caller = await verifier.verify(token)
  expect(await verifier.verify(token)).toBe(caller)
  expect(await codeOf(verifier, `${token.slice(0, -2)}AA`)).toBe('token_invalid')
  vi.setSystemTime(Date.now() + 650_000)
  expect(await verifier.verify(token)).toBe(caller)
  vi.setSystemTime(Date.now() + 11_000)
  expect(await codeOf(verifier, token)).toBe('token_invalid')
})

test('a key that is published later is found, and unknown key ids do not ask for keys each time', async () => {
  const later = await createTestTokens(await newSigningPair('later'))
  let current = tokens.jwks
  const { url, asked } = await serveKeys(() => ({ status: 200, body: JSON.stringify(current) }))
  const verifier = createTokenVerifier({ jwksUrl: url })
  expect(await codeOf(verifier, tokens.tokens.Admin)).toBe('accepted')
  current = { keys: [...tokens.jwks.keys, ...later.jwks.keys] }
  for (let round = 0; round < 20; round += 1) {
    expect(
      await codeOf(verifier, await tokens.tokenFor('Admin', { header: { kid: `made-up-${round}` } })),
    ).toBe('token_invalid')
  }
  expect(asked()).toBe(1)
})

describe('the keys cannot be had', () => {
  test.each([
    ['the service refuses', { status: 500, body: '{}' }],
    ['the service redirects', { status: 302, body: '' }],
    ['the answer is no JSON', { status: 200, body: '<html>' }],
    ['the answer is no key set', { status: 200, body: '{"keys":"none"}' }],
  ])('because %s: unavailable, and everything works when they are back', async (_why, answer) => {
    let current = answer
    const { url } = await serveKeys(() => current)
    const verifier = createTokenVerifier({ jwksUrl: url })
    const error: unknown = await verifier.verify(tokens.tokens.Admin).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'unavailable', retryAfterS: 2 })
    current = published()
    expect(await codeOf(verifier, tokens.tokens.Admin)).toBe('accepted')
  })

  test('because nobody listens: unavailable', async () => {
    const server = createServer()
    const port = await listening(server)
    await new Promise((resolve) => server.close(resolve))
    const verifier = createTokenVerifier({ jwksUrl: `http://127.0.0.1:${port}/keys` })
    expect(await codeOf(verifier, tokens.tokens.Admin)).toBe('unavailable')
  })

  test('because the answer never comes: unavailable after 3 s', async () => {
    const server = createServer(() => {})
    const port = await listening(server)
    onTestFinished(() => closeNow(server))
    const verifier = createTokenVerifier({ jwksUrl: `http://127.0.0.1:${port}/` })
    expect(await codeOf(verifier, tokens.tokens.Admin)).toBe('unavailable')
  })
})
