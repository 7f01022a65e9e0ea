// The one client of the agent's local interface, without I/O: makes the request of an operation and reads its reply. How
// it gets there is the caller's: a Unix socket or pipe (socket-client.ts), or a page's fetch.
import { AgentApi, type AgentCall, type AgentMethod, type AgentReplyData } from './agent-api.ts'
import { target, type AgentEndpoint, type Params } from './endpoint.ts'
import { Problem, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import { z } from 'zod'

export interface AgentRequest {
  readonly method: AgentEndpoint['method']
  /** With its query. */
  readonly path: string
  readonly contentType: string | null
  /** JSON, or the bytes of a label. */
  readonly body: string | Uint8Array | null
}
export interface AgentResponse {
  readonly status: number
  readonly body: Uint8Array
}
/** Rejects when nobody answers. */
export type Send = (request: AgentRequest) => Promise<AgentResponse>

/** Rejects with ProblemError as the agent refuses, ZodError for a reply that does not fit, or as `send` does. */
export async function callAgent<M extends AgentMethod>(
  send: Send,
  method: M,
  params: AgentCall<M>,
): Promise<AgentReplyData<M>> {
  const { status, body } = await send(requestOf(AgentApi[method], params ?? {}))
  if (status >= 400) throw problemIn(body)
  return readAgentReply(method, decoded(AgentApi[method], body))
}

function requestOf(endpoint: AgentEndpoint, params: Params): AgentRequest {
  const { method } = endpoint
  const { path, rest } = target(endpoint, params)
  if (endpoint.body === 'bytes') {
    const { payload } = rest
    const body = payload instanceof Uint8Array ? payload : null
    if ((body?.length ?? 0) > endpoint.maxBodyBytes)
      throw new ProblemError('too_large', `This takes at most ${endpoint.maxBodyBytes} bytes`)
    return { method, path, contentType: 'application/octet-stream', body }
  }
  if (Object.keys(rest).length === 0) return { method, path, contentType: null, body: null }
  return { method, path, contentType: 'application/json', body: JSON.stringify(rest) }
}

function decoded({ reply, replyType }: AgentEndpoint, body: Uint8Array): unknown {
  if (reply === null) return null
  if (replyType === 'png') return body
  const text = new TextDecoder().decode(body)
  return replyType === 'text' ? text : JSON.parse(text)
}

const Refusal = z.object({
  code: Problem.shape.code,
  detail: z.string().default(''),
  reason: Reason.optional(),
  errors: Problem.shape.errors,
})

function problemIn(body: Uint8Array): ProblemError {
  const {
    code,
    detail,
    reason,
    errors = [],
  } = readerOf(Refusal).parse(JSON.parse(new TextDecoder().decode(body)))
  return new ProblemError(code, reason ?? detail, { errors })
}

/** What an agent answered. It may be newer, as after an update while an icon or a page of the version before asks. Throws ZodError. */
export function readAgentReply<M extends AgentMethod>(method: M, data: unknown): AgentReplyData<M> {
  const { reply }: AgentEndpoint = AgentApi[method]
  return (reply === null ? null : readerOf(reply).parse(data)) as AgentReplyData<M>
}
