// What stands between a counter's agent and the pharmacy API in a rig: the way of the gateway, identity's answers for the one
// pharmacist whose token there is, and every address that was asked for.
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listening, portOf } from '@pharmacy-relay/shared/test/listening.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { SignInReply } from '@pharmacy-relay/shared/api/identity-user.ts'

export interface CounterGateway {
  readonly url: string
  readonly addresses: () => readonly string[]
  readonly stop: () => void
}

export interface CounterGatewayParts {
  /** Of the pharmacy API. */
  readonly baseUrl: string
  /** Of a Pharmacist. */
  readonly token: string
  readonly pharmacyId: number
}

export async function startCounterGateway(parts: CounterGatewayParts): Promise<CounterGateway> {
  const addresses: string[] = []
  const own = identityAnswers(parts)
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    addresses.push(url)
    const answer = own.get(`${method} ${url.replace(/^\/Identity/, '')}`)
    if (answer !== undefined)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    else if (url.startsWith('/Pharmacy/'))
      // Who asked may be gone before all is said: an agent that was killed, or that gave up.
      handOn(request, response, `${parts.baseUrl}${url.slice('/Pharmacy'.length)}`).catch(() =>
        response.destroy(),
      )
    else response.writeHead(204).end()
  })
  await listening(server)
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    addresses: () => addresses,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function identityAnswers({ token, pharmacyId }: CounterGatewayParts): ReadonlyMap<string, unknown> {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const { beginDeviceSignIn, signIn } = identityApi
  const guid = '0190a000-0000-7000-8000-000000000001'
  const signedIn: SignInReply = {
    user: { guid, email: 'pia@one.example', name: 'Pia', role: 'Pharmacist', pharmacyId, isActive: true },
    tokens: {
      accessToken: token,
      accessExpiresAt: inAnHour,
      refreshToken: 'r'.repeat(43),
      refreshExpiresAt: inAnHour,
    },
    knownDevice: 'known',
  }
  return new Map<string, unknown>([
    [
      `${beginDeviceSignIn.method} ${beginDeviceSignIn.path}`,
      { challenge: 'c'.repeat(43), expiresAt: inAnHour },
    ],
    [`${signIn.method} ${signIn.path}`, signedIn],
  ])
}

async function handOn(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
  const body = await buffer(request)
  const { host: _, ...headers } = request.headers
  const onward = send(url, { method: request.method ?? 'GET', headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(response)
  })
  onward.on('error', () => response.destroy())
  onward.end(body)
}
