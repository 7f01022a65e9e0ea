// The portal's way to the APIs: whose credentials a refusal is about.
import { createServer } from 'node:http'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError, problemBody } from '@pharmacy-relay/shared/problem.ts'
import { listen } from '@pharmacy-relay/relay-server/http/listen.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createUpstream } from './upstream.ts'

/** A gateway behind which every token is refused. */
async function refusingGateway(): Promise<string> {
  const refusal = problemBody(new ProblemError('token_invalid', 'The token is not valid'), 'f'.repeat(32))
  const server = createServer((_request, response) =>
    response.writeHead(401, { 'content-type': 'application/problem+json' }).end(JSON.stringify(refusal)),
  )
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'none' })
  return `http://127.0.0.1:${port}`
}

test('a refused token of a person is theirs, a refused one of the portal is not', async () => {
  const serviceTokens = { current: () => Promise.resolve('a-service-token') }
  const { identity } = createUpstream({ gatewayUrl: await refusingGateway(), serviceTokens })
  const call = { params: { guid: '7b5cc1de-6a43-4b50-8a15-3f4de8a4f2a1' }, query: null, body: null }
  const browser = { clientAddress: '127.0.0.1', token: 'a-token' }
  await expect(identity.forBrowser(identityApi.accountCheck, call, browser)).rejects.toMatchObject({
    code: 'token_invalid',
  })
  await expect(identity.asService(identityApi.accountCheck, call)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'This service itself was refused: The token is not valid',
  })
})
