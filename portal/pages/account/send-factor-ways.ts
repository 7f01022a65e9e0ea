// The page with the ways to a second factor, as identity knows the account now.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { isHostOfNumbers } from '../../http/host-of-numbers.ts'
import { sendHtml } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { StoreCall } from '../../http/staff.ts'
import { PATHS } from '../../views/paths.ts'
import { secondFactorPage } from './second-factor-page.tsx'

interface Sent {
  /** Why a passkey was not made, in words; null for nothing. */
  readonly fault: string | null
  readonly status: number
}

export async function sendFactorWays(
  context: RequestContext,
  identity: StoreCall,
  { fault, status }: Sent,
): Promise<void> {
  const call = { params: null, query: null, body: null }
  const { activeSince, passkeys = 0 } = await identity(identityApi.getSecondFactor, call)
  const isActive = activeSince !== null
  const passkey = isActive || passkeys > 0 ? null : { isHostOfNumbers: isHostOfNumbers(context) }
  const frame = context.frame(PATHS.secondFactor)
  await sendHtml(context, secondFactorPage({ frame, enrolment: null, isActive, passkey, fault }), status)
}
