// What an operation of a hub is refused with.
import type { HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'

export interface Refusal {
  readonly ok: false
  readonly code: HubCode
  /** For people, at most 500 characters. */
  readonly message: string
  /** When the device may ask again; null: as it thinks fit. */
  readonly retryAfterMs: number | null
}

export function refusal(code: HubCode, message: string, retryAfterMs: number | null = null): Refusal {
  return { ok: false, code, message, retryAfterMs }
}
