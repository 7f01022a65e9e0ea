// Test support: one raw request to an endpoint, and what is true of every reply whatever was asked.
import type { Endpoint } from '@pharmacy-relay/shared/api/endpoint.ts'
import { documentedCodes } from '@pharmacy-relay/shared/api/endpoint.ts'
import { PROBLEM_CODES, Problem, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'

/** A request as it goes out. `body` is sent as it is; null sends none. */
export interface Probe {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

export interface ProbeReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Null when the reply is no failure. */
  readonly problem: Problem | null
}

/** Ends a hang: on a busy machine a reply may take seconds. */
const REPLY_LIMIT_MS = 120_000

/** Throws an Error in words when the reply breaks what every reply promises. */
export async function sendProbe(probe: Probe): Promise<ProbeReply> {
  const response = await fetch(probe.url, {
    method: probe.method,
    headers: probe.headers,
    body: probe.body,
    redirect: 'manual',
    signal: AbortSignal.timeout(REPLY_LIMIT_MS),
  })
  const reply = { status: response.status, headers: response.headers, text: await response.text() }
  return { ...reply, problem: response.ok ? null : problemIn(reply) }
}

function problemIn(reply: {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}): Problem {
  const shown = `${reply.status} ${reply.text.slice(0, 300)}`
  if (reply.headers.get('content-type')?.startsWith('application/problem+json') !== true) {
    throw new Error(`not problem details: ${shown}`)
  }
  const problem = Problem.parse(JSON.parse(reply.text))
  if (problem.status !== reply.status) throw new Error(`the body says another status: ${shown}`)
  if (PROBLEM_CODES[problem.code].status !== reply.status)
    throw new Error(`the code has another status: ${shown}`)
  if (problem.traceId !== reply.headers.get('x-trace-id')) throw new Error(`X-Trace-Id differs: ${shown}`)
  if (reply.headers.get('cache-control') !== 'no-store') throw new Error(`may be cached: ${shown}`)
  return problem
}

/** Throws an Error in words unless the reply is this refusal, and one that the endpoint documents. */
export function expectRefusal(entry: Endpoint, reply: ProbeReply, code: ProblemCode): Problem {
  const { problem } = reply
  if (problem?.code !== code)
    throw new Error(`expected ${code}, got ${reply.status} ${reply.text.slice(0, 300)}`)
  expectDocumented(entry, problem)
  return problem
}

export function expectDocumented(entry: Endpoint, { code }: Problem): void {
  if (!documentedCodes(entry).includes(code)) throw new Error(`${code} is not documented for ${entry.path}`)
}

/** Throws unless one of the named faults is at `path`, above it (a union's) or below it. */
export function expectFaultAt(problem: Problem, path: readonly string[]): void {
  const wanted = path.join('.')
  const isNear = (found: string): boolean =>
    found === wanted || wanted.startsWith(`${found}.`) || found.startsWith(`${wanted}.`)
  const faults = problem.errors ?? []
  if (!faults.some((fault) => isNear(fault.path))) {
    throw new Error(`${wanted} is not named: ${JSON.stringify(faults).slice(0, 300)}`)
  }
}
