// The bridge of a page in a browser: POST /ask at the door that `agent open` opened on this computer.
import { z } from 'zod'
import { problemCodes } from '@pharmacy-relay/shared/problem-error.ts'
import type { AgentBridge, BridgeAnswer } from './bridge.ts'

const LIMIT_MS = 12_000

const DoorAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({
    ok: z.literal(false),
    code: z.enum([...problemCodes, 'not_running', 'ended']),
    message: z.string(),
  }),
])

export const httpBridge: AgentBridge = {
  kind: 'browser',
  ask: async (method, params) => {
    const reply = await fetch('/ask', {
      ...{ method: 'POST', credentials: 'same-origin', redirect: 'error' },
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method, params }),
      signal: AbortSignal.timeout(LIMIT_MS),
    }).catch(() => null)
    if (reply === null) return { ok: false, code: 'not_running', message: '' }
    if (reply.status === 401 || reply.status === 403) return { ok: false, code: 'ended', message: '' }
    return readAnswer(await reply.json().catch(() => null))
  },
  save: async (fileName, text) => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = fileName
    link.click()
    // The browser has taken it over by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
    return true
  },
}

function readAnswer(body: unknown): BridgeAnswer {
  const answer = DoorAnswer.safeParse(body)
  if (!answer.success) return { ok: false, code: 'not_supported', message: '' }
  return answer.data.ok ? { ok: true, data: answer.data.data } : answer.data
}
