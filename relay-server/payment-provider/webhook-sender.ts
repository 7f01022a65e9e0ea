// Events go to the shop until it says 200: signed, at least once, in any order, up to three days long.
import { createHmac, randomUUID } from 'node:crypto'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { backoffMs } from '@pharmacy-relay/shared/waits.ts'
import type { Switches } from './switches.ts'

const WAITS = { firstMs: 1_000, lastMs: 3_600_000 } as const
const LONGEST_MS = 3 * 86_400_000
const TIMEOUT_MS = 10_000
const DISORDER_MS = 2_000
const KEPT = 500

export interface WebhookOptions {
  readonly url: string
  readonly secret: string
}

/** An event on its way; the page shows it. */
export interface Delivery {
  readonly eventId: string
  readonly kind: string
  readonly sinceMs: number
  tries: number
  /** Of the last try; 0: nobody answered. */
  status: number | null
  isTaken: boolean
}

export interface WebhookSender {
  /** Newest last. */
  readonly deliveries: readonly Delivery[]
  send(kind: string, intent: Readonly<Record<string, unknown>>): void
  /** Ends all tries and waits for those under way. */
  readonly stop: () => Promise<void>
}

/** The header's value: when it was signed, and HMAC-SHA256 over both. */
export function signed(body: string, secret: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1_000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export interface WebhookSenderParts {
  readonly clock: Clock
  readonly options: WebhookOptions
  readonly switches: () => Switches
}

export function createWebhookSender({ clock, options, switches }: WebhookSenderParts): WebhookSender {
  const deliveries: Delivery[] = []
  const tries = createTries(clock, options)
  let count = 0
  return {
    deliveries,
    send: (kind, intent) => {
      const { webhooks } = switches()
      if (webhooks === 'off') return
      const eventId = `evt_${randomUUID()}`
      const at = new Date(clock.wallMs()).toISOString()
      const body = JSON.stringify({ id: eventId, kind, at, intent })
      count += 1
      const delayMs = webhooks === 'disorder' && count % 2 === 1 ? DISORDER_MS : 0
      for (let copy = 0; copy < (webhooks === 'twice' ? 2 : 1); copy += 1) {
        const delivery = { eventId, kind, sinceMs: clock.wallMs(), tries: 0, status: null, isTaken: false }
        deliveries.push(delivery)
        if (deliveries.length > KEPT) deliveries.shift()
        tries.later(delayMs, { delivery, body })
      }
    },
    stop: tries.stop,
  }
}

interface Tried {
  readonly delivery: Delivery
  readonly body: string
}

/** The tries that wait, and those under way. */
function createTries(clock: Clock, options: WebhookOptions) {
  const waiting = new Set<() => void>()
  const running = new Set<Promise<void>>()
  const end = new AbortController()
  const later = (delayMs: number, tried: Tried): void => {
    if (end.signal.aborted) return
    const cancel = clock.after(delayMs, () => {
      waiting.delete(cancel)
      const attempt = once(tried).finally(() => running.delete(attempt))
      running.add(attempt)
    })
    waiting.add(cancel)
  }
  const once = async ({ delivery, body }: Tried): Promise<void> => {
    delivery.tries += 1
    delivery.status = await post(options, body, { nowMs: clock.wallMs(), signal: end.signal })
    delivery.isTaken = delivery.status === 200
    if (delivery.isTaken || clock.wallMs() - delivery.sinceMs > LONGEST_MS) return
    later(backoffMs(delivery.tries, WAITS, 0.5), { delivery, body })
  }
  const stop = async (): Promise<void> => {
    end.abort()
    for (const cancel of waiting) cancel()
    await Promise.all(running)
  }
  return { later, stop }
}

/** 0 where nobody answered. */
async function post(
  { url, secret }: WebhookOptions,
  body: string,
  { nowMs, signal }: { readonly nowMs: number; readonly signal: AbortSignal },
): Promise<number> {
  const headers = { 'content-type': 'application/json', 'payment-signature': signed(body, secret, nowMs) }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal: limit, redirect: 'error' })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
