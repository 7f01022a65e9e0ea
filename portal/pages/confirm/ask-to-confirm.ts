// What somebody gets whose sign-in is too old for what he did: the page that asks, with everything that he typed.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { isHostOfNumbers } from '../../http/host-of-numbers.ts'
import { formPath, isSafe } from '../../http/posted-form.ts'
import { sendHtml } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { callAs, type StoreCall } from '../../http/staff.ts'
import { returnPath } from '../../session/return-to.ts'
import type { Sessions } from '../../session/sessions.ts'
import type { UpstreamApi } from '../../upstream.ts'
import { PATHS } from '../../views/paths.ts'
import { confirmPage, type ConfirmWays } from './confirm-page.tsx'
import { keptForm } from './kept-form.ts'

interface AskGiven {
  readonly sessions: Sessions
  readonly identity: UpstreamApi
}

export function askToConfirm({ sessions, identity }: AskGiven): (context: RequestContext) => Promise<void> {
  return async (context) => {
    const { request, path } = context
    const ways = await confirmWays(context, callAs({ context, sessions, api: identity }))
    const form = isSafe(request) ? null : keptForm(path, request.body)
    const returnTo = (isSafe(request) ? returnPath(path) : formPath(context)) ?? PATHS.relay
    const frame = context.frame(returnTo)
    await sendHtml(context, confirmPage({ frame, ways, form, returnTo, fault: null }), 403)
  }
}

export async function confirmWays(context: RequestContext, identity: StoreCall): Promise<ConfirmWays> {
  const call = { params: null, query: null, body: null }
  const { activeSince, passkeys = 0 } = await identity(identityApi.getSecondFactor, call)
  return { code: activeSince !== null || passkeys > 0, passkey: passkeys > 0 && !isHostOfNumbers(context) }
}
