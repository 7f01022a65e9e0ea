// I17: a Pharmacist's second factor by the address of his pharmacy, over sockets between store and identity API, and PostgreSQL.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { createAddressCheck } from '@pharmacy-relay/relay-server/identity-api/address-tickets/address-check.ts'
import { connectService } from '@pharmacy-relay/relay-server/identity-api/hub/test-hub.ts'
import { PASSWORD, bodyOf } from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { storeApi } from '@pharmacy-relay/relay-server/store-api/test/test-app.ts'
import { keepHubAlive } from '@pharmacy-relay/relay-server/store-api/test/test-portal.ts'
import {
  CEM,
  INTERNAL_KEY,
  PAT,
  PIA,
  appOfPia,
  change,
  goodTicket,
  heard,
  hub,
  identity,
  identityHub,
  newAddress,
  other,
  own,
  placeOf,
  signIn,
  site,
  startScene,
  stopScene,
  store,
  ticketOf,
} from './address-scene.ts'

beforeAll(startScene)
afterAll(stopScene)

describe('I17 a Pharmacist where a computer of his pharmacy is', () => {
  test('gets in by password and ticket; without the ticket a code is asked for, and works', async () => {
    const { address } = await placeOf(own)
    expect(await signIn({ address, ticket: null })).toBe('code')
    expect(await signIn({ address, ticket: await goodTicket(address) })).toBe('in')
    // The same address as a socket of both families names it.
    expect(await signIn({ address, ticket: await goodTicket(`::ffff:${address}`) })).toBe('in')
    const { client } = identity
    const reply = await client.call(identityApi.signIn, bodyOf({ email: PIA, password: PASSWORD }), {
      token: null,
    })
    if (!('pending' in reply)) throw new Error('no code was asked for')
    const given = bodyOf({ pendingToken: reply.pending.token, code: appOfPia() })
    expect((await client.call(identityApi.finishSignIn, given, { token: null })).user.email).toBe(PIA)
  })

  test('gets in from his own /64 of IPv6, and from no other one', async () => {
    const { address } = await placeOf(own, { address: '2001:db8:0:1::10' })
    expect(await ticketOf('2001:db8:0:2::10')).toBe(null)
    const ticket = await goodTicket('2001:db8:0:1:ffff::1')
    expect(await signIn({ address: '2001:db8:0:2::10', ticket })).toBe('code')
    expect(await signIn({ address, ticket })).toBe('in')
  })

  test('is asked for a code at an address that is new: no ticket, and nobody is locked out', async () => {
    const { address } = await placeOf(own, { days: 6 })
    expect(await ticketOf(address)).toBe(null)
    expect(await ticketOf(newAddress())).toBe(null)
    expect(await signIn({ address, ticket: null })).toBe('code')
  })

  test('never gets in by the ticket in place of the password, and loses it by no wrong one', async () => {
    const { address } = await placeOf(own)
    const ticket = await goodTicket(address)
    expect(await signIn({ address, ticket, password: 'wrong' })).toBe('token_invalid')
    expect(await signIn({ address, ticket })).toBe('in')
  })
})

