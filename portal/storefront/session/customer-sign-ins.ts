// Customers sign in: through the store API, with a code where the account asks for one; then a session begins, and the basket comes along.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { Credentials, SignInReply, SignedIn } from '@pharmacy-relay/shared/api/identity-user.ts'
import { storeCustomersApi } from '@pharmacy-relay/shared/api/store-customers.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { lineOfText } from '@pharmacy-relay/shared/ids.ts'
import { knownDeviceCookie, readKnownDevice } from '../../session/known-device.ts'
import type { SessionMemory } from '../../session/session-memory.ts'
import { newSession, sessionUser } from '../../session/session.ts'
import type { Sessions } from '../../session/sessions.ts'
import type { ShopCalls } from '../http/shop-calls.ts'
import type { ShopContext } from '../http/shop-context.ts'
import type { BasketKeeper } from '../pages/basket/basket-keeper.ts'

interface SignInsGiven {
  readonly calls: ShopCalls
  readonly keeper: BasketKeeper
  readonly memory: SessionMemory
  readonly sessions: Sessions
}

export type ShopStep =
  | { readonly kind: 'entered'; readonly hasMerged: boolean }
  /** The password was right, and a code is asked for: no session yet. */
  | { readonly kind: 'waiting'; readonly token: string }

const AGENT_MAX = 200
const Agent = lineOfText(AGENT_MAX)

export class CustomerSignIns {
  readonly #given: SignInsGiven

  constructor(given: SignInsGiven) {
    this.#given = given
  }

  /** Throws ProblemError: `token_invalid` for wrong credentials and for who is no customer, `rate_limited`. */
  async begin(context: ShopContext, given: Pick<Credentials, 'email' | 'password'>): Promise<ShopStep> {
    const { headers } = context.request
    const agent = Agent.safeParse((headers['user-agent'] ?? '').slice(0, AGENT_MAX))
    const knownDevice = readKnownDevice(headers.cookie)
    const client = { kind: 'storefront', agent: agent.data ?? null } as const
    const body = { ...given, client, ...(knownDevice === null ? {} : { knownDevice }) }
    const reply: SignInReply = await this.#given.calls.open(context, storeCustomersApi.signInCustomer, {
      body,
    })
    if ('pending' in reply) return { kind: 'waiting', token: reply.pending.token }
    return await this.#enter(context, reply)
  }

  /** Throws ProblemError: `invalid` with the reason for a code that is not taken, `token_invalid` when the sign-in is over. */
  async finish(context: ShopContext, pendingToken: string, code: string): Promise<ShopStep> {
    const { calls } = this.#given
    const { identity } = calls.upstream
    const body = { pendingToken, code }
    return await this.#enter(
      context,
      await calls.open(context, identityApi.finishSignIn, { body, api: identity }),
    )
  }

  async #enter(context: ShopContext, { user, tokens, knownDevice }: SignedIn): Promise<ShopStep> {
    const { memory, sessions, keeper } = this.#given
    // A pending sign-in of the panel can be finished at identity, too.
    if (user.role !== 'Customer' && user.role !== 'Pharmacist')
      throw new ProblemError('token_invalid', 'The credentials are not valid')
    // Whoever was signed in here before is not any more.
    if (context.session !== null) await sessions.end(context.session, context.clientAddress)
    context.session = newSession(sessionUser(user), tokens, context.nowMs())
    memory.confirm(context.session, context.nowMs())
    const known = knownDeviceCookie(knownDevice)
    if (known !== null) context.addCookie(known)
    return { kind: 'entered', hasMerged: await keeper.takeOver(context) }
  }
}
