// Who passkeys are made for: the host of Portal__PublicUrl, for ever. One that is made for another name is none here.
import { isIP } from 'node:net'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'

export interface RelyingParty {
  /** The host's name alone. */
  readonly id: string
  /** Scheme, host and port, exactly as browsers say it. */
  readonly origin: string
}

/** Throws ProblemError `not_supported` where no browser would make one: for an address of numbers, and without TLS beyond localhost. */
export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isName = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0
  if (isName && (protocol === 'https:' || isLocal)) return { id: hostname, origin }
  throw new ProblemError('not_supported', reason('passkeys_need_name', {}))
}
