// A server for browser tests: real pages, scripts and CSP, an event stream on demand, and data the test sets.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { buildSync } from 'esbuild'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { computerPage } from '../../pages/computer/computer-page.tsx'
import { historyPage } from '../../pages/history/history-page.tsx'
import { historyRegion } from '../../pages/history/history-region.tsx'
import { problemPage } from '../../http/problem-page.tsx'
import { relayDetailComputers } from '../../pages/relay-detail/relay-detail-computers.tsx'
import { relayDetailPage } from '../../pages/relay-detail/relay-detail-page.tsx'
import { relayListPage } from '../../pages/relay-list/relay-list-page.tsx'
import { relayListTable, type CustomerList } from '../../pages/relay-list/relay-list-table.tsx'
import { problemRegion, type ProblemList } from '../../pages/support/problem-region.tsx'
import { supportPage } from '../../pages/support/support-page.tsx'
import {
  CENTRAL,
  NOW,
  RIVERSIDE,
  computerOf,
  frameOf,
  listOf,
  viewerAs,
} from '../../pages/testing/fixtures.ts'
import { tasksPageOf } from '../../pages/testing/support-task-pages.ts'
import { foundEverywhere } from '../../pages/testing/search-pages.ts'
import { searchOptions } from '../../pages/search/search-results.tsx'
import { searchEverywherePage } from '../../pages/search/search-page.tsx'
import { EVENINGS, historyOf, problemListOf, problemOf } from '../../pages/testing/support-pages.ts'
import { readListQuery } from '../../pages/relay-list/list-query.ts'
import { formPage } from './form-page.tsx'
import { ASSETS } from '../../assets/asset-paths.ts'

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; font-src 'self'"

export interface Stage {
  readonly url: string
  customer: CustomerDetail
  list: CustomerList
  /** The problems of /support; it asks again every second. */
  problems: ProblemList
  /** Answer of fragments and filtered lists. */
  status: number
  /** Answer of pages. */
  pageStatus: number
  /** Pages that were asked for. */
  pages: number
  /** Fragments and filtered lists that were answered well, and otherwise. */
  fetches: number
  refusals: number
  /** The `after` of every stream that was opened. */
  readonly streamsAfter: number[]
  /** Streams that are open. */
  openStreams(): number
  send(event: string, data: unknown): void
  dropStreams(): void
  stop(): Promise<void>
}

