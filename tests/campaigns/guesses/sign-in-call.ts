// Sign-ins over HTTP on kept connections, as the gateway tells who comes: cheap enough for a million.
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'

export interface SignInCall {
  readonly email: string
  readonly password: string
  readonly address: string
  readonly knownDevice?: string
}

export interface SignInAnswer {
  readonly status: number
  /** Of a refusal: `token_invalid`; of a sign-in: `in`. */
  readonly code: string
  /** Of a sign-in. */
  readonly knownDevice: string | null
}

export interface SignInClient {
  /** Throws when no answer came within 60 s. */
  signIn(call: SignInCall): Promise<SignInAnswer>
  stop(): void
}

const LIMIT_MS = 60_000
const Answer = z.object({ code: z.string().optional(), knownDevice: z.string().optional() })

export function createSignInClient(baseUrl: string, connections: number): SignInClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const url = `${baseUrl}${identityApi.signIn.path}`
  return {
    signIn: async ({ address, ...body }) => {
      const { status, body: answer } = await post(url, agent, { address, body: JSON.stringify(body) })
      const { code = 'in', knownDevice = null } = Answer.parse(JSON.parse(answer))
      return { status, code, knownDevice }
    },
    stop: () => agent.destroy(),
  }
}

async function post(
  url: string,
  agent: Agent,
  { address, body }: { readonly address: string; readonly body: string },
): Promise<{ status: number; body: string }> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': address,
  }
  const answered = Promise.withResolvers<{ status: number; body: string }>()
  const sent = request(url, { method: 'POST', agent, headers }, (response) => {
    const { statusCode: status = 0 } = response
    text(response).then((body) => answered.resolve({ status, body }), answered.reject)
  })
  sent.setTimeout(LIMIT_MS, () => sent.destroy(new Error(`no answer within ${LIMIT_MS / 1_000} s`)))
  sent.on('error', answered.reject)
  sent.end(body)
  return answered.promise
}