describe('I17 no ticket is given', () => {
  test('at an address that another pharmacy has, too, or had (CGNAT)', async () => {
    const { address } = await placeOf(own)
    const stranger = await placeOf(other, { address, days: 0 })
    expect(await ticketOf(address)).toBe(null)
    await hub.close(stranger.sessionId)
    expect(await ticketOf(address)).toBe(null)
  })

  test('to anybody but an active Pharmacist of that pharmacy', async () => {
    const { address } = await placeOf(own)
    const theirs = await placeOf(other)
    expect(await ticketOf(address, CEM)).toBe(null)
    expect(await ticketOf(address, 'Admin@relay.example')).toBe(null)
    expect(await ticketOf(address, 'nobody@one.example')).toBe(null)
    expect(await ticketOf(theirs.address)).toBe(null)
    await change(PIA, { isActive: false })
    expect(await ticketOf(address)).toBe(null)
    await change(PIA, { isActive: true })
    expect(await ticketOf(address)).not.toBe(null)
  })

  test('by a computer that was not heard for a minute, is silent, or whose hub is gone', async () => {
    const { address, computerId, sessionId } = await placeOf(own)
    await heard(computerId, 61)
    expect(await ticketOf(address)).toBe(null)
    await heard(computerId, 50)
    expect(await ticketOf(address)).not.toBe(null)
    const silent = (since: Date | null) =>
      store.db
        .updateTable('RelaySessions')
        .set({ silentSince: since })
        .where('sessionId', '=', sessionId)
        .execute()
    await silent(new Date())
    expect(await ticketOf(address)).toBe(null)
    await silent(null)
    await store.db
      .updateTable('RelayHubs')
      .set({ leaseUntil: new Date(0) })
      .where('hubId', '=', hub.hubId)
      .execute()
    expect(await ticketOf(address)).toBe(null)
    await keepHubAlive(store, hub.hubId)
  })

  test('to a service that sees nobody’s address, and identity gives none for an older proof', async () => {
    const { address, computerId } = await placeOf(own)
    const login = { address, email: PIA, pharmacyId: own.id, computerId, provedAgoMs: 60_000 }
    const pharmacy = await connectService(identityHub, identity, 'pharmacy')
    await expect(pharmacy.ask('LoginWithIpAddress', login)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const asStore = await connectService(identityHub, identity, 'store')
    const late = { ...login, provedAgoMs: 60_001 }
    const refused = await new Promise((resolve) => asStore.socket.emit('LoginWithIpAddress', late, resolve))
    expect(refused).toMatchObject({ ok: false, code: 'INVALID' })
    await expect(asStore.ask('LoginWithIpAddress', login)).resolves.toHaveProperty('userGuid')
  })
})

describe('I17 a ticket is worth nothing', () => {
  test('at another address, also where another computer of the pharmacy is', async () => {
    const [here, there] = [await placeOf(own), await placeOf(own)]
    const ticket = await goodTicket(here.address)
    expect(await signIn({ address: there.address, ticket })).toBe('code')
    expect(await signIn({ address: newAddress(), ticket })).toBe('code')
    expect(await signIn({ address: here.address, ticket })).toBe('in')
  })

  test('twice: in turn and at the same time', async () => {
    const { address } = await placeOf(own)
    const ticket = await goodTicket(address)
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => signIn({ address, ticket })))
    expect(outcomes.toSorted()).toEqual(['code', 'code', 'code', 'code', 'code', 'in'])
    expect(await signIn({ address, ticket })).toBe('code')
  })

  test('after a minute, and once a newer one was given', async () => {
    const { address } = await placeOf(own)
    const old = await goodTicket(address)
    const newer = await goodTicket(address)
    expect(await signIn({ address, ticket: old })).toBe('code')
    identity.advance(61_000)
    expect(await signIn({ address, ticket: newer })).toBe('code')
  })

  test('for somebody else, be he a Pharmacist of the same pharmacy', async () => {
    const { address } = await placeOf(own)
    const ticket = await goodTicket(address)
    expect(await signIn({ address, ticket, email: PAT })).toBe('code')
    expect(await signIn({ address, ticket, email: CEM })).toBe('code')
  })

  test('for who is no Pharmacist any more, or of another pharmacy', async () => {
    const { address } = await placeOf(own)
    const ticket = await goodTicket(address)
    await change(PIA, { role: 'Customer' })
    expect(await signIn({ address, ticket })).toBe('code')
    await change(PIA, { role: 'Pharmacist', pharmacyId: other.id })
    expect(await signIn({ address, ticket })).toBe('code')
    await change(PIA, { pharmacyId: own.id })
    expect(await signIn({ address, ticket })).toBe('in')
  })

  test('after the computer was revoked', async () => {
    const { address, computerId } = await placeOf(own)
    const ticket = await goodTicket(address)
    const params = { customerId: String(own.id), computerId: String(computerId) }
    await site.call(storeApi.revokeComputer, { params })
    expect(await signIn({ address, ticket })).toBe('code')
    expect(await ticketOf(address)).toBe(null)
  })

  test('after the session of the computer ended, or another pharmacy came to the address', async () => {
    const left = await placeOf(own)
    const first = await goodTicket(left.address)
    await hub.close(left.sessionId)
    expect(await signIn({ address: left.address, ticket: first })).toBe('code')
    const shared = await placeOf(own)
    const second = await goodTicket(shared.address)
    await placeOf(other, { address: shared.address, days: 0 })
    expect(await signIn({ address: shared.address, ticket: second })).toBe('code')
  })

  test('as an access token, as an access token is none as a ticket', async () => {
    const { address } = await placeOf(own)
    const ticket = await goodTicket(address)
    const none = { params: null, query: null, body: null }
    const asToken = identity.client.call(identityApi.getSecondFactor, none, { token: ticket })
    await expect(asToken).rejects.toMatchObject({ code: 'token_invalid' })
    const { token } = await identity.openSession(PIA)
    expect(await signIn({ address, ticket: token })).toBe('code')
    const edited = `${ticket.slice(0, -4)}AAAA`
    expect(await signIn({ address, ticket: edited })).toBe('code')
  })

  test('while the store API cannot be asked', async () => {
    const ask = createAddressCheck({
      storeUrl: 'http://127.0.0.1:1',
      internalKey: INTERNAL_KEY,
      logger: silentLogger,
    })
    const { address, computerId } = await placeOf(own)
    expect(await ask({ address, computerId, pharmacyId: own.id })).toBe(false)
  })
})
