// A Pharmacist signs in at a computer of his pharmacy: over sockets between store and identity API, and PostgreSQL.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { signInProofText } from '@pharmacy-relay/shared/api/identity-devices.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { createApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import { connectService } from '@pharmacy-relay/relay-server/identity-api/hub/test-hub.ts'
import { PASSWORD, bodyOf } from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { storeApi } from '@pharmacy-relay/relay-server/store-api/test/test-app.ts'
import type { TestDevice } from '@pharmacy-relay/relay-server/store-api/test/test-store.ts'
import {
  CEM,
  PIA,
  appOfPia,
  identity,
  identityHub,
  newAddress,
  other,
  own,
  placeOf,
  site,
  startScene,
  stopScene,
} from './address-scene.ts'

beforeAll(startScene)
afterAll(stopScene)

const NONE = { params: null, query: null, body: null }

function clientAt(address: string) {
  const headers = () => Promise.resolve({ 'x-forwarded-for': address })
  return createApiClient({ baseUrl: identityHub.url, timeoutMs: 120_000, headers })
}

interface Try {
  readonly address: string
  readonly device: TestDevice
  readonly email?: string
  readonly password?: string
  /** Whose sign-in the computer signs. */
  readonly signedEmail?: string
  readonly challenge?: string
}

async function signInAt({ address, device, email = PIA, password = PASSWORD, ...more }: Try) {
  const client = clientAt(address)
  const challenge =
    more.challenge ?? (await client.call(identityApi.beginDeviceSignIn, NONE, { token: null })).challenge
  const text = signInProofText({ challenge, email: more.signedEmail ?? email })
  const { pem: certificate, signed } = device.certificate
  const signature = signed(text)
  const body = bodyOf({
    email,
    password,
    roles: ['Pharmacist' as const],
    device: { challenge, certificate, signature },
  })
  return client.call(identityApi.signIn, body, { token: null })
}

/** What the access token says of the computer. */
function deviceKeyIn(reply: Awaited<ReturnType<typeof signInAt>>): unknown {
  if (!('tokens' in reply)) throw new Error('a code was asked for')
  const claims: unknown = JSON.parse(
    Buffer.from(reply.tokens.accessToken.split('.')[1] ?? '', 'base64url').toString('utf8'),
  )
  return (claims as { deviceKey: unknown }).deviceKey
}

describe('A Pharmacist at a computer of his pharmacy', () => {
  test('gets in by password and the computer where that vouches for the address, and the session is of it', async () => {
    const place = await placeOf(own)
    const reply = await signInAt(place)
    expect(deviceKeyIn(reply)).toMatch(/^[0-9a-f]{64}$/)
    if (!('tokens' in reply)) throw new Error('a code was asked for')
    const given = bodyOf({ refreshToken: reply.tokens.refreshToken })
    const renewed = await clientAt(place.address).call(identityApi.refreshTokens, given, { token: null })
    expect(deviceKeyIn({ ...reply, ...renewed })).toBe(deviceKeyIn(reply))
  })

  test('is asked for a code elsewhere, and the session is of the computer all the same', async () => {
    const { device } = await placeOf(own, { days: 2 })
    const client = clientAt(newAddress())
    const reply = await signInAt({ address: newAddress(), device })
    if (!('pending' in reply)) throw new Error('no code was asked for')
    const given = bodyOf({ pendingToken: reply.pending.token, code: appOfPia() })
    const signedIn = await client.call(identityApi.finishSignIn, given, { token: null })
    expect(deviceKeyIn(signedIn)).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is refused when the signature is of another sign-in, another key or another challenge', async () => {
    const { address, device } = await placeOf(own)
    const refused = { code: 'state_conflict', reason: { code: 'device_not_known' } }
    await expect(signInAt({ address, device, signedEmail: CEM })).rejects.toMatchObject(refused)
    const { signed } = newCertificate()
    const forged = { ...device, certificate: { ...device.certificate, signed } }
    await expect(signInAt({ address, device: forged })).rejects.toMatchObject(refused)
    await expect(signInAt({ address, device, challenge: 'A'.repeat(43) })).rejects.toMatchObject(refused)
  })

  test('uses a challenge once, and never learns of the computer before the password is right', async () => {
    const { address, device } = await placeOf(own)
    const { challenge } = await clientAt(address).call(identityApi.beginDeviceSignIn, NONE, { token: null })
    const wrong = signInAt({ address, device, challenge, password: 'not the password' })
    await expect(wrong).rejects.toMatchObject({ code: 'token_invalid' })
    expect(deviceKeyIn(await signInAt({ address, device, challenge }))).toMatch(/^[0-9a-f]{64}$/)
    const again = signInAt({ address, device, challenge })
    await expect(again).rejects.toMatchObject({ reason: { code: 'device_not_known' } })
  })

  test('is refused at a computer of another pharmacy', async () => {
    const { address, device } = await placeOf(other)
    const there = signInAt({ address, device })
    await expect(there).rejects.toMatchObject({ reason: { code: 'device_not_known' } })
  })

  test('H17 is out as soon as the computer is revoked: the services hear of it, and no token follows', async () => {
    const place = await placeOf(own)
    const service = await connectService(identityHub, identity, 'pharmacy')
    await service.ask('SubscribeAsync', null)
    const reply = await signInAt(place)
    if (!('tokens' in reply)) throw new Error('a code was asked for')
    const params = { customerId: String(own.id), computerId: String(place.computerId) }
    await site.call(storeApi.revokeComputer, { params })
    await until('the pharmacy API hears of the end', () => service.ended().length > 0)
    const given = bodyOf({ refreshToken: reply.tokens.refreshToken })
    const refused = clientAt(place.address).call(identityApi.refreshTokens, given, { token: null })
    await expect(refused).rejects.toMatchObject({ code: 'token_invalid' })
    await expect(signInAt(place)).rejects.toMatchObject({ reason: { code: 'device_not_known' } })
  })
})