/** Listens on a free port of the loopback. */
export async function startStage(): Promise<Stage> {
  assets ??= readAssets()
  const streams = new Set<ServerResponse>()
  const server = createServer((request, response) => answer({ stage, streams, request, response }))
  const port = await listening(server)
  const dropStreams = () => {
    for (const stream of streams) stream.end()
    streams.clear()
  }
  const stage: Stage = {
    url: `http://127.0.0.1:${port}`,
    customer: CENTRAL,
    list: listOf([CENTRAL, RIVERSIDE]),
    problems: problemListOf('offline', [problemOf()]),
    status: 200,
    pageStatus: 200,
    pages: 0,
    fetches: 0,
    refusals: 0,
    streamsAfter: [],
    openStreams: () => streams.size,
    send: (event, data) => {
      for (const stream of streams) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    dropStreams,
    stop: async () => {
      dropStreams()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return stage
}

interface Call {
  readonly stage: Stage
  readonly streams: Set<ServerResponse>
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

function answer(call: Call): void {
  const url = new URL(call.request.url ?? '/', 'http://portal')
  call.response.setHeader('Content-Security-Policy', CSP)
  if (url.pathname === '/events') return openStream(call, Number(url.searchParams.get('after')))
  const asset = assets?.[url.pathname]
  if (asset !== undefined) return send(call.response, asset.type, asset.content)
  if (call.request.headers['hx-request'] === undefined) {
    call.stage.pages += 1
    call.response.statusCode = call.stage.pageStatus
    return send(call.response, 'text/html; charset=utf-8', page(url, call.stage))
  }
  call.response.statusCode = call.stage.status
  if (call.stage.status === 200) call.stage.fetches += 1
  else call.stage.refusals += 1
  send(
    call.response,
    'text/html; charset=utf-8',
    call.stage.status === 200 ? fragment(url, call.stage) : 'refused',
  )
}

function openStream({ stage, streams, response }: Call, after: number): void {
  stage.streamsAfter.push(after)
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  response.write('event: beat\ndata: {}\n\n')
  streams.add(response)
  response.on('close', () => streams.delete(response))
}

function send(response: ServerResponse, type: string, content: string | Buffer): void {
  response.setHeader('Content-Type', type)
  response.end(content)
}

function page(url: URL, stage: Stage): string {
  const frame = frameOf({ path: url.pathname })
  if (stage.pageStatus === 404)
    return problemPage({
      frame,
      code: 'not_found',
      reason: null,
      fields: [],
      traceId: null,
      retryAfterS: null,
    })
  if (url.pathname === '/form' || url.pathname === '/refused')
    return formPage({ frame, unsaved: url.pathname === '/refused' })
  if (url.pathname === '/support') return hastened(supportPage({ frame, ...problemsOf(stage) }))
  if (url.pathname === '/search') return searchEverywherePage({ frame, ...searchTold(url) })
  if (url.pathname === '/support/tasks') return tasksPageOf({ ...frame, path: url.pathname })
  if (url.pathname === COMPUTER) return computerPage({ frame, ...computerTold() })
  if (url.pathname === HISTORY) return historyPage({ frame, ...historyTold() })
  if (url.pathname === '/relay')
    return relayListPage({ frame, query: queryOf(url), list: stage.list, now: NOW })
  if (url.pathname === '/relay/P-2077') return relayDetailPage({ frame, customer: RIVERSIDE, now: NOW })
  return relayDetailPage({ frame, customer: stage.customer, now: NOW })
}

function fragment(url: URL, stage: Stage): string {
  if (url.pathname === '/relay') return page(url, stage)
  if (url.pathname === '/search/options')
    return searchOptions({ ...searchTold(url), viewer: viewerAs('Admin'), language: 'en' })
  if (url.pathname === '/support/table')
    return hastened(problemRegion({ language: 'en', viewer: viewerAs('Admin'), ...problemsOf(stage) }))
  if (url.pathname === `${HISTORY}/table`)
    return historyRegion({ language: 'en', zone: 'UTC', ...historyTold() })
  if (url.pathname === '/relay/table')
    return relayListTable({ language: 'en', query: queryOf(url), list: stage.list, now: NOW })
  return relayDetailComputers({ ...frameOf(), customer: stage.customer, now: NOW })
}

const COMPUTER = '/relay/P-1042/computers/11'
const HISTORY = `${COMPUTER}/history`

function computerTold() {
  const changes = { displayName: '', isNameFaulty: false, found: null, asked: null } as const
  return { customer: CENTRAL, computer: computerOf(), now: NOW, ...changes }
}

function historyTold() {
  return { customer: CENTRAL, computer: computerOf(), history: historyOf(EVENINGS) }
}

/** Everything is found by everything but by what nobody has. */
function searchTold(url: URL) {
  const q = url.searchParams.get('q') ?? ''
  return { q, found: q.startsWith('nobody') ? foundEverywhere([], []) : foundEverywhere() }
}

function problemsOf({ problems: list }: Stage) {
  return { query: { problem: list.problem, page: 1, pageSize: 50 }, list }
}

const hastened = (html: string): string => html.replace(/data-refresh-s="\d+"/, 'data-refresh-s="1"')

function queryOf(url: URL) {
  return readListQuery(Object.fromEntries(url.searchParams))
}

interface Asset {
  readonly type: string
  readonly content: string | Buffer
}

/** Read once: each bundle is a process of esbuild, 0.1 s of processor time. */
let assets: Readonly<Record<string, Asset>> | null = null

function readAssets(): Readonly<Record<string, Asset>> {
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const installed = createRequire(import.meta.url)
  const [bundle] = buildSync({
    entryPoints: [here('../main.ts')],
    bundle: true,
    write: false,
    format: 'iife',
  }).outputFiles
  return {
    '/assets/portal.js': { type: 'text/javascript', content: bundle?.text ?? '' },
    ...Object.fromEntries(
      ASSETS.styles.map((path) => [
        path,
        { type: 'text/css', content: readFileSync(here(`../../public/${basename(path)}`)) },
      ]),
    ),
    '/assets/favicon.svg': { type: 'image/svg+xml', content: readFileSync(here('../../public/favicon.svg')) },
    '/assets/tabler.css': {
      type: 'text/css',
      content: readFileSync(installed.resolve('@tabler/core/dist/css/tabler.min.css')),
    },
    '/assets/htmx.js': {
      type: 'text/javascript',
      content: readFileSync(installed.resolve('htmx.org/dist/htmx.min.js')),
    },
  }
}
