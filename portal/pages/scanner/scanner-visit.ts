// One request of a phone that is a scanner, or wants to be one: what its handlers are given, and how they ask the pharmacy API.
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { RequestContexts } from '../../http/request-contexts.ts'
import type { PairedScanner, ScannerCookie } from '../../session/scanner-cookie.ts'
import type { UpstreamApi } from '../../upstream.ts'

export interface ScannerGiven {
  readonly contexts: RequestContexts
  readonly pharmacy: UpstreamApi
  readonly cookie: ScannerCookie
}

export interface ScannerVisit extends ScannerGiven {
  readonly context: RequestContext
  /** Null for a phone that is no scanner. */
  readonly paired: PairedScanner | null
}

/** `token`: the scanner's own; null to pair. Throws ProblemError. */
export async function askPharmacy<E extends Endpoint>(
  { pharmacy, context }: ScannerVisit,
  entry: E,
  { body, token }: { readonly body: EndpointCall<E>['body']; readonly token: string | null },
): Promise<EndpointResult<E>> {
  const call = { params: null, query: null, body } as EndpointCall<E>
  return await pharmacy.forBrowser(entry, call, { clientAddress: context.clientAddress, token })
}
