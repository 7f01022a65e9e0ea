// A service's own token: fetched once for all, renewed before its end.
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { afterEach, expect, test } from 'vitest'
import { createServiceTokens, serviceSecretSettings, type ServiceTokens } from './service-token.ts'

let server: Server | null = null
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

/** An identity API whose tokens live `lifeMs`; `asked` holds what it was sent. */
async function identityWith(answer: (count: number) => { status: number; body: unknown }) {
  const asked: unknown[] = []
  const running = createServer((request, response) => {
    void text(request).then((sent) => {
      asked.push(JSON.parse(sent))
      const { status, body } = answer(asked.length)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  server = running
  const baseUrl = `http://127.0.0.1:${await listening(running)}`
  const tokens: ServiceTokens = createServiceTokens({
    baseUrl,
    clientId: 'portal',
    clientSecret: 'a-secret-of-portal',
  })
  return { asked, tokens }
}

const token = (number: number, lifeMs: number) => ({
  status: 200,
  body: { accessToken: `token-${number}`, accessExpiresAt: new Date(Date.now() + lifeMs).toISOString() },
})

test('callers at the same time and later share one token', async () => {
  const { asked, tokens } = await identityWith((count) => token(count, 600_000))
  expect(await Promise.all([tokens.current(), tokens.current(), tokens.current()])).toEqual(
    Array(3).fill('token-1'),
  )
  expect(await tokens.current()).toBe('token-1')
  expect(asked).toEqual([{ clientId: 'portal', clientSecret: 'a-secret-of-portal' }])
})

test('a token that ends within a minute is replaced', async () => {
  const { tokens } = await identityWith((count) => token(count, 59_000))
  expect(await tokens.current()).toBe('token-1')
  expect(await tokens.current()).toBe('token-2')
})

test('a refusal is told to everybody who waits, and the next call asks again', async () => {
  const problem = {
    type: 'urn:x',
    title: 'No',
    status: 503,
    code: 'unavailable',
    detail: 'starting',
    traceId: 'f'.repeat(32),
  }
  const { tokens } = await identityWith((count) =>
    count === 1 ? { status: 503, body: problem } : token(count, 600_000),
  )
  const both = await Promise.allSettled([tokens.current(), tokens.current()])
  expect(both).toMatchObject([
    { status: 'rejected', reason: { code: 'unavailable', message: 'starting' } },
    { status: 'rejected', reason: { code: 'unavailable' } },
  ])
  expect(await tokens.current()).toBe('token-2')
})

test.each([
  { code: 'token_invalid', status: 401 },
  { code: 'rate_limited', status: 429 },
])(
  'a service that is refused with $code is not available: its callers did nothing wrong',
  async (refusal) => {
    const problem = { ...refusal, type: 'urn:x', title: 'No', detail: 'not you', traceId: 'f'.repeat(32) }
    const { tokens } = await identityWith(() => ({ status: refusal.status, body: problem }))
    await expect(tokens.current()).rejects.toMatchObject({
      code: 'unavailable',
      message: 'This service itself was refused: not you',
    })
  },
)

test('the setting of a secret is named after the service, required and never shown', () => {
  const { ServiceClient__Secret__store: setting } = serviceSecretSettings('store')
  expect(setting).toMatchObject({ fallback: null, secret: true })
  expect(setting.schema.safeParse('too short').success).toBe(false)
})
