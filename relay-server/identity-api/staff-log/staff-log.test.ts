// What Admins do to users reaches the staff log: with the change, once, and later when the store API was away.
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { ForeignRecord } from '@pharmacy-relay/shared/api/staff-history.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { SmsSender } from '../messages/sms-sender.ts'
import { smsSender } from '../sms/send-sms.ts'
import { startTestProvider, type TestProvider } from '../sms/test-provider.ts'
import { INTERNAL_KEY, startTestIdentity, type TestIdentity } from '../test-identity.ts'
import { startStaffLogDelivery } from './delivery.ts'
import { waitingRecords } from './staff-log.queries.ts'

let identity: TestIdentity
let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
  const send: SmsSender['send'] = async (message) => {
    if (identity.parts.sms === null) throw new Error('no provider')
    return smsSender(identity.parts.sms).send(message)
  }
  identity = await startTestIdentity(silentLogger, { sms: { send } }, provider.options)
})
afterAll(async () => {
  await identity.stop()
  await provider.stop()
})
beforeEach(async () => {
  await identity.database.db.deleteFrom('StaffLogOutbox').execute()
})

async function asAdmin() {
  const { token, user } = await identity.openSession('Admin@relay.example')
  return { admin: user, options: { token } }
}
const records = async (): Promise<ForeignRecord[]> =>
  (await waitingRecords(identity.database.db, 100)).map(({ record }) => record)

test('a role, a state and sessions that an Admin changes are told, and what was so already is not', async () => {
  const { admin, options } = await asAdmin()
  const { user } = await identity.openSession('support@relay.example')
  const params = { guid: user.guid }
  const role = { role: 'SuperSupport', pharmacyId: null } as const
  const { client } = identity
  await client.call(identityApi.changeUserRole, { params, query: null, body: role }, options)
  await client.call(identityApi.changeUserRole, { params, query: null, body: role }, options)
  await client.call(identityApi.endOtherSessions, { params, query: null, body: null }, options)
  await client.call(identityApi.changeUserState, { params, query: null, body: { isActive: false } }, options)
  await client.call(identityApi.changeUserState, { params, query: null, body: { isActive: true } }, options)
  const told = await records()
  expect(told.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['user.set-role', { role: 'Support' }, { role: 'SuperSupport' }],
    ['user.end-sessions', { sessions: 1 }, { sessions: 0 }],
    ['user.disable', { isActive: true }, { isActive: false }],
    ['user.enable', { isActive: false }, { isActive: true }],
  ])
  const who = { actor: { guid: admin.guid, name: 'Ada Admin', role: 'Admin' }, user: { guid: user.guid } }
  for (const record of told) expect(record).toMatchObject(who)
})

test('a change that is refused is not told', async () => {
  const { admin, options } = await asAdmin()
  const call = { params: { guid: admin.guid }, query: null, body: { isActive: false } }
  await expect(identity.client.call(identityApi.changeUserState, call, options)).rejects.toMatchObject({
    code: 'state_conflict',
  })
  expect(await records()).toEqual([])
})

test('own sessions are nobody else’s business', async () => {
  const { token, user } = await identity.openSession('super@relay.example')
  await identity.openSession('super@relay.example')
  const call = { params: { guid: user.guid }, query: null, body: null }
  expect(await identity.client.call(identityApi.endOtherSessions, call, { token })).toEqual({ ended: 1 })
  expect(await records()).toEqual([])
})

/** A store API as far as this goes: what it was sent, and whether it takes it. */
async function startReceiver(): Promise<{ url: string; taken: ForeignRecord[]; isAway: boolean }> {
  const receiver = { url: '', taken: [] as ForeignRecord[], isAway: false }
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isRefused = receiver.isAway || request.headers['x-internal-key'] !== INTERNAL_KEY
      if (isRefused) return void response.writeHead(503).end()
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { records: ForeignRecord[] }
      receiver.taken.push(...body.records)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  receiver.url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

test('records are handed over once, also when the store API was away at first', async () => {
  const { options } = await asAdmin()
  const { user } = await identity.openSession('pharmacist@one.example')
  const call = (isActive: boolean) => ({ params: { guid: user.guid }, query: null, body: { isActive } })
  const receiver = await startReceiver()
  receiver.isAway = true
  const clock = new SteppedClock()
  const { db } = identity.database
  const parts = { db, clock, logger: silentLogger, storeUrl: receiver.url, internalKey: INTERNAL_KEY }
  const delivery = startStaffLogDelivery(parts)
  await identity.client.call(identityApi.changeUserState, call(false), options)
  delivery.wake()
  await until('a next try is due', () => clock.pending() > 0)
  expect(await records()).toHaveLength(1)
  receiver.isAway = false
  clock.stepMs(5_000)
  await until('the record arrived', () => receiver.taken.length > 0)
  await delivery.stop()
  expect(await records()).toEqual([])
  expect(receiver.taken).toMatchObject([
    { action: 'user.disable', user: { guid: user.guid, isActive: false } },
  ])
  const after = startStaffLogDelivery({ ...parts, clock: systemClock })
  await after.stop()
  expect(receiver.taken).toHaveLength(1)
})

test('an invitation is told, and the answer says how the link goes and when it ends', async () => {
  const { options } = await asAdmin()
  const body = {
    email: 'nia@relay.example',
    name: 'Nia New',
    role: 'Support',
    pharmacyId: null,
    phone: '+441234567890',
    language: 'en',
  } as const
  const made = await identity.client.call(
    identityApi.inviteUser,
    { params: null, query: null, body },
    options,
  )
  expect(made).toMatchObject({ reachedBy: 'sms', passwordSetAt: null })
  expect(Date.parse(made.linkEndsAt ?? '') - identity.parts.now().getTime()).toBeGreaterThan(29 * 60_000)
  await identity.parts.background.idle()
  const sent = await identity.client.call(
    identityApi.listSms,
    { params: null, query: {}, body: null },
    options,
  )
  expect(sent).toMatchObject({ total: 1, isSetUp: true, items: [{ phoneEnd: '7890', state: 'sent' }] })
  expect(JSON.stringify(sent)).not.toContain('441234567890')
  expect(await records()).toMatchObject([
    { action: 'user.invite', user: { guid: made.guid, role: 'Support' }, after: { name: 'Nia New' } },
  ])
  const again = { params: { guid: made.guid }, query: null, body: { language: 'en' as const } }
  await identity.client.call(identityApi.sendUserLink, again, options)
  expect((await records()).at(-1)).toMatchObject({ action: 'user.send-link', before: null, after: null })
})
