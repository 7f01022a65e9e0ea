// One call of the SMS provider over HTTPS: bounded, never repeated, and exact about what may have gone out.
import { request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import type { SmsFault } from '@pharmacy-relay/shared/api/identity-sms.ts'
import { messageXml, readReply, type ProviderMessage, type ProviderReply } from './provider-xml.ts'

export interface ProviderOptions {
  /** https only. */
  readonly url: string
  readonly user: string
  readonly password: string
  readonly sender: string
  /** PEM of an authority besides the system's; null for none. */
  readonly authority: string | null
  /** Longest wait for the whole call, ms. */
  readonly timeoutMs: number
}

/** `failed`: it cannot have gone out. `unknown`: at least a byte of it left, and no reply says what became of it. */
export type ProviderOutcome =
  | { readonly state: 'sent'; readonly reply: ProviderReply }
  | { readonly state: 'failed'; readonly fault: SmsFault; readonly reply: ProviderReply | null }
  | { readonly state: 'unknown'; readonly fault: SmsFault }

const REPLY_BYTES_MAX = 65_536

/** Never throws for what the provider does. */
export async function callProvider(
  options: ProviderOptions,
  message: Omit<ProviderMessage, 'user' | 'password' | 'sender'>,
): Promise<ProviderOutcome> {
  const { user, password, sender } = options
  const exchanged = await exchange(options, messageXml({ user, password, sender, ...message }))
  if (exchanged.kind === 'not-begun') return { state: 'failed', fault: 'unreachable', reply: null }
  if (exchanged.kind === 'broken') return { state: 'unknown', fault: 'no_answer' }
  const reply = exchanged.status === 200 ? readReply(exchanged.body) : null
  if (reply === null) return { state: 'unknown', fault: 'answer_unreadable' }
  return reply.isAccepted ? { state: 'sent', reply } : { state: 'failed', fault: 'refused', reply }
}

type Exchange =
  | { readonly kind: 'not-begun' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'replied'; readonly status: number; readonly body: string }

async function exchange({ url, authority, timeoutMs }: ProviderOptions, body: string): Promise<Exchange> {
  return new Promise((resolve) => {
    let hasBegun = false
    const sent = request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/xml; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      },
      // A connection of its own: on one that is kept, nobody would know whether the request was taken before it ended.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(authority === null ? {} : { ca: authority }),
    })
    const end = (exchanged: Exchange): void => {
      resolve(exchanged)
      sent.destroy()
    }
    sent.on('socket', (socket) => {
      socket.on('secureConnect', () => {
        hasBegun = true
        sent.end(body)
      })
    })
    sent.on('error', () => end({ kind: hasBegun ? 'broken' : 'not-begun' }))
    sent.on('response', (response) => {
      readBody(response).then(
        (text) =>
          end(
            text === null
              ? { kind: 'broken' }
              : { kind: 'replied', status: response.statusCode ?? 0, body: text },
          ),
        () => end({ kind: 'broken' }),
      )
    })
    sent.flushHeaders()
  })
}

/** Null when it is too long or was cut. */
async function readBody(response: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length
    if (length > REPLY_BYTES_MAX) return null
    parts.push(part)
  }
  return response.complete ? Buffer.concat(parts).toString('utf8') : null
}
