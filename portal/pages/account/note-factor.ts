// A session whose account has another second factor now than when it began.
import type { RequestContext } from '../../http/request-context.ts'
import type { Sessions } from '../../session/sessions.ts'

/** The session learns of it with new tokens, which its other pages get as well. What was done counts even if that fails. */
export async function noteFactor(context: RequestContext, sessions: Sessions): Promise<void> {
  const { session, clientAddress } = context
  if (session !== null) context.session = await sessions.renewed(session, clientAddress).catch(() => session)
}
