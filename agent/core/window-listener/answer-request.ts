// Admits one request of a browser: pages to anybody who names this address, the agent's interface to who was let in.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AgentHandlers } from '../../contract/agent-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { z } from 'zod'
import { answer, refuse, routeOf } from '../control/answer-request.ts'
import { readBody } from '../control/request-body.ts'
import { mayUse } from './connection-user.ts'
import { LIMITS } from './limits.ts'
import type { OneTimeLinks } from './one-time-links.ts'
import type { Pages } from './pages.ts'
import type { WindowSession, WindowSessions } from './window-sessions.ts'

export interface BrowserRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly port: number
  readonly pages: Pages
  readonly links: OneTimeLinks
  readonly sessions: WindowSessions
  readonly handlers: (who: string) => AgentHandlers
  /** Whether what is of the tray's window is served to browsers, too. */
  readonly maySignIn: boolean
  readonly logger: Logger
}

/** The header of the key that a page keeps for its origin. */
export const KEY_HEADER = 'x-window-key'

const SECRET = z.string().regex(/^[\w-]{43}$/)
const Opening = z.strictObject({ secret: SECRET })

const SAFE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'Cache-Control': 'no-store',
}

/** Whether who asked may ask: pages of others do not keep the listener open. Never throws. */
export async function answerBrowser(asked: BrowserRequest): Promise<boolean> {
  const { request, response } = asked
  for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value)
  try {
    mustNameThisAddress(asked)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && request.url?.startsWith('/v1/') !== true) return sendPage(asked)
    mustComeFromOwnPage(asked)
    return request.url === '/open' ? await letIn(asked) : await callOperation(asked)
  } catch (error) {
    refuse(asked, error)
    return false
  }
}

/** A page of somebody else whose name was pointed at this computer names itself (DNS rebinding). */
function mustNameThisAddress({ request, port }: BrowserRequest): void {
  if (request.headers.host !== `127.0.0.1:${port}`)
    throw new ProblemError('role_not_allowed', 'This address is not served here')
}

/**
 * Browsers name the page's origin with everything but a GET, for which they say whether the page is of the same site; one
 * of both must be there. JSON makes them ask first when another page sends it (CORS), and nothing here answers that.
 */
function mustComeFromOwnPage({ request, port }: BrowserRequest): void {
  const { origin, 'content-type': type, 'sec-fetch-site': site } = request.headers
  const isRead = request.method === 'GET'
  const isNamed =
    origin === `http://127.0.0.1:${port}` || (isRead && origin === undefined && site !== undefined)
  if (!isNamed || (site ?? 'same-origin') !== 'same-origin')
    throw new ProblemError('role_not_allowed', 'Another page may not ask here')
  if (!isRead && type !== 'application/json')
    throw new ProblemError('request_refused', 'A request of a page is JSON')
}

function sendPage({ request, response, pages }: BrowserRequest): boolean {
  const page = pages.get(request.url ?? '')
  if (page === undefined) throw new ProblemError('not_found', 'There is nothing at that address')
  response.writeHead(200, { 'Content-Type': page.type, 'Content-Length': page.bytes.length })
  response.end(request.method === 'HEAD' ? undefined : page.bytes)
  return false
}

async function letIn(asked: BrowserRequest): Promise<boolean> {
  const { request, response, sessions, port, logger } = asked
  if (request.method !== 'POST') throw new ProblemError('not_found', 'There is nothing at that address')
  const opening = Opening.safeParse(jsonIn(await readBody(request, LIMITS.bodyBytes)))
  const who = opening.success ? await used(opening.data.secret, asked) : null
  if (who === null) {
    logger.warn('window-listener.link-refused')
    throw new ProblemError('token_invalid', 'This link was used already, or its minute is over')
  }
  const { cookie, key } = sessions.begin(`${who}, in a browser`)
  logger.info('window-listener.let-in', { who })
  response.setHeader('Set-Cookie', `${cookieName(port)}=${cookie}; Path=/; HttpOnly; SameSite=Strict`)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.end(JSON.stringify({ key }))
  return true
}

/** Null: there is no such link any more. A user who read somebody else's leaves it as it is. */
async function used(secret: string, { request, links, logger }: BrowserRequest): Promise<string | null> {
  const who = links.whose(secret)
  if (who === null) return null
  if (await mayUse(who, request.socket)) return links.use(secret)
  logger.warn('window-listener.link-of-another-user', { who })
  return null
}

/** Throws ProblemError not_found for what pages may not call: to them it is not there. */
async function callOperation(asked: BrowserRequest): Promise<boolean> {
  const { request, handlers } = asked
  const session = sessionOf(asked)
  if (session.underWay >= LIMITS.questions)
    throw new ProblemError('rate_limited', 'Too many requests are under way')
  session.underWay += 1
  try {
    const route = routeOf(request)
    const isShut = route.endpoint.door === 'tray' && !asked.maySignIn
    if (isShut || !route.endpoint.ofWindow)
      throw new ProblemError('not_found', 'There is nothing at that address')
    await answer(route, handlers(session.who), asked).catch((error: unknown) => refuse(asked, error))
    return true
  } finally {
    session.underWay -= 1
  }
}

/** Throws ProblemError token_missing. */
function sessionOf({ request, sessions, port }: BrowserRequest): WindowSession {
  const key = SECRET.safeParse(request.headers[KEY_HEADER])
  const cookie = SECRET.safeParse(cookieIn(request.headers.cookie ?? '', cookieName(port)))
  const session = key.success && cookie.success ? sessions.find(cookie.data, key.data) : null
  if (session !== null) return session
  throw new ProblemError('token_missing', 'This page is not open any more. Open it again with: agent open')
}

function cookieName(port: number): string {
  return `pharmacy-relay-${port}`
}

function cookieIn(header: string, name: string): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([found]) => found === name)?.[1]
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
