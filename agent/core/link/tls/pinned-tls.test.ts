// TLS between two agents over real sockets: who is let in, that nobody else gets or gives a byte, and that nothing leaks.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Duplex } from 'node:stream'
import type tls from 'node:tls'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger, type LogFields, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { openPinned, pinnedContext } from './pinned-tls.ts'
import {
  connectedSocket,
  labelOf,
  newDevices,
  proven,
  rawTls,
  receivingComputer,
  sendingLink,
  type Device,
} from '../test/link-rig.ts'

let printerPc: Device
let client: Device
let stranger: Device

beforeAll(async () => {
  const [first, second, third] = await newDevices(3)
  if (first === undefined || second === undefined || third === undefined) throw new Error('no devices')
  ;[printerPc, client, stranger] = [first, second, third]
})

function recordingLogger() {
  const lines: { event: string; fields: LogFields | undefined }[] = []
  const logger: Logger = { ...silentLogger, warn: (event, fields) => void lines.push({ event, fields }) }
  return { lines, logger }
}

describe('A receiver refuses, with not one byte said to it or taken from it', () => {
  test.each<[string, (device: Device) => tls.ConnectionOptions, string]>([
    ['a certificate of somebody else', () => ({}), 'not_pinned'],
    ['no certificate', () => ({ cert: undefined, key: undefined }), 'not_pinned'],
    ['TLS 1.2', () => ({ minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' }), 'ERR_SSL_UNSUPPORTED_PROTOCOL'],
    ['another protocol', () => ({ ALPNProtocols: ['http/1.1'] }), 'ERR_SSL_NO_APPLICATION_PROTOCOL'],
    ['no protocol', () => ({ ALPNProtocols: [] }), 'protocol'],
  ])('%s', async (_name, options, why) => {
    const { lines, logger } = recordingLogger()
    const to = await receivingComputer(printerPc, [client], { logger })
    const socket = await rawTls(stranger, to, options(stranger))
    let heard = 0
    socket.on('data', (chunk: Buffer) => (heard += chunk.length))
    socket.write('as early as it can')
    await until('the end', () => to.sockets.size === 0)
    expect([heard, to.arrivals.accepts, to.receiver.links(), to.acceptor.unfinished]).toEqual([0, [], [], 0])
    expect(lines.map(({ fields }) => fields?.['why'])).toEqual([why])
    expect(lines[0]?.fields).toMatchObject({ address: '127.0.0.1' })
    const isNamed = _name.startsWith('a certificate')
    expect(lines[0]?.fields?.['certificate']).toBe(isNamed ? stranger.fingerprint.slice(0, 16) : undefined)
  })

  test.each<[string, string | null]>([
    ['silence', null],
    ['noise', 'no TLS at all, and long enough to be sure'],
    ['a FIN at once', ''],
  ])('%s, and keeps no socket', async (_name, bytes) => {
    const to = await receivingComputer(printerPc, [client])
    const socket = await connectedSocket(to.port)
    socket.on('error', () => undefined).resume()
    if (bytes === '') socket.end()
    else if (bytes !== null) socket.write(bytes)
    await until('it is taken', () => to.sockets.size === 1 || socket.destroyed)
    await until('the end', () => to.sockets.size === 0 && to.acceptor.unfinished === 0)
  })

  test('a seventeenth handshake while sixteen are not finished, and takes one again afterwards', async () => {
    const to = await receivingComputer(printerPc, [client])
    const silent = await Promise.all(Array.from({ length: 16 }, async () => connectedSocket(to.port)))
    for (const socket of silent) socket.on('error', () => undefined).resume()
    await until('they are taken', () => to.acceptor.unfinished === 16)
    await expect(proven(client, to)).rejects.toMatchObject({ code: 'closed' })
    await until('they are given up', () => to.acceptor.unfinished === 0)
    expect((await proven(client, to)).fingerprint).toBe(printerPc.fingerprint)
  })

  test('strangers without end, in ten lines a minute', async () => {
    const { lines, logger } = recordingLogger()
    const to = await receivingComputer(printerPc, [client], { logger })
    for (let count = 0; count < 15; count += 1) {
      await rawTls(stranger, to)
      await until('the end', () => to.sockets.size === 0)
    }
    expect(lines.filter(({ event }) => event === 'link.refused')).toHaveLength(10)
  })
})

describe('A client', () => {
  test('says nothing to another computer than that of its assignment', async () => {
    const to = await receivingComputer(stranger, [client])
    const open = async () =>
      openPinned({
        context: pinnedContext(client),
        stream: await connectedSocket(to.port),
        carrier: 'lan',
        peer: () => printerPc.peer,
        clock: systemClock,
      })
    await expect(open()).rejects.toMatchObject({ code: 'not_pinned' })
    await until('the end', () => to.sockets.size === 0)
    expect(to.receiver.links()).toEqual([])
  })

  test('hears that it is not welcome', async () => {
    const to = await receivingComputer(printerPc, [client])
    await expect(sendingLink(stranger, to)).rejects.toMatchObject({ code: 'not_welcome' })
  })

  test('is let in with either of two certificates, and not with one that has gone', async () => {
    const renewed = {
      ...client,
      peer: { ...client.peer, fingerprints: [client.fingerprint, stranger.fingerprint] },
    }
    const to = await receivingComputer(printerPc, [renewed])
    for (const device of [client, stranger]) {
      const { link } = await sendingLink(device, to)
      await expect(link.send(labelOf('x'), () => undefined)).resolves.toMatchObject({ outcome: 'accepted' })
    }
    to.clients[0] = client
    to.receiver.pinsChanged()
    await expect(sendingLink(stranger, to)).rejects.toMatchObject({ code: 'not_welcome' })
  })

  test('gives up at what does not answer, and when it is told to', async () => {
    const mute = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
    const giveUp = new AbortController()
    const opening = openPinned({
      context: pinnedContext(client),
      stream: mute,
      carrier: 'hub',
      peer: () => printerPc.peer,
      clock: systemClock,
      signal: giveUp.signal,
    })
    giveUp.abort()
    await expect(opening).rejects.toMatchObject({ code: 'closed' })
    expect(mute.destroyed).toBe(true)
  })
})

test('a link whose every byte comes alone is a link', async () => {
  const to = await receivingComputer(printerPc, [client])
  const wire = await connectedSocket(to.port)
  const slow = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      for (const byte of chunk) wire.write(Buffer.from([byte]))
      done()
    },
    final: (done) => void wire.end(() => done()),
    destroy(error, done) {
      wire.destroy()
      done(error)
    },
  })
  wire.on('data', (chunk: Buffer) => slow.push(chunk)).on('end', () => slow.push(null))
  const stream = await openPinned({
    context: pinnedContext(client),
    stream: slow,
    carrier: 'lan',
    peer: () => printerPc.peer,
    clock: systemClock,
  })
  stream.stream.end()
  await once(stream.stream.resume(), 'close')
  await until('the end', () => to.sockets.size === 0)
})

test('FIN or RST at any byte of the beginning leaks no socket and no link', async () => {
  const to = await receivingComputer(printerPc, [client])
  for (let round = 0; round < 24; round += 1) {
    const socket = await rawTls(client, to)
    const wire = await connectedSocket(to.port)
    wire.on('error', () => undefined).write(randomBytes(round))
    if (round % 2 === 0) wire.end()
    else wire.resetAndDestroy()
    await new Promise((resolve) => setTimeout(resolve, round * 2))
    if (round % 3 === 0) socket.destroy()
    else if (round % 3 === 1) socket.end()
    else socket.end(randomBytes(30))
    socket.resume()
  }
  await until('all are over', () => to.sockets.size === 0 && to.receiver.links().length === 0)
  expect([to.acceptor.unfinished, to.receiver.bytesUnderWay]).toEqual([0, 0])
})
