// The bridge of a page in a browser: POST /ask at the door that `agent open` opened on this computer.
import { z } from 'zod'
import { problemCodes } from '@pharmacy-relay/shared/problem-error.ts'
import { WINDOW_REST_MS } from '@pharmacy-relay/shared/agent-support.ts'
import type { AgentBridge, BridgeAnswer, Refusal } from './bridge.ts'
import { doorKey } from './door-key.ts'

const LIMIT_MS = 12_000
/** What was asked may be done all the same, as at the control socket. */
const LATE: Refusal = { ok: false, code: 'device_timeout', message: '' }

const DoorAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({
    ok: z.literal(false),
    code: z.enum([...problemCodes, 'not_running', 'ended']),
    message: z.string(),
  }),
])

/** Before the page is drawn: it takes the secret of a link out of the address. */
export function createHttpBridge(): AgentBridge {
  const key = doorKey()
  let answeredAtMs = Date.now()
  return {
    kind: 'browser',
    ask: async (method, params) => {
      const answer = await question(await key, { method, params })
      if (answer !== null && answer !== LATE) answeredAtMs = Date.now()
      return answer ?? silence(answeredAtMs)
    },
    save,
  }
}

/** A door that was at rest for long is shut, which says nothing about labels. */
function silence(answeredAtMs: number): Refusal {
  const isShut = Date.now() - answeredAtMs >= WINDOW_REST_MS
  return { ok: false, code: isShut ? 'ended' : 'not_running', message: '' }
}

/** Null: nobody answered. */
async function question(key: string, asked: unknown): Promise<BridgeAnswer | null> {
  const reply = await fetch('/ask', {
    ...{ method: 'POST', credentials: 'same-origin', redirect: 'error' },
    headers: { 'content-type': 'application/json', 'x-window-key': key },
    body: JSON.stringify(asked),
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch((error: unknown) => (isTimeout(error) ? LATE : null))
  if (!(reply instanceof Response)) return reply
  if (reply.status === 401 || reply.status === 403) return { ok: false, code: 'ended', message: '' }
  return readAnswer(await reply.json().catch(() => null))
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
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

function readAnswer(body: unknown): BridgeAnswer {
  const answer = DoorAnswer.safeParse(body)
  if (!answer.success) return { ok: false, code: 'not_supported', message: '' }
  return answer.data.ok ? { ok: true, data: answer.data.data } : answer.data
}
