// The identity hub over real sockets and PostgreSQL: who may connect and ask what, and who hears of which change, in order.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { TokenClaims, callerOf } from '../../auth/access-token.ts'
import { changeUser } from '../users/user-admin.queries.ts'
import { PASSWORD, bodyOf, refusalOf, startTestIdentity, type TestIdentity } from '../test-identity.ts'
import { accountOutbox, deleteOldAccountEvents } from './account-events.queries.ts'
import { messagesOf } from './account-messages.ts'
import { connect, connectService, serviceToken, startTestHub, type TestHub } from './test-hub.ts'

let identity: TestIdentity
let site: TestHub
beforeAll(async () => {
  identity = await startTestIdentity()
  site = await startTestHub(identity)
})
afterAll(async () => {
  await site.stop()
  await identity.stop()
})

/** Connected: null; refused: the code in its data, or the transport's words. */
async function outcome(socket: Socket): Promise<string | null> {
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(null))
    socket.on('connect_error', (error: Error & { readonly data?: { readonly code?: string } }) =>
      resolve(error.data?.code ?? error.message),
    )
  })
}

/** As an Admin changes somebody. */
async function change(email: string, what: Parameters<typeof changeUser>[1]['change']): Promise<string> {
  const { db } = identity.database
  const guidOf = async (of: string): Promise<string> =>
    (await db.selectFrom('Users').select('guid').where('email', '=', of).executeTakeFirstOrThrow()).guid
  const guid = await guidOf(email)
  const subject = await guidOf('Admin@relay.example')
  await changeUser(db, {
    guid,
    by: callerOf(
      TokenClaims.parse({ sub: subject, role: 'Admin', name: 'Admin', pharmacyId: null, sid: null, exp: 0 }),
    ),
    now: identity.parts.now(),
    change: what,
  })
  return guid
}

describe('a connection', () => {
  test('is for services with a token of this identity', async () => {
    const { token } = await identity.openSession('Admin@relay.example')
    expect(await outcome(connect(site.url, {}))).toBe('token_missing')
    expect(await outcome(connect(site.url, { token: 'nonsense' }))).toBe('token_invalid')
    expect(await outcome(connect(site.url, { token }))).toBe('role_not_allowed')
    const other = await serviceToken(identity, 'somebody')
    expect(await outcome(connect(site.url, { token: other }))).toBe('role_not_allowed')
    expect(await outcome(connect(site.url, { token: await serviceToken(identity, 'store') }))).toBe(null)
  })

  test('with a protocol that is too old is told so, and one from a browser is refused', async () => {
    const token = await serviceToken(identity, 'store')
    expect(await outcome(connect(site.url, { protocolVersion: 0, token }))).toBe('UPGRADE_REQUIRED')
    expect(await outcome(connect(site.url, { protocolVersion: 9, token }))).toBe(null)
    expect(await outcome(connect(site.url, { token }, { origin: 'https://panel.example' }))).not.toBe(null)
  })

  test('ends a minute after its token', async () => {
    const clock = new SteppedClock(Date.now())
    const stepped = await startTestHub(identity, clock)
    onTestFinished(() => stepped.stop())
    const { socket } = await connectService(stepped, identity)
    const ended = new Promise<string>((resolve) => socket.on('disconnect', resolve))
    clock.stepMs(640_000)
    expect(socket.connected).toBe(true)
    clock.stepMs(30_000)
    expect(await ended).toBe('io server disconnect')
  })
})

