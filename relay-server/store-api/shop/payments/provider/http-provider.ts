// The payment provider over HTTP: JSON, a secret of ours as bearer, Idempotency-Key on whatever changes something. Bounded; what a call
// may have done without an answer is never guessed here.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { Event, Intent, Refusal, wordOf } from './provider-wire.ts'
import {
  ProviderFault,
  type FaultKind,
  type PaymentProvider,
  type PaymentWord,
  type ProviderEvent,
} from './provider.ts'
import { isSigned } from './signature.ts'

export interface HttpProviderOptions {
  /** Without a slash at the end. */
  readonly url: string
  readonly apiKey: string
  /** The one that is used, and the one before while it is changed. */
  readonly webhookSecrets: readonly string[]
  /** Longest wait for a whole call, ms. */
  readonly timeoutMs: number
}

const REPLY_BYTES_MAX = 65_536
const KINDS: Readonly<Record<number, FaultKind>> = {
  401: 'not_trusted',
  403: 'not_trusted',
  408: 'no_answer',
  425: 'away',
  429: 'away',
}

interface Call {
  readonly path: string
  readonly key?: string
  /** Null: GET. */
  readonly body: Readonly<Record<string, unknown>> | null
}

export function createHttpProvider(options: HttpProviderOptions): PaymentProvider {
  const ask = async (call: Call): Promise<PaymentWord> => exchange(options, call)
  const intent = (providerId: string): string => `/v1/intents/${encodeURIComponent(providerId)}`
  return {
    create: async ({ id, ...draft }) =>
      ask({ path: '/v1/intents', key: id, body: { reference: id, ...draft } }),
    get: async (providerId) => ask({ path: intent(providerId), body: null }),
    capture: async (providerId, key) => ask({ path: `${intent(providerId)}/capture`, key, body: {} }),
    cancel: async (providerId, key) => ask({ path: `${intent(providerId)}/cancel`, key, body: {} }),
    refund: async (providerId, amountMinor, key) =>
      ask({ path: `${intent(providerId)}/refund`, key, body: { amountMinor } }),
    readEvent: (bytes, signature, now) => {
      if (!isSigned({ bytes, signature }, { secrets: options.webhookSecrets, now }))
        throw new ProblemError('request_refused', 'The signature of this event is not valid')
      return eventOf(bytes)
    },
  }
}

async function exchange({ url, apiKey, timeoutMs }: HttpProviderOptions, call: Call): Promise<PaymentWord> {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    ...(call.body === null ? {} : { 'content-type': 'application/json' }),
    ...(call.key === undefined ? {} : { 'idempotency-key': call.key }),
  }
  const signal = AbortSignal.timeout(timeoutMs)
  const init = { headers, signal, redirect: 'error' as const }
  const method = call.body === null ? {} : { method: 'POST', body: JSON.stringify(call.body) }
  const { status, text } = await fetch(`${url}${call.path}`, { ...init, ...method })
    .then(async (response) => ({ status: response.status, text: await textOf(response) }))
    .catch((error: unknown) => {
      if (error instanceof ProviderFault) throw error
      throw new ProviderFault(signal.aborted ? 'no_answer' : 'unreachable', '', error)
    })
  const reply = jsonOf(text)
  if (status >= 400) throw new ProviderFault(kindOf(status), Refusal.safeParse(reply).data?.code ?? '')
  const said = Intent.safeParse(reply)
  if (!said.success) throw new ProviderFault('unreadable', '', said.error)
  return wordOf(said.data)
}

const kindOf = (status: number): FaultKind => KINDS[status] ?? (status >= 500 ? 'away' : 'refused')

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > REPLY_BYTES_MAX) throw new ProviderFault('unreadable', 'too_long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Null for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Throws ProblemError `request_refused` for what is no event; of what it speaks may be unknown. */
function eventOf(bytes: Uint8Array): ProviderEvent {
  const event = Event.safeParse(jsonOf(Buffer.from(bytes).toString('utf8')))
  if (!event.success) throw new ProblemError('request_refused', 'This is no event of the provider')
  const { id, kind, intent } = event.data
  const said = Intent.safeParse(intent)
  return { id, kind, word: said.success ? wordOf(said.data) : null }
}
