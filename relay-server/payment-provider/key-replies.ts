// What was answered to each Idempotency-Key, for 24 hours, errors as well; another request with the key is refused.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'

export interface ApiReply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

const KEPT_MS = 86_400_000
const MOST = 10_000

export interface KeyReplies {
  /** The work is done once for each key; without a key every time. `request`: method, path and body. */
  reply(key: string | null, request: string, work: () => ApiReply): ApiReply
}

export function createKeyReplies(clock: Clock): KeyReplies {
  const kept = new Map<
    string,
    { readonly request: string; readonly reply: ApiReply; readonly atMs: number }
  >()
  return {
    reply: (key, request, work) => {
      if (key === null) return work()
      const was = kept.get(key)
      if (was !== undefined && clock.wallMs() - was.atMs < KEPT_MS)
        return was.request === request ? was.reply : { status: 422, body: { code: 'key_of_another_request' } }
      const reply = work()
      kept.delete(key)
      kept.set(key, { request, reply, atMs: clock.wallMs() })
      const [oldest] = kept.keys()
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
      return reply
    },
  }
}
