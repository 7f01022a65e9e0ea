// Why a computer was not paired, in words for whoever typed the code.
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

const SHORT_WAIT_MS = 60_000
const AWAY =
  'Check the internet connection, the address of the portal, and date and time of this computer; then type the code again'

/** Everything but a HubError stays as it is. */
export function pairingProblem(error: unknown): unknown {
  if (!(error instanceof HubError)) return error
  const { code, message, retryAfterMs } = error
  switch (code) {
    case 'PAIRING_REFUSED':
      return new ProblemError('request_refused', `Not paired: ${message}`)
    case 'RATE_LIMITED': {
      const waitMs = retryAfterMs ?? SHORT_WAIT_MS
      const seconds = Math.ceil(waitMs / 1_000)
      // Of a long wait the hub knows more than it may ask for.
      const words = waitMs > SHORT_WAIT_MS ? message : `too many tries. Try again in ${seconds} s`
      return new ProblemError('rate_limited', `Not paired: ${words}`)
    }
    case 'TIMEOUT':
      return new ProblemError(
        'upstream_timeout',
        `${message}. It may be paired all the same: run the same command again`,
      )
    case 'UNAVAILABLE':
    case 'PEER_GONE':
    case 'HUB_RESTARTING':
      return new ProblemError('upstream_unavailable', `Not paired: ${sentence(message)} ${AWAY}`)
    default:
      return new ProblemError('state_conflict', `Not paired: ${message}`)
  }
}

function sentence(words: string): string {
  return /[.?!]$/.test(words) ? words : `${words}.`
}
