// The store hub over real sockets: who may connect, what a subscriber gets and replays, when a socket ends.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { HubError, answer, ask } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { IStoreClient, IStoreHub, type RelayEvent } from '@pharmacy-relay/shared/hub/store-hub.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { lastEventId } from '../events/outbox.queries.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { startTestApp, type TestApp } from '../test/test-app.ts'
import {
  newDevice,
  newHub,
  newPharmacy,
  openTestStore,
  pairAll,
  type StoreTestDatabase,
  type TestDevice,
  type TestPharmacy,
} from '../test/test-store.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { createSubscriber } from '../../http/service-hub/subscriber.ts'

let store: StoreTestDatabase
let site: TestApp
let pharmacy: TestPharmacy
const clock = new SteppedClock(Date.now())
beforeAll(async () => {
  store = await openTestStore('store_hub')
  site = await startTestApp(store, { clock })
  pharmacy = await newPharmacy(store)
})
afterAll(async () => {
  await site.stop()
  await store.stop()
})

interface TestClient {
  readonly socket: Socket
  readonly rows: RelayEvent[]
  subscribe(afterEventId: number | null): Promise<{ lastEventId: number; replayed: boolean }>
}

function connect(auth: object, extraHeaders: Record<string, string> = {}): Socket {
  const socket = io(site.baseUrl, {
    path: '/hubs',
    transports: ['websocket'],
    auth,
    extraHeaders,
    reconnection: false,
    forceNew: true,
  })
  onTestFinished(() => void socket.disconnect())
  return socket
}

/** Connected: null; refused: the code in its data, or the transport's words. */
async function outcome(socket: Socket): Promise<string | null> {
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(null))
    socket.on('connect_error', (error: Error & { readonly data?: { readonly code?: string } }) =>
      resolve(error.data?.code ?? error.message),
    )
  })
}

/** Its pairing makes events of its own. */
async function newPaired(name: string): Promise<TestDevice> {
  const device = newDevice(pharmacy, name)
  await pairAll(store, [device])
  return device
}

async function newClient(): Promise<TestClient> {
  const socket = connect({ token: site.tokens.tokens.Service })
  const rows: RelayEvent[] = []
  const unused = () => Promise.resolve(null)
  answer(socket, IStoreClient, {
    handlers: {
      RelayEventsAsync: (news) => {
        rows.push(...news)
        return Promise.resolve(null)
      },
      PushPrinterConfigAsync: unused,
      AskDeviceAsync: () => Promise.reject(new HubError('PEER_OFFLINE', 'Not here')),
      AskTracedAsync: () => Promise.reject(new HubError('PEER_OFFLINE', 'Not here')),
      SessionSupersededAsync: unused,
      SessionRevokedAsync: unused,
      NewIdentityAsync: unused,
      ReceiveNewSupportTaskAsync: unused,
      ReceiveDoSupportTaskAsync: unused,
      ReceiveLeaveSupportTaskAsync: unused,
      ReceiveRemoveSupportTaskAsync: unused,
      ReceiveMessageAsync: unused,
      SupportPresenceAsync: unused,
    },
    logger: silentLogger,
  })
  expect(await outcome(socket)).toBeNull()
  const subscribe = (afterEventId: number | null) =>
    ask(socket, IStoreHub, { event: 'SubscribeAsync', args: [randomUUID(), afterEventId], timeoutMs: 5_000 })
  return { socket, rows, subscribe }
}

