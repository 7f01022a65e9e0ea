// The bridge of a page in a browser: the agent's interface at the listener that `agent open` opened on this computer.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { callAgent, type AgentRequest, type AgentResponse } from '../contract/agent-client.ts'
import { WINDOW_REST_MS } from '../contract/support.ts'
import { refusedAs, type AgentBridge, type Refusal } from './bridge.ts'
import { windowKey } from './window-key.ts'

const LIMIT_MS = 12_000

/** Before the page is drawn: it takes the secret of a link out of the address. */
export function createHttpBridge(): AgentBridge {
  const key = windowKey()
  let answeredAtMs = Date.now()
  const send = async (request: AgentRequest): Promise<AgentResponse> => {
    const response = await exchange(await key, request)
    answeredAtMs = Date.now()
    return response
  }
  return {
    kind: 'browser',
    ask: async (method, params) => {
      try {
        // The pages give what the method takes.
        return { ok: true, data: await callAgent(send, method, params as never) }
      } catch (error) {
        return refusalOf(error, answeredAtMs)
      }
    },
    asAdministrator: null,
    save,
  }
}

async function exchange(key: string, asked: AgentRequest): Promise<AgentResponse> {
  const { method, path, body } = asked
  const reply = await fetch(path, {
    method,
    credentials: 'same-origin',
    redirect: 'error',
    headers: { 'content-type': 'application/json', 'x-window-key': key },
    body: typeof body === 'string' ? body : null,
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  return { status: reply.status, body: new Uint8Array(await reply.arrayBuffer()) }
}

function refusalOf(error: unknown, answeredAtMs: number): Refusal {
  if (error instanceof ProblemError) {
    const isOut = ['token_missing', 'token_invalid', 'role_not_allowed'].includes(error.code)
    return isOut ? { ok: false, code: 'ended', message: '' } : refusedAs(error)
  }
  // What was asked may be done all the same, as at the control socket.
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { ok: false, code: 'device_timeout', message: '' }
  // What fetch throws when nobody answers. A listener that was at rest for long is shut, which says nothing about labels.
  if (error instanceof TypeError) {
    const isShut = Date.now() - answeredAtMs >= WINDOW_REST_MS
    return { ok: false, code: isShut ? 'ended' : 'not_running', message: '' }
  }
  return { ok: false, code: 'not_supported', message: '' }
}

async function save(fileName: string, text: string): Promise<boolean> {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return true
}
