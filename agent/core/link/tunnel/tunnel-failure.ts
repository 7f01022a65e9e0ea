// What an outcome of the hub means for a tunnel.
import type { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { LinkError } from '../link-parts.ts'

/** Any outcome but RATE_LIMITED, which ends nothing. */
export function linkErrorOf(error: HubError): LinkError {
  switch (error.code) {
    case 'PEER_OFFLINE':
    case 'PEER_GONE':
    case 'PEER_UNKNOWN':
      return new LinkError('peer_offline', 'The other computer is not connected to the hub', error)
    case 'UNAVAILABLE':
    case 'NOT_REGISTERED':
    case 'HUB_RESTARTING':
    case 'TIMEOUT':
      return new LinkError('hub_away', `The hub does not pass messages on: ${error.message}`, error)
    default:
      return new LinkError('closed', `The hub refused a message (${error.code}): ${error.message}`, error)
  }
}
