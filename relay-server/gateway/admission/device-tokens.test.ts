// Pharmacists at computers of one office, on the wire: each computer has the permit of an address, and nobody else gets one so.
import { describe, expect, it } from 'vitest'
import { createTestTokens } from '../../auth/test-tokens.ts'
import { exchangeBytes, startGateway, startUpstream } from '../test/gateway-rig.ts'
import { deviceTokenVerifier } from './token-verifiers.ts'

const SMALL = { Gateway__RateLimit__Permit: '3' }
const COUNTER = 'a'.repeat(64)
const DISPENSARY = 'b'.repeat(64)

async function start() {
  const { verifier, tokenFor } = await createTestTokens()
  let verified = 0
  const verify = deviceTokenVerifier({
    verify: (token) => {
      verified += 1
      return verifier.verify(token)
    },
  })
  const upstream = await startUpstream()
  const { port } = await startGateway({
    upstreamPort: upstream.port,
    settings: SMALL,
    verifyDevice: verify,
  })
  /** Statuses of so many requests with that token. */
  const ask = async (token: string | null, times: number): Promise<readonly number[]> => {
    const field = token === null ? '' : `Authorization: Bearer ${token}\r\n`
    const one = (more = '') => `GET /Pharmacy/x HTTP/1.1\r\nHost: gw.test\r\n${field}${more}\r\n`
    const all = one().repeat(times - 1) + one('Connection: close\r\n')
    return (await exchangeBytes(port, all)).statuses
  }
  const tokenOf = async (deviceKey: string | null, role: 'Pharmacist' | 'Admin' = 'Pharmacist') =>
    tokenFor(role, { claims: { deviceKey } })
  return { ask, tokenOf, upstream, verified: () => verified }
}

describe('a pharmacist’s token', () => {
  it('counts for its computer: others at the same address have theirs, and the address keeps its own', async () => {
    const { ask, tokenOf, upstream } = await start()
    const counter = await tokenOf(COUNTER)
    expect(await ask(counter, 4)).toEqual([200, 200, 200, 429])
    expect(await ask(await tokenOf(DISPENSARY), 4)).toEqual([200, 200, 200, 429])
    expect(await ask(await tokenOf(COUNTER), 1)).toEqual([429])
    expect(await ask(null, 4)).toEqual([200, 200, 200, 429])
    expect(upstream.seen[0]?.headers).toMatchObject({ authorization: `Bearer ${counter}` })
  })

  it('counts for the address when it names no computer, is not a pharmacist’s, or is not signed by identity', async () => {
    const { ask, tokenOf } = await start()
    const [header, claims] = (await tokenOf(COUNTER)).split('.')
    const others = [await tokenOf(null), await tokenOf(COUNTER, 'Admin'), `${header}.${claims}.AAAA`]
    for (const token of others) expect(await ask(token, 1)).toEqual([200])
    expect(await ask(await tokenOf(null), 1)).toEqual([429])
    expect(await ask(await tokenOf(COUNTER), 1)).toEqual([200])
  })

  it('is verified once, and of strangers no more than 20 in 10 s', async () => {
    const { ask, tokenOf, verified } = await start()
    await ask(await tokenOf(COUNTER), 3)
    expect(verified()).toBe(1)
    await ask(await tokenOf(null), 1)
    expect(verified()).toBe(1)
    const [header, claims] = (await tokenOf(COUNTER)).split('.')
    for (let n = 0; n < 30; n += 1) await ask(`${header}.${claims}.${String(n).padStart(4, 'A')}`, 1)
    expect(verified()).toBe(20)
  })
})
