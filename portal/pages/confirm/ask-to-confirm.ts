// What somebody gets whose sign-in is too old for what he did: the page that asks, with everything that he typed.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { formPath, isSafe } from '../../http/posted-form.ts'
import { sendHtml } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { callAs, type StoreCall } from '../../http/staff.ts'
import { returnPath } from '../../session/return-to.ts'
import type { Sessions } from '../../session/sessions.ts'
import type { UpstreamApi } from '../../upstream.ts'
import { PATHS } from '../../views/paths.ts'
import { confirmPage } from './confirm-page.tsx'
import { keptForm } from './kept-form.ts'

interface AskGiven {
  readonly sessions: Sessions
  readonly identity: UpstreamApi
}

export function askToConfirm({ sessions, identity }: AskGiven): (context: RequestContext) => Promise<void> {
  return async (context) => {
    const { request, path } = context
    const asksCode = await hasSecondFactor(callAs({ context, sessions, api: identity }))
    const form = isSafe(request) ? null : keptForm(path, request.body)
    const returnTo = (isSafe(request) ? returnPath(path) : formPath(context)) ?? PATHS.relay
    const frame = context.frame(returnTo)
    await sendHtml(context, confirmPage({ frame, asksCode, form, returnTo, fault: null }), 403)
  }
}

export async function hasSecondFactor(identity: StoreCall): Promise<boolean> {
  const call = { params: null, query: null, body: null }
  return (await identity(identityApi.getSecondFactor, call)).activeSince !== null
}
