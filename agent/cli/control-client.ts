// Asks a running agent one thing over its control socket.
import net from 'node:net'
import {
  AGENT_API_VERSION,
  AgentReply,
  MAX_AGENT_LINE_BYTES,
  readAgentReply,
  type AgentMethod,
  type AgentParams,
  type AgentReplyData,
} from '@pharmacy-relay/shared/agent-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { LineReader } from '../core/control/line-reader.ts'

/** Longer than a list of printers or a test label takes. */
const TIMEOUT_MS = 10_000
/** A computer that is paired with another pharmacy first waits for the label that is under way. */
const MAY_BE_DONE = 'It may do what was asked all the same; see: agent status'

/** Nobody answers on the control socket. */
export class NotRunningError extends Error {}

/** Throws NotRunningError, or ProblemError with the agent's code. Waits 10 s at most. */
export async function askAgent<M extends AgentMethod>(
  path: string,
  method: M,
  params: AgentParams<M>,
): Promise<AgentReplyData<M>> {
  const line = await exchange(path, JSON.stringify({ v: AGENT_API_VERSION, id: 1, method, params }))
  const reply = AgentReply.parse(JSON.parse(line))
  if (!reply.ok) throw new ProblemError(reply.code, reply.message)
  return readAgentReply(method, reply.data)
}

async function exchange(path: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = new LineReader(MAX_AGENT_LINE_BYTES)
    const connection = net.connect(path)
    const fail = (error: Error): void => {
      connection.destroy()
      reject(error)
    }
    connection.setTimeout(TIMEOUT_MS, () =>
      fail(
        new ProblemError(
          'device_timeout',
          `The agent did not answer within ${TIMEOUT_MS / 1_000} s. ${MAY_BE_DONE}`,
        ),
      ),
    )
    connection.on('error', (error: NodeJS.ErrnoException) => fail(connectProblem(path, error)))
    connection.on('close', () => fail(new ProblemError('unavailable', 'The agent closed the connection')))
    connection.on('connect', () => connection.write(`${request}\n`))
    connection.on('data', (chunk: Buffer) => {
      const complete = lines.push(chunk)
      if (complete === null) return fail(new ProblemError('too_large', "The agent's answer is too long"))
      const [first] = complete
      if (first === undefined) return
      resolve(first)
      connection.destroy()
    })
  })
}

function connectProblem(path: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')
    return new NotRunningError('The agent is not running.')
  if (error.code === 'EACCES' || error.code === 'EPERM') {
    const words = `You may not use the control socket ${path}: run this as the agent's user or join the group pharmacy-relay`
    return new ProblemError('role_not_allowed', words)
  }
  return new ProblemError('unavailable', `The control socket ${path} cannot be used: ${error.message}`, {
    cause: error,
  })
}
