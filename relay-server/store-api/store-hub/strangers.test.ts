// Strangers at the store hub: they fill a pot of their own, and keep out no service, wherever they come from.
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { openTestStore, type StoreTestDatabase } from '../test/test-store.ts'
import { startTestApp, type TestApp } from '../test/test-app.ts'

let store: StoreTestDatabase
let site: TestApp
beforeAll(async () => {
  store = await openTestStore('store_hub_strangers')
  site = await startTestApp(store)
})
afterAll(async () => {
  await site.stop()
  await store.stop()
})

interface Stranger {
  readonly opened: Promise<boolean>
  readonly isClosed: () => boolean
}

/** A WebSocket that says nothing, as the gateway forwards it for that address. */
function stranger(address: string): Stranger {
  const socket = new WebSocket(`${site.baseUrl.replace('http', 'ws')}/hubs/?EIO=4&transport=websocket`, {
    headers: { 'x-forwarded-for': `203.0.113.99, ${address}` },
  } as never)
  onTestFinished(() => socket.close())
  const opened = new Promise<boolean>((resolve) => {
    socket.addEventListener('open', () => resolve(true))
    socket.addEventListener('error', () => resolve(false))
  })
  return { opened, isClosed: () => socket.readyState === WebSocket.CLOSED }
}

async function service(address: string): Promise<Socket> {
  const socket = io(site.baseUrl, {
    path: '/hubs',
    transports: ['websocket'],
    auth: { token: site.tokens.tokens.Service },
    extraHeaders: { 'x-forwarded-for': address },
    reconnection: false,
    forceNew: true,
  })
  onTestFinished(() => void socket.disconnect())
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve()).once('connect_error', reject)
  })
  return socket
}

async function countOf(strangers: readonly Stranger[]): Promise<number> {
  const opened = await Promise.all(strangers.map(async (one) => one.opened))
  return opened.filter(Boolean).length
}

test('an address has ten places, an IPv6 /56 four times as many, whatever stands before the last entry', async () => {
  expect(await countOf(Array.from({ length: 15 }, () => stranger('198.51.100.1')))).toBe(10)
  const wide = Array.from({ length: 60 }, (_, at) =>
    stranger(`2001:db8:0:1${at.toString(16).padStart(2, '0')}::1`),
  )
  expect(await countOf(wide)).toBe(40)
})

test('a proven service leaves the pot: its address has all its places again', async () => {
  await Promise.all(Array.from({ length: 12 }, async () => service('198.51.100.2')))
  expect(await countOf(Array.from({ length: 15 }, () => stranger('198.51.100.2')))).toBe(10)
})

test('when strangers hold every place a portal gets in, and those that are in stay', async () => {
  const first = await service('192.0.2.1')
  const strangers = Array.from({ length: 500 }, (_, at) => stranger(`198.51.101.${at % 60}`))
  const second = await service('192.0.2.1')
  const third = await service('198.51.101.200')
  await until('somebody lost a place', () => strangers.some((one) => one.isClosed()))
  expect([first, second, third].map(({ connected }) => connected)).toEqual([true, true, true])
})
