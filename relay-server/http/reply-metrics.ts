// What a program answers over HTTP, at /metrics.
import { Counter, Histogram, type Registry } from 'prom-client'

export interface ReplyMetrics {
  /** `seconds` null: a stream, which lasts as long as its page. */
  replied(facts: { readonly method: string; readonly status: number; readonly seconds: number | null }): void
}

/** Others are one: whoever makes up methods makes no series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])

export function createReplyMetrics(registry: Registry): ReplyMetrics {
  const registers = [registry]
  const replies = new Counter({
    name: 'relay_http_replies_total',
    help: 'Requests that were answered, or given up by the caller, by method and status of the reply',
    labelNames: ['method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'relay_http_reply_seconds',
    help: 'Seconds from the head of a request to the end of its reply, without live pages',
    labelNames: ['method'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  return {
    replied: ({ method, status, seconds }) => {
      const known = METHODS.has(method) ? method : 'other'
      replies.inc({ method: known, status: String(status) })
      if (seconds !== null) durations.observe({ method: known }, seconds)
    },
  }
}
