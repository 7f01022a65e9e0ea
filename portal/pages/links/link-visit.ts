// A visit by a link, which needs no session: what its handlers are given, and how they ask identity.
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { sendHtml } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { RequestContexts } from '../../http/request-contexts.ts'
import type { FollowedLink, ShortCookies } from '../../session/short-cookies.ts'
import type { Sessions } from '../../session/sessions.ts'
import type { UpstreamApi } from '../../upstream.ts'
import { linkOverPage } from './password-link-page.tsx'

/** Of links about an account. */
export type AccountLinkKind = Exclude<FollowedLink['kind'], 'no-sms'>

export interface LinksGiven {
  readonly contexts: RequestContexts
  readonly sessions: Sessions
  readonly identity: UpstreamApi
  readonly pharmacy: UpstreamApi
  readonly cookies: ShortCookies
}

/** One request for a page that needs no session; `token` is of the link that was followed. */
export interface LinkVisit extends LinksGiven {
  readonly context: RequestContext
  readonly token: string
}

export async function sendLinkOver(context: RequestContext, kind: AccountLinkKind): Promise<void> {
  await sendHtml(context, linkOverPage({ frame: context.frame(), kind }), 409)
}

/** Calls identity for somebody who is not signed in. Throws ProblemError. */
export async function askIdentity<E extends Endpoint>(
  { identity, context }: Pick<LinkVisit, 'identity' | 'context'>,
  entry: E,
  body: EndpointCall<E>['body'],
): Promise<EndpointResult<E>> {
  const call = { params: null, query: null, body } as EndpointCall<E>
  return await identity.forBrowser(entry, call, { clientAddress: context.clientAddress, token: null })
}
