// Answers one request of a browser: pages to anybody who names this address, questions to who was let in.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AgentHandlers, AgentReply } from '@pharmacy-relay/shared/agent-api.ts'
import { AGENT_API_VERSION, WINDOW_METHODS } from '@pharmacy-relay/shared/agent-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { z } from 'zod'
import { answerRequest } from '../control/answer-line.ts'
import { readBody } from './body.ts'
import { DOOR_LIMITS } from './door-limits.ts'
import type { OneTimeLinks } from './one-time-links.ts'
import type { Pages } from './pages.ts'
import { mayUse } from './visitor.ts'
import type { WindowSession, WindowSessions } from './window-sessions.ts'

export interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly port: number
  readonly pages: Pages
  readonly links: OneTimeLinks
  readonly sessions: WindowSessions
  readonly handlers: (who: string) => AgentHandlers
  readonly logger: Logger
}

/** The header of the key that a page keeps for its origin. */
export const KEY_HEADER = 'x-window-key'

const SECRET = z.string().regex(/^[\w-]{43}$/)
const Opening = z.strictObject({ secret: SECRET })
const Question = z.strictObject({ method: z.enum(WINDOW_METHODS), params: z.unknown() })

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

/** Whether who asked may ask: pages of others do not keep the door open. Never throws. */
export async function answerVisit(visit: Visit): Promise<boolean> {
  const { request, response } = visit
  for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value)
  try {
    mustNameThisAddress(visit)
    if (request.method === 'GET' || request.method === 'HEAD') return sendPage(visit)
    mustComeFromOwnPage(visit)
    if (request.url === '/open') return await letIn(visit)
    if (request.url === '/ask') return await answerQuestion(visit)
    throw new ProblemError('not_found', 'There is nothing at that address')
  } catch (error) {
    refuse(visit, error)
    return false
  }
}

/** A page of somebody else whose name was pointed at this computer names itself (DNS rebinding). */
function mustNameThisAddress({ request, port }: Visit): void {
  if (request.headers.host !== `127.0.0.1:${port}`)
    throw new ProblemError('role_not_allowed', 'This address is not served here')
}

/** JSON makes browsers ask first when another page sends it (CORS), and nothing here answers that. */
function mustComeFromOwnPage({ request, port }: Visit): void {
  const { origin, 'content-type': type, 'sec-fetch-site': site = 'same-origin' } = request.headers
  if (request.method !== 'POST') throw new ProblemError('not_found', 'There is nothing at that address')
  if (origin !== `http://127.0.0.1:${port}` || site !== 'same-origin')
    throw new ProblemError('role_not_allowed', 'Another page may not ask here')
  if (type !== 'application/json') throw new ProblemError('request_refused', 'A question is JSON')
}

function sendPage({ request, response, pages }: Visit): boolean {
  const page = pages.get(request.url ?? '')
  if (page === undefined) throw new ProblemError('not_found', 'There is nothing at that address')
  response.writeHead(200, { 'Content-Type': page.type, 'Content-Length': page.bytes.length })
  response.end(request.method === 'HEAD' ? undefined : page.bytes)
  return false
}

async function letIn(visit: Visit): Promise<boolean> {
  const { request, response, sessions, port, logger } = visit
  const opening = Opening.safeParse(await readBody(request))
  const who = opening.success ? await used(opening.data.secret, visit) : null
  if (who === null) {
    logger.warn('window-door.link-refused')
    throw new ProblemError('token_invalid', 'This link was used already, or its minute is over')
  }
  const { cookie, key } = sessions.begin(`${who}, in a browser`)
  logger.info('window-door.let-in', { who })
  response.setHeader('Set-Cookie', `${cookieName(port)}=${cookie}; Path=/; HttpOnly; SameSite=Strict`)
  send(response, 200, { ok: true, data: { key } })
  return true
}

/** Null: there is no such link any more. A user who read somebody else's leaves it as it is. */
async function used(secret: string, { request, links, logger }: Visit): Promise<string | null> {
  const who = links.whose(secret)
  if (who === null) return null
  if (await mayUse(who, request.socket)) return links.use(secret)
  logger.warn('window-door.link-of-another-user', { who })
  return null
}

async function answerQuestion(visit: Visit): Promise<boolean> {
  const { request, response, handlers, logger } = visit
  const session = sessionOf(visit)
  if (session.underWay >= DOOR_LIMITS.questions)
    throw new ProblemError('rate_limited', 'Too many questions are under way')
  session.underWay += 1
  try {
    const question = Question.safeParse(await readBody(request))
    if (!question.success) throw new ProblemError('not_found', 'There is no such question')
    const asked = { v: AGENT_API_VERSION, id: 0, ...question.data }
    const reply = await answerRequest(asked, { handlers: handlers(session.who), logger })
    send(response, 200, withoutEnvelope(reply))
    return true
  } finally {
    session.underWay -= 1
  }
}

/** Throws ProblemError token_missing. */
function sessionOf({ request, sessions, port }: Visit): WindowSession {
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

function withoutEnvelope(reply: AgentReply): unknown {
  if (reply.ok) return { ok: true, data: reply.data }
  return { ok: false, code: reply.code, message: reply.message }
}

function refuse({ request, response, logger }: Visit, error: unknown): void {
  const known =
    error instanceof ProblemError ? error : new ProblemError('internal', 'Something went wrong in the agent')
  if (known !== error) logger.error('window-door.answer-failed', error)
  // What was not read is not waited for.
  if (!request.complete) response.setHeader('Connection', 'close')
  send(response, PROBLEM_CODES[known.code].status, { ok: false, code: known.code, message: known.message })
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
  })
  response.end(bytes)
}