describe('the handshake', () => {
  test.each([
    ['no token', {}, 'token_missing'],
    ['something that is no token', { token: 'x' }, 'token_invalid'],
    ['a role of its own word beside it', { token: 'x', role: 'Service' }, 'token_invalid'],
  ])('with %s is refused', async (_case, auth, code) => {
    expect(await outcome(connect(auth))).toBe(code)
  })

  test('with the token of a person is refused, an administrator included', async () => {
    expect(await outcome(connect({ token: site.tokens.tokens.Admin }))).toBe('role_not_allowed')
  })

  test.each(['storefront', 'store'])('with the token of the service %s is refused', async (service) => {
    const token = await site.tokens.tokenFor('Service', { claims: { sub: service } })
    expect(await outcome(connect({ token }))).toBe('role_not_allowed')
  })

  test('is tried once per connection, which ends with the refusal', async () => {
    const raw = new WebSocket(`${site.baseUrl.replace('http', 'ws')}/hubs/?EIO=4&transport=websocket`)
    const refusals: string[] = []
    raw.addEventListener('message', ({ data }) => {
      if (String(data).startsWith('44')) refusals.push(String(data))
    })
    await new Promise((resolve) => raw.addEventListener('open', resolve, { once: true }))
    const closed = new Promise((resolve) => raw.addEventListener('close', resolve, { once: true }))
    const hello = `40${JSON.stringify({ token: site.tokens.badTokens['signed by a stranger'] })}`
    for (let count = 0; count < 50; count += 1) raw.send(hello)
    await closed
    expect(refusals.length).toBeLessThanOrEqual(1)
  })

  test('is words only: binary ends the connection', async () => {
    const raw = new WebSocket(`${site.baseUrl.replace('http', 'ws')}/hubs/?EIO=4&transport=websocket`)
    const connected = new Promise<void>((resolve) =>
      raw.addEventListener('message', ({ data }) => {
        // It lives but for what it sends.
        if (data === '2') raw.send('3')
        if (String(data).startsWith('40')) resolve()
      }),
    )
    await new Promise((resolve) => raw.addEventListener('open', resolve, { once: true }))
    raw.send(`40${JSON.stringify({ token: site.tokens.tokens.Service })}`)
    await connected
    const closed = new Promise((resolve) => raw.addEventListener('close', resolve, { once: true }))
    raw.send('451-["SubscribeAsync",{"_placeholder":true,"num":0}]')
    raw.send(new Uint8Array(1_000))
    await closed
  })

  test('with an expired or foreign token is refused', async () => {
    for (const token of Object.values(site.tokens.badTokens).filter((one) => one.length <= 4_096)) {
      expect(['token_invalid', 'token_missing']).toContain(await outcome(connect({ token })))
    }
  })

  test('of a browser is refused by its Origin', async () => {
    const socket = connect({ token: site.tokens.tokens.Service }, { Origin: 'https://portal.example' })
    expect(await outcome(socket)).not.toBeNull()
    expect(socket.connected).toBe(false)
  })

  test('works by WebSocket only', async () => {
    const reply = await fetch(`${site.baseUrl}/hubs/?EIO=4&transport=polling`)
    expect(reply.status).toBe(400)
  })
})

