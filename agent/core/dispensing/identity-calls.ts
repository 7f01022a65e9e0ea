// The sign-in at the identity API, step by step; what it refuses is said in words of a sign-in at this computer.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { signInProofText } from '@pharmacy-relay/shared/api/identity-devices.ts'
import type { SignInReply, TokenPair } from '@pharmacy-relay/shared/api/identity-user.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { GatewayClient } from './gateway-client.ts'

export interface IdentityCallsParts {
  readonly gateway: GatewayClient
  readonly agentVersion: string
  /** Signs with the key of this computer. */
  readonly prove: (text: string) => { readonly certificate: string; readonly signature: string }
}

export interface IdentityCalls {
  /** Throws ProblemError: `state_conflict` with the reason for what a person can do something about. */
  signIn(given: { readonly email: string; readonly password: string }): Promise<SignInReply>
  finish(given: { readonly pendingToken: string; readonly code: string }): Promise<SignInReply>
  /** Null: the session is over. Throws ProblemError when nobody can say. */
  refresh(refreshToken: string): Promise<TokenPair | null>
  /** Never rejects: the session ends by itself otherwise. */
  signOut(refreshToken: string): Promise<void>
}

const PUBLIC = { api: 'Identity', token: null } as const

export function createIdentityCalls({ gateway, agentVersion, prove }: IdentityCallsParts): IdentityCalls {
  const client = { kind: 'other', agent: `agent ${agentVersion}` } as const
  return {
    signIn: async ({ email, password }) => {
      const { challenge } = await gateway.call(identityApi.beginDeviceSignIn, callOf(null), PUBLIC)
      const device = { challenge, ...prove(signInProofText({ challenge, email })) }
      const body = { email, password, roles: ['Pharmacist' as const], client, device }
      return gateway.call(identityApi.signIn, callOf(body), PUBLIC).catch(refusedAs('sign_in_refused'))
    },
    finish: async (body) =>
      gateway.call(identityApi.finishSignIn, callOf(body), PUBLIC).catch(refusedAs('sign_in_over')),
    refresh: async (refreshToken) => {
      try {
        return (await gateway.call(identityApi.refreshTokens, callOf({ refreshToken }), PUBLIC)).tokens
      } catch (error) {
        if (error instanceof ProblemError && error.code === 'token_invalid') return null
        throw error
      }
    },
    signOut: async (refreshToken) => {
      await gateway.call(identityApi.signOut, callOf({ refreshToken }), PUBLIC).catch(() => undefined)
    },
  }
}

function callOf<B>(body: B): { readonly params: null; readonly query: null; readonly body: B } {
  return { params: null, query: null, body }
}

/** A token of the window is not meant where identity says `token_invalid`: the code there is of the sign-in. */
function refusedAs(code: 'sign_in_refused' | 'sign_in_over') {
  return (error: unknown): never => {
    if (!(error instanceof ProblemError) || error.code !== 'token_invalid') throw error
    throw new ProblemError('state_conflict', error.reason ?? reason(code, {}), { cause: error })
  }
}
