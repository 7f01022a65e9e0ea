// What the router promises beyond the table: hostile bodies, trace ids, replies of declared fields only.
import { createServer, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { MAX_REPLY_BYTES, endpoint, type EndpointTable } from '@pharmacy-relay/shared/api/endpoint.ts'
import { IdText } from '@pharmacy-relay/shared/ids.ts'
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { createTestTokens } from '../auth/test-tokens.ts'
import { createApiClient, type ApiClient } from './api-client.ts'
import { createApiApp } from './api-app.ts'
import { listen } from './listen.ts'

const table = {
  echo: endpoint({
    method: 'POST',
    path: '/echo',
    summary: 'Answers what it got',
    access: 'public',
    body: z.strictObject({ text: z.string() }),
    maxBodyBytes: 1_000,
    reply: { status: 200, schema: z.object({ text: z.string() }) },
    refusals: ['rate_limited'],
  }),
  one: endpoint({
    method: 'PUT',
    path: '/things/{thingId}',
    summary: 'Changes a thing',
    access: ['Admin'],
    params: z.strictObject({ thingId: IdText }),
    query: z.strictObject({ note: z.string().max(5).default('-') }),
    versioned: true,
    reply: { status: 200, schema: z.object({ version: z.int(), note: z.string(), thingId: z.int() }) },
  }),
  file: endpoint({
    method: 'GET',
    path: '/file/{size}',
    summary: 'Answers bytes',
    access: 'public',
    params: z.strictObject({ size: IdText }),
    reply: { status: 200, schema: null, bytes: 'application/pdf' },
  }),
} as const satisfies EndpointTable

class SqlError extends Error {}
const logged: string[] = []
const logger: Logger = {
  ...silentLogger,
  error: (event, error) => void logged.push(`${event} ${String(error)}`),
}
let server: Server
let baseUrl: string
let client: ApiClient
let admin: string

beforeAll(async () => {
  const tokens = await createTestTokens()
  admin = tokens.tokens.Admin
  const echo = ({ text }: { text: string }) => {
    if (text === 'limit') throw new ProblemError('rate_limited', 'Slower', { retryAfterS: 7 })
    if (text === 'database') throw new SqlError('secret row values')
    if (text === 'fault') throw new Error('secret inner words')
    return { text: text === 'wrong reply' ? Number.NaN : text, passwordHash: 'secret' }
  }
  const app = createApiApp({
    title: 'test',
    table,
    handlers: {
      echo: ({ body }) => Promise.resolve().then(() => echo(body) as { text: string }),
      one: ({ params, query, version }) =>
        Promise.resolve({ version: version + 1, note: query.note, ...params }),
      file: ({ params }) => Promise.resolve(Buffer.alloc(params.size, 7)),
    },
    tokens: tokens.verifier,
    internalApi: null,
    logger,
    translate: (error) => (error instanceof SqlError ? new ProblemError('unavailable', 'Later') : null),
  })
  server = createServer(app)
  baseUrl = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0, setting: 'Test__Port' })}`
  client = createApiClient({ baseUrl, timeoutMs: 5_000, headers: () => Promise.resolve({}) })
})
afterAll(() => server.close().closeAllConnections())

async function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const given = { 'content-type': 'application/json', ...headers }
  const response = await fetch(`${baseUrl}/echo`, { method: 'POST', body, headers: given })
  return { response, status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('a reply of bytes', () => {
  const ask = async (size: number) =>
    client.call(table.file, { params: { size: String(size) }, query: null, body: null }, { token: null })

  test('arrives as it was given, with its media type, and is not kept', async () => {
    expect(await ask(300)).toEqual(Buffer.alloc(300, 7))
    const { headers } = await fetch(`${baseUrl}/file/3`)
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      'application/pdf',
      'no-store',
    ])
  })

  test('beyond the limit is not taken in', async () => {
    await expect(ask(MAX_REPLY_BYTES)).resolves.toHaveLength(MAX_REPLY_BYTES)
    await expect(ask(MAX_REPLY_BYTES + 1)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

describe('a request body', () => {
  test('that names __proto__ or constructor is refused like any unknown field', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const { status, body } = await post(`{"text":"x","${name}":{"isAdmin":true}}`)
      expect([name, status, body['errors']]).toEqual([
        name,
        422,
        [{ path: `body.${name}`, message: 'is not known here' }],
      ])
    }
  })

  test('that is compressed is refused, however small', async () => {
    const { status, body } = await post(new Uint8Array(gzipSync('{"text":"x"}')), {
      'content-encoding': 'gzip',
    })
    expect([status, body['code']]).toEqual([400, 'request_refused'])
  })

  test('that is missing, a list or empty is refused with the field named', async () => {
    for (const text of ['', '[]', '{}']) {
      const { status, body } = await post(text)
      expect([text, status, body['code']]).toEqual([text, 422, 'invalid'])
    }
  })

  test('of exactly the limit is taken, one byte more is not', async () => {
    const frame = JSON.stringify({ text: '' }).length
    expect((await post(JSON.stringify({ text: 'x'.repeat(1_000 - frame) }))).status).toBe(200)
    expect((await post(JSON.stringify({ text: 'x'.repeat(1_001 - frame) }))).status).toBe(413)
  })

  test('a hundred levels deep harms nobody', async () => {
    const { status } = await post(`{"text":${'['.repeat(400)}${']'.repeat(400)}}`)
    expect(status).toBe(422)
  })
})

describe('a reply', () => {
  test('has declared fields only and is never cached', async () => {
    const { response, body } = await post('{"text":"hello"}')
    expect(body).toEqual({ text: 'hello' })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-powered-by')).toBe(null)
  })

  test('carries the trace id that the gateway gave, and a new one for anything else', async () => {
    const traceId = '0123456789abcdef0123456789abcdef'
    expect((await post('{"text":"x"}', { 'x-trace-id': traceId })).response.headers.get('x-trace-id')).toBe(
      traceId,
    )
    const other = await post('{', { 'x-trace-id': 'x'.repeat(32) })
    expect(other.response.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/)
    expect(other.body['traceId']).toBe(other.response.headers.get('x-trace-id'))
  })

  test('of a fault says nothing of it, and the fault is logged once', async () => {
    logged.length = 0
    for (const text of ['fault', 'wrong reply']) {
      const { status, body } = await post(JSON.stringify({ text }))
      expect([status, body['code']]).toEqual([500, 'internal'])
      expect(JSON.stringify(body)).not.toMatch(/secret|zod|expected/i)
    }
    expect(logged).toHaveLength(2)
    expect(logged[0]).toBe('request.failed Error: secret inner words')
  })

  test('of a failure that the layer below explains is that, without its words', async () => {
    const { status, body } = await post('{"text":"database"}')
    expect([status, body['code'], body['detail']]).toEqual([503, 'unavailable', 'Later'])
  })
})

test.each(['/things/%E0%A4%A', '/things/%', '/things/1/', '/Things/1', '//things/1', '/things/1%2F2'])(
  'the address %s breaks nothing',
  async (address) => {
    const headers = { authorization: `Bearer ${admin}`, 'if-match': '"1"' }
    const response = await fetch(`${baseUrl}${address}`, { method: 'PUT', headers })
    expect([400, 404, 422]).toContain(response.status)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
  },
)

describe('the client', () => {
  const one = (params: { thingId: string }, query: { note?: string } = {}) =>
    client.call(table.one, { params, query, body: null }, { token: admin, version: 3 })

  test('sends path, query and version, and gives the parsed reply', async () => {
    expect(await one({ thingId: '7' }, { note: 'a&b=c' })).toEqual({ version: 4, note: 'a&b=c', thingId: 7 })
    expect(await one({ thingId: '7' })).toEqual({ version: 4, note: '-', thingId: 7 })
  })

  test('gives the code, the words, the faulty fields and the wait of a refusal', async () => {
    const limited = client.call(
      table.echo,
      { params: null, query: null, body: { text: 'limit' } },
      { token: null },
    )
    await expect(limited).rejects.toMatchObject({ code: 'rate_limited', message: 'Slower', retryAfterS: 7 })
    const faulty = [{ path: 'path.thingId', message: 'must be a whole number from 1' }]
    await expect(one({ thingId: 'a/b?c' })).rejects.toMatchObject({ code: 'invalid', errors: faulty })
  })

  test.each(['..', '.', '', '\ud800'])('does not leave the path for %j', async (thingId) => {
    await expect(one({ thingId })).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ path: 'path.thingId' }],
    })
  })

  test('tells a service that is away, one that is silent and one that talks nonsense', async () => {
    const answers = createServer((request, response) => {
      if (request.url === '/nonsense/echo') response.writeHead(500).end('<html>')
      else if (request.url === '/cut/echo')
        response.writeHead(200, { 'content-length': '100' }).write('{"te', () => response.destroy())
      else if (request.url === '/elsewhere/echo')
        response.writeHead(302, { location: `${baseUrl}/echo` }).end()
    })
    const port = await listen(answers, { host: '127.0.0.1', port: 0, setting: 'Test__Port' })
    const codeAt = async (path: string, timeoutMs: number): Promise<unknown> => {
      const other = createApiClient({
        baseUrl: `http://127.0.0.1:${port}${path}`,
        timeoutMs,
        headers: () => Promise.resolve({}),
      })
      const call = other.call(table.echo, { params: null, query: null, body: { text: 'x' } }, { token: null })
      return call.catch((error: unknown) => (error instanceof ProblemError ? error.code : error))
    }
    expect(await codeAt('/nonsense', 5_000)).toBe('upstream_unavailable')
    expect(await codeAt('/cut', 5_000)).toBe('upstream_unavailable')
    expect(await codeAt('/elsewhere', 5_000)).toBe('upstream_unavailable')
    expect(await codeAt('/silent', 100)).toBe('upstream_timeout')
    answers.close().closeAllConnections()
    expect(await codeAt('/gone', 5_000)).toBe('upstream_unavailable')
  })
})

test('the OpenAPI document has every refusal with its codes, and headers that are needed', async () => {
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<string, { responses: Record<string, { description: string }>; parameters: unknown[] }>
    >
  }
  const operation = document.paths['/things/{thingId}']?.['put']
  expect(Object.keys(operation?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '412', '422', '428', '500', '503']),
  )
  expect(operation?.responses['401']?.description).toContain('`token_missing`')
  expect(operation?.parameters).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ in: 'header', name: 'If-Match', required: true }),
      expect.objectContaining({ in: 'path', name: 'thingId', required: true }),
      expect.objectContaining({ in: 'query', name: 'note' }),
    ]),
  )
})