describe('a subscription', () => {
  test('gives what commits from now on, in order, as the contract says', async () => {
    const [client, device] = [await newClient(), await newPaired('LIVE-1')]
    const begin = await lastEventId(store.db)
    expect(await client.subscribe(null)).toEqual({ lastEventId: begin, replayed: false })
    const hub = newHub(store)
    const session = await hub.open(device)
    await hub.close(session.sessionId)
    await until('three rows came', () => client.rows.length === 3)
    expect(client.rows).toMatchObject([
      { kind: 'presence', status: 'Online', computerId: session.computerId, deviceKey: session.deviceKey },
      { kind: 'computer', computerId: session.computerId },
      { kind: 'presence', status: 'Offline', reason: 'bye', presenceSeq: 2 },
    ])
  })

  test('replays what was missed before it answers', async () => {
    const device = await newPaired('MISSED-1')
    const begin = await lastEventId(store.db)
    await newHub(store).open(device)
    const client = await newClient()
    const reply = await client.subscribe(begin)
    expect(reply).toEqual({ lastEventId: begin + 2, replayed: true })
    expect(client.rows.map(({ id }) => id)).toEqual([begin + 1, begin + 2])
  })

  test('with nothing missed is a replay of nothing; with an id of another outbox it is none', async () => {
    const client = await newClient()
    const newest = await lastEventId(store.db)
    expect(await client.subscribe(newest)).toMatchObject({ replayed: true })
    expect(await client.subscribe(newest + 5_000)).toEqual({ lastEventId: newest, replayed: false })
    expect(client.rows).toEqual([])
  })

  test('made twice gives each row once', async () => {
    const [client, device] = [await newClient(), await newPaired('TWICE-1')]
    await client.subscribe(null)
    await client.subscribe(null)
    await newHub(store).open(device)
    await until('both rows came', () => client.rows.length >= 2)
    const control = await newClient()
    await control.subscribe(client.rows.at(-1)?.id ?? 0)
    expect(client.rows).toHaveLength(2)
  })

  test('goes on by itself after the database cut every connection', async () => {
    const client = await newClient()
    await client.subscribe(null)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(store.db)
    const hub = newHub(store)
    const device = newDevice(pharmacy, 'CUT-1')
    await until('a device could register again', () =>
      hub.open(device).then(
        () => true,
        () => false,
      ),
    )
    await until('its row came', () => client.rows.some(({ kind }) => kind === 'presence'))
  })

  test('with wrong parameters and unknown events are refused', async () => {
    const { socket } = await newClient()
    const send = (event: string, ...args: unknown[]): Promise<unknown> =>
      new Promise((resolve) => socket.emit(event, ...args, resolve))
    expect(await send('SubscribeAsync', 'no-uuid', null)).toMatchObject({ ok: false, code: 'INVALID' })
    expect(await send('SubscribeAsync')).toMatchObject({ ok: false, code: 'INVALID' })
    expect(await send('DropTablesAsync')).toMatchObject({ ok: false, code: 'UNKNOWN_EVENT' })
    expect(await send('constructor')).toMatchObject({ ok: false, code: 'UNKNOWN_EVENT' })
  })
})

test('a socket ends one minute after its token, and not before', async () => {
  const { socket } = await newClient()
  const ended = new Promise<string>((resolve) => socket.on('disconnect', resolve))
  clock.stepMs(600_000)
  expect(socket.connected).toBe(true)
  // The clock of this file stands still while real time makes the tokens, so their end is a little later by it.
  clock.stepMs(120_000)
  expect(await ended).toBe('io server disconnect')
})

describe('a subscriber', () => {
  const rows = (from: number, count: number): RelayEvent[] =>
    Array.from({ length: count }, (_none, index) => ({
      id: from + index,
      customerId: 1,
      at: '2026-11-20T09:00:00.000Z',
      kind: 'customer',
    }))

  test('gets at most 500 rows in a message and the next after it acknowledged', async () => {
    const sent: number[] = []
    const acks: (() => void)[] = []
    const send = (batch: RelayEvent[]): Promise<void> => {
      sent.push(batch.length)
      return new Promise((resolve) => acks.push(resolve))
    }
    const subscriber = createSubscriber({ send, drop: () => {} })
    await subscriber.begin([])
    subscriber.push(rows(1, 1_200))
    expect(sent).toEqual([500])
    for (let round = 0; round < 3; round += 1) {
      await until('a message is under way', () => acks.length > round)
      acks[round]?.()
    }
    expect(sent).toEqual([500, 500, 200])
  })

  test('that does not keep up is dropped, and one that does not answer too', async () => {
    const dropped: string[] = []
    const slow = createSubscriber({ send: () => new Promise(() => {}), drop: (why) => dropped.push(why) })
    await slow.begin([])
    slow.push(rows(1, 10_400))
    slow.push(rows(11_000, 500))
    const silent = createSubscriber({
      send: () => Promise.reject(new Error('no answer')),
      drop: (why) => dropped.push(why),
    })
    await silent.begin(rows(1, 1))
    expect(dropped).toEqual(['too_slow', 'no_answer'])
  })
})
