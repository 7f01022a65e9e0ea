// Asks a running agent one thing over its Unix socket or named pipe.
import http from 'node:http'
import type { Readable } from 'node:stream'
import { callAgent, type AgentRequest, type AgentResponse } from './agent-client.ts'
import { MAX_REPLY_BYTES, type AgentCall, type AgentMethod, type AgentReplyData } from './agent-api.ts'
import { DOOR_HEADER } from './endpoint.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

/** Longer than a list of printers or a test label takes. */
const TIMEOUT_MS = 10_000
/** A computer that is paired with another pharmacy first waits for the label that is under way. */
const MAY_BE_DONE = 'It may do what was asked all the same; see: agent status'

/** Nobody answers on the control socket. */
export class NotRunningError extends Error {}

/** The window of the tray asks, which may ask more than a command line. */
export interface TrayDoor {
  readonly path: string
  readonly door: 'tray'
}

/** `at`: the control socket. Throws NotRunningError, or ProblemError with the agent's code. Waits 10 s at most. */
export async function askAgent<M extends AgentMethod>(
  at: string | TrayDoor,
  method: M,
  params: AgentCall<M>,
): Promise<AgentReplyData<M>> {
  const { path, door } = typeof at === 'string' ? { path: at, door: null } : at
  return callAgent(async (request) => exchange(path, request, door), method, params)
}

async function exchange(
  socketPath: string,
  asked: AgentRequest,
  door: 'tray' | null,
): Promise<AgentResponse> {
  const { method, path, contentType, body } = asked
  const headers = {
    ...(door === null ? {} : { [DOOR_HEADER]: door }),
    ...(contentType === null ? {} : { 'content-type': contentType }),
    'content-length': body === null ? 0 : Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const request = http.request({ socketPath, method, path, headers, signal, host: 'agent', agent: false })
    const fail = (error: Error): void => reject(signal.aborted ? late() : connectProblem(socketPath, error))
    request.on('error', fail)
    request.on('response', (response) => {
      bytesOf(response).then((bytes) => resolve({ status: response.statusCode ?? 0, body: bytes }), fail)
    })
    request.end(body ?? undefined)
  })
}

async function bytesOf(response: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue
    bytes += chunk.length
    if (bytes > MAX_REPLY_BYTES) throw new ProblemError('too_large', "The agent's answer is too long")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function late(): ProblemError {
  return new ProblemError(
    'device_timeout',
    `The agent did not answer within ${TIMEOUT_MS / 1_000} s. ${MAY_BE_DONE}`,
  )
}

function connectProblem(path: string, error: NodeJS.ErrnoException): Error {
  if (error instanceof ProblemError) return error
  if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')
    return new NotRunningError('The agent is not running.')
  if (error.code === 'ECONNRESET') return new ProblemError('unavailable', 'The agent closed the connection')
  if (error.code === 'EACCES' || error.code === 'EPERM') {
    const detail = `You may not use the control socket ${path}: run this as the agent's user or join the group pharmacy-relay`
    return new ProblemError('role_not_allowed', detail)
  }
  return new ProblemError('unavailable', `The control socket ${path} cannot be used: ${error.message}`, {
    cause: error,
  })
}
