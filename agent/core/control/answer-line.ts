// Answers one line of the control socket: parsed by the contract, or refused in words; never an exception.
import {
  AGENT_API_VERSION,
  AgentApi,
  AgentRequest,
  type AgentHandlers,
  type AgentMethod,
  type AgentReply,
} from '@pharmacy-relay/shared/agent-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { z } from 'zod'

export interface AnswerParts {
  readonly handlers: AgentHandlers
  readonly logger: Logger
}

export async function answerLine(line: string, parts: AnswerParts): Promise<AgentReply> {
  const request = AgentRequest.safeParse(parsedJson(line))
  if (!request.success) return refused(null, requestRefused(z.prettifyError(request.error)))
  return answerRequest(request.data, parts)
}

/** Never an exception. */
export async function answerRequest(
  request: AgentRequest,
  { handlers, logger }: AnswerParts,
): Promise<AgentReply> {
  const { id, method } = request
  try {
    return { v: AGENT_API_VERSION, id, ok: true, data: await call(request, handlers) }
  } catch (error) {
    if (error instanceof ProblemError) return refused(id, error)
    logger.error('control.handler-failed', error, { method })
    return refused(id, new ProblemError('internal', 'Something went wrong in the agent; its log says what'))
  }
}

/** The reply to a caller who sends more than is read; the connection ends with it. */
export function tooMuch(limits: { readonly bytes: number; readonly lines: number }): AgentReply {
  const words = `A line may have at most ${limits.bytes} bytes, and at most ${limits.lines} lines may wait for an answer`
  return refused(null, new ProblemError('too_large', words))
}

async function call(request: AgentRequest, handlers: AgentHandlers): Promise<unknown> {
  const { v, method, params } = request
  if (v !== AGENT_API_VERSION) {
    throw new ProblemError('not_supported', `This agent speaks version ${AGENT_API_VERSION}, not ${v}`)
  }
  // Object.hasOwn: `constructor` is not a method.
  if (!Object.hasOwn(AgentApi, method)) throw new ProblemError('not_found', 'There is no such method')
  return callKnown(method as AgentMethod, params, handlers)
}

async function callKnown<M extends AgentMethod>(
  method: M,
  params: unknown,
  handlers: AgentHandlers,
): Promise<unknown> {
  const parsed = AgentApi[method].params.safeParse(params)
  if (!parsed.success) throw requestRefused(z.prettifyError(parsed.error))
  const handler: (params: never) => Promise<unknown> = handlers[method]
  // The schema that parsed them is the one the handler's type is derived from.
  return AgentApi[method].reply.parse(await handler(parsed.data as never))
}

function requestRefused(words: string): ProblemError {
  return new ProblemError('request_refused', words.slice(0, 1_000))
}

function refused(id: number | null, error: ProblemError): AgentReply {
  return { v: AGENT_API_VERSION, id, ok: false, code: error.code, message: error.message }
}

function parsedJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
