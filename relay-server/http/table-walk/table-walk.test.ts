// The table walk against a small API: it passes what is right, and finds what is wrong.
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { endpoint, paging, type EndpointTable } from '@pharmacy-relay/shared/api/endpoint.ts'
import { IdText, Instant, Uuid, lineOfText } from '@pharmacy-relay/shared/ids.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { createTestTokens, type TestTokens } from '../../auth/test-tokens.ts'
import { createApiApp } from '../api-app.ts'
import type { EndpointHandlers } from '../endpoint-router.ts'
import { listen } from '../listen.ts'
import { walkTable, type WalkSite } from './table-walk.ts'

const Line = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: lineOfText(20) }),
  z.strictObject({ kind: z.literal('count'), count: z.int().min(1).max(9) }),
])
const noteTable = {
  listNotes: endpoint({
    method: 'GET',
    path: '/notes',
    summary: 'List',
    access: ['Admin', 'Support'],
    query: z.strictObject({ ...paging, since: Instant.optional() }),
    reply: { status: 200, schema: z.strictObject({ page: z.int() }) },
  }),
  putNote: endpoint({
    method: 'PUT',
    path: '/notes/{noteId}',
    summary: 'Write',
    access: ['Admin', 'Pharmacist'],
    params: z.strictObject({ noteId: IdText }),
    body: z.strictObject({ title: lineOfText(40), owner: Uuid.nullable(), lines: z.array(Line).max(5) }),
    versioned: true,
    maxBodyBytes: 1_000,
    reply: { status: 200, schema: z.strictObject({ version: z.int() }) },
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/notes',
    summary: 'Add, once for each key',
    access: ['Admin'],
    body: z.strictObject({ title: lineOfText(40) }),
    idempotent: true,
    maxBodyBytes: 1_000,
    reply: { status: 201, schema: z.strictObject({ id: z.int() }) },
  }),
  putBasket: endpoint({
    method: 'PUT',
    path: '/basket',
    summary: 'Of whoever stands in the shop',
    access: 'visitor',
    body: z.strictObject({ title: lineOfText(40) }),
    maxBodyBytes: 1_000,
    reply: { status: 200, schema: z.strictObject({ kind: z.string() }) },
  }),
  pingInside: endpoint({
    method: 'POST',
    path: '/inside',
    summary: 'For services inside',
    access: 'internal-key',
    reply: { status: 204, schema: null },
  }),
} as const satisfies EndpointTable

const INTERNAL_KEY = 'k'.repeat(40)
const added = new Map<string, { readonly fingerprint: string; readonly id: number }>()
const handlers: EndpointHandlers<typeof noteTable> = {
  listNotes: ({ query }) => Promise.resolve({ page: query.page }),
  putNote: ({ caller, version }) => {
    if (caller.pharmacyId === 2) throw new ProblemError('not_found', 'There is no such note')
    return Promise.resolve({ version: version + 1 })
  },
  addNote: ({ idempotency: { key, fingerprint } }) => {
    const known = added.get(key) ?? { fingerprint, id: added.size + 1 }
    if (known.fingerprint !== fingerprint) throw new ProblemError('invalid', 'The key is of another request')
    added.set(key, known)
    return Promise.resolve({ id: known.id })
  },
  putBasket: ({ caller }) => Promise.resolve({ kind: caller.kind }),
  pingInside: () => Promise.resolve(null),
}

let tokens: TestTokens
let site: WalkSite<typeof noteTable>
const servers: Server[] = []

async function serve<T extends EndpointTable>(table: T, served: EndpointHandlers<T>): Promise<string> {
  const internalApi = { key: INTERNAL_KEY, previousKey: null }
  const parts = {
    title: 'notes',
    logger: silentLogger,
    tokens: tokens.verifier,
    internalApi,
    translate: () => null,
  }
  const server = createServer(createApiApp({ ...parts, table, handlers: served }))
  servers.push(server)
  return `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0, setting: 'Test__Port' })}`
}

beforeAll(async () => {
  tokens = await createTestTokens()
  const elsewhere = await tokens.tokenFor('Pharmacist', { claims: { pharmacyId: 2 } })
  site = {
    baseUrl: await serve(noteTable, handlers),
    tokens: tokens.tokens,
    badTokens: tokens.badTokens,
    internalKey: INTERNAL_KEY,
    calls: {
      listNotes: () => ({ params: null, query: { page: '2' }, body: null }),
      putNote: () => ({
        params: { noteId: '7' },
        query: null,
        body: {
          title: 'A title',
          owner: null,
          lines: [
            { kind: 'count', count: 3 },
            { kind: 'text', text: 'x' },
          ],
        },
        version: 3,
        outsiders: [{ who: 'pharmacist of another pharmacy', token: elsewhere, code: 'not_found' }],
      }),
      addNote: () => ({ params: null, query: null, body: { title: 'One' }, otherBody: { title: 'Two' } }),
      putBasket: () => ({ params: null, query: null, body: { title: 'One' } }),
      pingInside: () => ({ params: null, query: null, body: null }),
    },
  }
})
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

test.each(walkTable(noteTable, () => site))('$name', ({ run }) => run())

describe('the walk finds', () => {
  const lax = { ...noteTable.listNotes, query: z.object({ page: z.string().optional() }) }
  const faults: [string, EndpointTable, EndpointHandlers<EndpointTable>, RegExp][] = [
    [
      'a server that takes unknown fields',
      { listNotes: lax },
      { listNotes: () => Promise.resolve({ page: 1 }) },
      /wrong query fields are refused: .*is unknown: expected invalid, got 200/s,
    ],
    [
      'a server that lets more roles in',
      { listNotes: { ...noteTable.listNotes, access: 'signed-in' } },
      { listNotes: () => Promise.resolve({ page: 1 }) },
      /the role Pharmacist is refused: expected role_not_allowed, got 200/,
    ],
    [
      'a server that forgets its keys',
      { addNote: noteTable.addNote },
      { addNote: () => Promise.resolve({ id: Math.random() }) },
      /the same key has the same answer, byte for byte: got/,
    ],
    [
      'a handler that fails',
      { listNotes: noteTable.listNotes },
      { listNotes: () => Promise.reject(new Error('a fault')) },
      /the valid call succeeds: expected 200, got 500/,
    ],
  ]
  test.each(faults)('%s', async (_name, table, served, expected) => {
    const baseUrl = await serve(table, served)
    onTestFinished(() => servers.pop()?.close().closeAllConnections())
    const { listNotes, addNote } = noteTable
    const documented = () => ({ ...site, baseUrl })
    const cases =
      'addNote' in table ? walkTable({ addNote }, documented) : walkTable({ listNotes }, documented)
    const failures: string[] = []
    for (const { name, run } of cases) {
      await run().catch((error: unknown) => failures.push(`${name}: ${String(error).replace('Error: ', '')}`))
    }
    expect(failures.join('\n')).toMatch(expected)
  })
})
