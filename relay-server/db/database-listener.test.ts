// A listener is stopped whatever its connection does: also while a new one is being made to a server that does not answer.
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { listening, portOf } from '@pharmacy-relay/shared/test/listening.ts'
import { startListener } from './database-listener.ts'
import { testClusterUrl } from './test-cluster.ts'

/** Hands the first connection on to PostgreSQL, and takes every later one without a word, until it is closed. */
async function lineThatFallsSilent() {
  const { host, port, user, password, database } = new pg.Client({ connectionString: await testClusterUrl() })
  const sockets: net.Socket[] = []
  const server = net.createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    if (sockets.length > 1) return void server.emit('another', socket.resume())
    const there = net.connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    there.on('error', () => socket.destroy())
    socket.pipe(there).pipe(socket)
    socket.on('close', () => there.destroy())
  })
  await listening(server)
  const url = new URL(`postgresql://127.0.0.1:${portOf(server)}/${database ?? 'postgres'}`)
  url.username = user ?? ''
  url.password = password ?? ''
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: url.href, breakFirst: () => sockets[0]?.destroy(), another: () => once(server, 'another') }
}

test('a listener that is stopped while it connects anew is stopped', async () => {
  const line = await lineThatFallsSilent()
  const listener = await startListener({
    url: line.url,
    channel: 'silent',
    onPayload: () => undefined,
    onReconnect: () => undefined,
    logger: silentLogger,
  })
  const another = line.another()
  line.breakFirst()
  await another
  const late = delay(60_000, 'still waiting', { ref: false })
  expect(await Promise.race([listener.stop().then(() => 'stopped'), late])).toBe('stopped')
})
