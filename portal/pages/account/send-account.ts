// The page of one's own account as identity knows it now.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { isHostOfNumbers } from '../../http/host-of-numbers.ts'
import { sendHtml } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { StoreCall } from '../../http/staff.ts'
import { PATHS } from '../../views/paths.ts'
import type { AccountNotice } from './account-notices.ts'
import { accountPage } from './account-page.tsx'
import type { AccountFaults } from './account-props.ts'

interface Sent {
  readonly faults: AccountFaults
  readonly notice: AccountNotice | null
  readonly status: number
}

export async function sendAccount(
  context: RequestContext,
  identity: StoreCall,
  { faults, notice, status }: Sent,
): Promise<void> {
  const call = { params: { guid: ownGuid(context) }, query: null, body: null }
  const user = await identity(identityApi.accountCheck, call)
  const { sessions } = await identity(identityApi.listSessions, call)
  const factor = await identity(identityApi.getSecondFactor, { ...call, params: null })
  const own = await identity(identityApi.listPasskeys, { ...call, params: null })
  const passkeys = { ...own, isHostOfNumbers: isHostOfNumbers(context) }
  const frame = context.frame(PATHS.account)
  const facts = { user, factor, passkeys, sessions, now: context.now() }
  const html = accountPage({ frame, faults, notice, ...facts })
  await sendHtml(context, html, status)
}

/** Throws ProblemError `token_missing` for who is not signed in; `forStaff` has let nobody else through. */
export function ownGuid({ session }: RequestContext): string {
  if (session === null) throw new ProblemError('token_missing', 'Sign in first')
  return session.user.guid
}
