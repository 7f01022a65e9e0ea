// Why there is no connection to the hub, as reasons.
import { HubError, type HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { reasonDetail } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import type { Reason, Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'

/** What a status says of a connection that is not there; `why` is the English of it. */
export function saying(reasons: Reasons) {
  const why = reasonDetail(reasons)
  return { why: why.charAt(0).toUpperCase() + why.slice(1), reasons: [...reasons] }
}

const MAX_DETAIL = 300

/** The hub's own words are the detail. */
export function refusedBy({ code, message }: Pick<HubError, 'code' | 'message'>): Reason {
  return { ...refusalOfHub(code), detail: message.slice(0, MAX_DETAIL) }
}

/** What the hub's refusal means to people at this computer. */
export function refusalOfHub(code: HubCode): Reason {
  switch (code) {
    case 'NOT_PAIRED':
    case 'BAD_KEY':
      return reason('hub_wants_pairing', {})
    case 'NOT_APPROVED':
      return reason('hub_wants_approval', {})
    case 'REVOKED':
    case 'DELETED':
      return reason('hub_removed', {})
    case 'IDENTITY_CONFLICT':
      return reason('hub_has_copy', {})
    case 'UPGRADE_REQUIRED':
      return reason('hub_wants_newer', {})
    case 'RATE_LIMITED':
    case 'QUEUE_FULL':
    case 'UNAVAILABLE':
      return reason('hub_busy', {})
    case 'HUB_RESTARTING':
      return reason('hub_restarting', {})
    default:
      return reason('hub_refuses', { code })
  }
}

/** Nothing has left. */
export function notConnected(): HubError {
  return new HubError('UNAVAILABLE', 'This computer is not connected to the hub')
}
