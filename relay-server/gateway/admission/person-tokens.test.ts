// People for whom portal and storefront call, on the wire: each counts for himself, and strangers at his address for the address.
import { expect, it } from 'vitest'
import { createTestTokens } from '../../auth/test-tokens.ts'
import { exchangeBytes, startGateway, startUpstream } from '../test/gateway-rig.ts'
import { personTokenVerifier, serviceTokenVerifier } from './token-verifiers.ts'

const SMALL = { Gateway__RateLimit__Permit: '3', Gateway__RateLimit__PersonPermit: '5' }
const OFFICE = '203.0.113.9'

async function start() {
  const { verifier, tokenFor } = await createTestTokens()
  let verified = 0
  const upstream = await startUpstream()
  const { port } = await startGateway({
    upstreamPort: upstream.port,
    settings: SMALL,
    verify: serviceTokenVerifier(verifier),
    verifyPerson: personTokenVerifier({
      verify: (token) => {
        verified += 1
        return verifier.verify(token)
      },
    }),
  })
  const services = new Map<string, string>()
  for (const sub of ['storefront', 'portal', 'store'])
    services.set(sub, await tokenFor('Service', { claims: { sub } }))
  /** Statuses of so many calls of a service for who is at the office. */
  const ask = async (service: string | null, token: string | null, times: number) => {
    const fields = [
      service === null ? '' : `X-Service-Token: ${services.get(service)}\r\n`,
      `X-Client-Address: ${OFFICE}\r\n`,
      token === null ? '' : `Authorization: Bearer ${token}\r\n`,
    ].join('')
    const one = (more = '') => `GET /Store/x HTTP/1.1\r\nHost: gw.test\r\n${fields}${more}\r\n`
    return (await exchangeBytes(port, one().repeat(times - 1) + one('Connection: close\r\n'))).statuses
  }
  const tokenOf = async (sub: string) => tokenFor('Customer', { claims: { sub } })
  return { ask, tokenOf, services, verified: () => verified }
}

it('strangers and colleagues at one address use up nothing of each other, and two sessions of one person count together', async () => {
  const { ask, tokenOf, verified } = await start()
  expect(await ask('storefront', null, 4)).toEqual([200, 200, 200, 429])
  const rae = await tokenOf('rae')
  expect(await ask('storefront', rae, 6)).toEqual([200, 200, 200, 200, 200, 429])
  expect(verified()).toBe(1)
  expect(await ask('storefront', await tokenOf('ron'), 5)).toEqual([200, 200, 200, 200, 200])
  expect(await ask('storefront', await tokenOf('rae'), 1)).toEqual([429])
  expect(await ask('storefront', null, 1)).toEqual([429])
})

it('a token that proves nobody, one that no service brings, and one of another service count for the address', async () => {
  const { ask, tokenOf, services } = await start()
  const [header, claims] = (await tokenOf('rae')).split('.')
  expect(await ask('portal', `${header}.${claims}.AAAA`, 4)).toEqual([200, 200, 200, 429])
  expect(await ask('storefront', services.get('storefront') ?? '', 4)).toEqual([200, 200, 200, 429])
  const rae = await tokenOf('rae')
  expect(await ask('store', rae, 4)).toEqual([200, 200, 200, 429])
  expect(await ask(null, rae, 4)).toEqual([200, 200, 200, 429])
  expect(await ask('portal', rae, 5)).toEqual([200, 200, 200, 200, 200])
})