describe('a subscriber hears', () => {
  test('of a new role, of a disabled account with its sessions, and of one that is enabled again', async () => {
    const { sessionId } = await identity.openSession('support@relay.example')
    const portal = await connectService(site, identity)
    const { lastEventId } = await portal.ask('SubscribeAsync', null)
    const userGuid = await change('support@relay.example', { role: 'SuperSupport' })
    await change('support@relay.example', { isActive: false })
    await change('support@relay.example', { isActive: true })
    await until('all came', () => portal.changes().filter((one) => one.eventId > lastEventId).length === 3)
    const fresh = portal.changes().filter((one) => one.eventId > lastEventId)
    const of = { userGuid, pharmacyId: null, role: 'SuperSupport' }
    expect(fresh).toMatchObject([
      { ...of, isActive: true },
      { ...of, isActive: false },
      { ...of, isActive: true },
    ])
    expect(portal.ended()).toContain(sessionId)
  })

  test('of sessions that end by sign-out, by an Admin, by a new password and by a refresh token used twice', async () => {
    const email = 'customer@one.example'
    const portal = await connectService(site, identity)
    await portal.ask('SubscribeAsync', null)
    const signIn = async (): Promise<{ id: string; token: string; refreshToken: string; guid: string }> => {
      const { user, tokens } = await identity.signIn(email)
      const { accessToken: token, refreshToken } = tokens
      return { id: refreshToken.split('.')[0] ?? '', token, refreshToken, guid: user.guid }
    }
    const [out, byAdmin, byPassword, stolen] = [
      await signIn(),
      await signIn(),
      await signIn(),
      await signIn(),
    ]
    await identity.client.call(identityApi.signOut, bodyOf({ refreshToken: out.refreshToken }), {
      token: null,
    })
    const admin = await identity.openSession('Admin@relay.example')
    await identity.client.call(
      identityApi.endSession,
      { params: { guid: byAdmin.guid, sessionId: byAdmin.id }, query: null, body: null },
      { token: admin.token },
    )
    const refresh = (): Promise<unknown> =>
      identity.client.call(identityApi.refreshTokens, bodyOf({ refreshToken: stolen.refreshToken }), {
        token: null,
      })
    await refresh()
    identity.advance(31_000)
    expect((await refusalOf(refresh())).code).toBe('token_invalid')
    const keeper = await signIn()
    const body = { oldPassword: PASSWORD, newPassword: 'entirely different horse' }
    await identity.client.call(identityApi.changePassword, bodyOf(body), { token: keeper.token })
    const ids = [out, byAdmin, stolen, byPassword].map(({ id }) => id)
    await until('all four ended', () => ids.every((id) => portal.ended().includes(id)))
    expect(portal.ended()).not.toContain(keeper.id)
  })

  test('what it missed, by the id it has, before the reply; also from another process of the identity API', async () => {
    const first = await connectService(site, identity)
    const { lastEventId } = await first.ask('SubscribeAsync', null)
    first.socket.disconnect()
    const { sessionId, user } = await identity.openSession('pharmacist@one.example')
    const { db } = identity.database
    await db
      .updateTable('RefreshFamilies')
      .set({ revokedAt: new Date() })
      .where('id', '=', sessionId)
      .execute()
    const another = await startTestHub(identity)
    onTestFinished(() => another.stop())
    const again = await connectService(another, identity)
    const reply = await again.ask('SubscribeAsync', lastEventId)
    expect(reply.hasGap).toBe(false)
    expect(again.ended()).toEqual([sessionId])
    await db.updateTable('Users').set({ pharmacyId: 2 }).where('id', '=', user.id).execute()
    await until('the change came there, too', () => again.changes().length === 1)
    expect(again.changes()).toMatchObject([{ pharmacyId: 2, userGuid: user.guid }])
  })

  test('for a first contact the last 11 minutes; for an id that is not kept the same, and that there is a gap', async () => {
    const { db } = identity.database
    const [old, young] = [
      await identity.openSession('super@relay.example'),
      await identity.openSession('super@relay.example'),
    ]
    for (const { sessionId } of [old, young])
      await db
        .updateTable('RefreshFamilies')
        .set({ revokedAt: new Date() })
        .where('id', '=', sessionId)
        .execute()
    await db
      .updateTable('AccountEvents')
      .set({ at: sql`now() - interval '12 minutes'` })
      .where('id', '<=', db.selectFrom('AccountEvents').select('id').where('familyId', '=', old.sessionId))
      .execute()
    const service = await connectService(site, identity)
    const { lastEventId, hasGap } = await service.ask('SubscribeAsync', null)
    expect([hasGap, service.ended()]).toEqual([false, [young.sessionId]])
    // Of a database that was there before this one came back from a backup.
    expect(await service.ask('SubscribeAsync', lastEventId + 1_000)).toEqual({ lastEventId, hasGap: true })
    await db
      .updateTable('AccountEvents')
      .set({ at: sql`now() - interval '25 hours'` })
      .execute()
    expect(await deleteOldAccountEvents(db)).toBeGreaterThan(0)
    expect(await service.ask('SubscribeAsync', lastEventId)).toEqual({ lastEventId, hasGap: false })
    expect(await service.ask('SubscribeAsync', 0)).toEqual({ lastEventId, hasGap: true })
  })

  test('nothing of a transaction that fails', async () => {
    const { db } = identity.database
    const before = await accountOutbox(db).lastId()
    const failing = db.transaction().execute(async (trx) => {
      await trx
        .updateTable('Users')
        .set({ isActive: false })
        .where('email', '=', 'super@relay.example')
        .execute()
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await accountOutbox(db).lastId()).toBe(before)
  })

  test('everything in its order, however many change at the same time', async () => {
    const { db } = identity.database
    const opened = await Promise.all(
      Array.from({ length: 40 }, () => identity.openSession('pharmacist@two.example')),
    )
    const cursor = await accountOutbox(db).lastId()
    const service = await connectService(site, identity)
    await service.ask('SubscribeAsync', cursor)
    await Promise.all(
      opened.map(({ sessionId }) =>
        db
          .updateTable('RefreshFamilies')
          .set({ revokedAt: new Date() })
          .where('id', '=', sessionId)
          .execute(),
      ),
    )
    await until('all came', () => service.ended().length === 40)
    expect(new Set(service.ended())).toEqual(new Set(opened.map(({ sessionId }) => sessionId)))
    const ids = service.heard.map((one) => (one.kind === 'user' ? one.change.eventId : one.end.eventId))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })
})

test('sessions that end one after the other go in one message, 500 at most, and a user between them in his place', () => {
  const nobody = { userGuid: null, role: null, pharmacyId: null, isActive: null }
  const end = (id: number) => ({ ...nobody, id, familyId: randomUUID() })
  const user = {
    id: 502,
    familyId: null,
    userGuid: randomUUID(),
    role: 'Admin',
    pharmacyId: null,
    isActive: true,
  } as const
  const messages = messagesOf([...Array.from({ length: 501 }, (_none, at) => end(at + 1)), user, end(503)])
  expect(messages.map(({ event, args: [{ eventId }] }) => [event, eventId])).toEqual([
    ['SessionEndedAsync', 500],
    ['SessionEndedAsync', 501],
    ['UserChangedAsync', 502],
    ['SessionEndedAsync', 503],
  ])
})

test('IsUserExistsAsync knows active users only', async () => {
  const store = await connectService(site, identity, 'store')
  const { user } = await identity.openSession('pharmacist@two.example')
  expect(await store.ask('IsUserExistsAsync', user.guid)).toBe(true)
  expect(await store.ask('IsUserExistsAsync', randomUUID())).toBe(false)
  await change('pharmacist@two.example', { isActive: false })
  expect(await store.ask('IsUserExistsAsync', user.guid)).toBe(false)
})

test('what is not of the contract is refused', async () => {
  const { socket } = await connectService(site, identity)
  const send = (event: string, ...args: unknown[]): Promise<unknown> =>
    new Promise((resolve) => socket.emit(event, ...args, resolve))
  expect(await send('IsUserExistsAsync', 'no-guid')).toMatchObject({ ok: false, code: 'INVALID' })
  expect(await send('SubscribeAsync')).toMatchObject({ ok: false, code: 'INVALID' })
  expect(await send('constructor')).toMatchObject({ ok: false, code: 'UNKNOWN_EVENT' })
})
