// Why a computer was not paired, in words for whoever typed the code.
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { refusalOfHub } from '../relay/hub-reasons.ts'

const SHORT_WAIT_MS = 60_000
const AWAY =
  'Check the internet connection, the address of the portal, and date and time of this computer; then type the code again'

/** `words`: in English, for the command line. */
export function refusedPairing(why: Reason, text: string): ProblemError {
  return problem('state_conflict', why, text)
}

/** Everything but a HubError stays as it is. */
export function pairingProblem(error: unknown): unknown {
  if (!(error instanceof HubError)) return error
  const { code, message, retryAfterMs } = error
  switch (code) {
    case 'PAIRING_REFUSED':
      return problem('request_refused', reason('pairing_code_refused', {}), `Not paired: ${message}`)
    case 'RATE_LIMITED': {
      const waitMs = retryAfterMs ?? SHORT_WAIT_MS
      const seconds = Math.ceil(waitMs / 1_000)
      // Of a long wait the hub knows more than it may ask for.
      const text = waitMs > SHORT_WAIT_MS ? message : `too many tries. Try again in ${seconds} s`
      return problem('rate_limited', reason('pairing_too_often', { after: seconds }), `Not paired: ${text}`)
    }
    case 'TIMEOUT': {
      const text = `${message}. It may be paired all the same: run the same command again`
      return problem('upstream_timeout', reason('pairing_unsure', {}), text)
    }
    case 'UNAVAILABLE':
    case 'PEER_GONE':
    case 'HUB_RESTARTING': {
      const text = `Not paired: ${sentence(message)} ${AWAY}`
      return problem('upstream_unavailable', reason('pairing_hub_away', {}), text)
    }
    default:
      return problem('state_conflict', refusalOfHub(code), `Not paired: ${message}`)
  }
}

function problem(code: ProblemCode, why: Reason, text: string): ProblemError {
  return new ProblemError(code, { ...why, detail: text })
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}
