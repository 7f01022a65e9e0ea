// CUPS queues under bad conditions: a driver in between, odd names, no rights, a server that stops, hangs, or has 2,000 queues.
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { createCupsPrinters, queueDevices } from './cups.ts'
import { hasCupsd, startCupsd, type CupsdOptions } from './test/cupsd.ts'
import { privateCupsd } from './test/private-cupsd.ts'
import { closedPort, mute, printerPeer } from './test/printer-peer.ts'

const LABEL = Buffer.from('^XA^FO9,9^FDx^FS^XZ')
const { signal } = new AbortController()

const printersAt = (socketPath: string) =>
  createCupsPrinters({ socketPath, jobMs: 90_000, clock: systemClock })

async function server(options: CupsdOptions = {}) {
  const cupsd = await startCupsd(null, options)
  onTestFinished(cupsd.stop)
  const printers = printersAt(cupsd.socketPath)
  const print = async (address: string) =>
    printers.print({ address, payload: LABEL, title: 'label 1', signal })
  return { cupsd, printers, print }
}

/** A socket that leads to the one of the server, and how often somebody connected to it. */
async function countingWay(serverSocket: string) {
  let connections = 0
  const way = net.createServer((socket) => {
    connections += 1
    const onward = net.connect(serverSocket)
    socket.pipe(onward).pipe(socket)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      one.on('error', () => other.destroy())
  })
  const socketPath = path.join(temporaryFolder(), 'way.sock')
  await once(way.listen(socketPath), 'listening')
  onTestFinished(() => void way.close())
  return { socketPath, connections: () => connections }
}

describe.skipIf(!hasCupsd)('A CUPS queue (as root, after: apt-get install cups cups-client)', () => {
  test('with a driver takes labels past it, byte for byte', async () => {
    const { cupsd, printers, print } = await server()
    const peer = await printerPeer(mute)
    await cupsd.addQueue('DRIVEN', `socket://127.0.0.1:${peer.port}`, 'drv:///sample.drv/zebra.ppd')
    expect(await printers.list()).toMatchObject([{ id: 'cups:DRIVEN', detail: 'Zebra ZPL Label Printer' }])
    expect(printers.systemModel?.('DRIVEN')).toEqual({ text: 'Zebra ZPL Label Printer' })
    expect(await print('DRIVEN')).toEqual({ ok: true })
    expect(peer.connections.map((connection) => connection.bytes())).toEqual([LABEL])
  })

  test.each(['Étiquettes', 'Eczane-ğış', '🏷️💊', '👩‍⚕️'])(
    'is listed and takes labels under the name %s',
    async (name) => {
      const { cupsd, printers, print } = await server()
      const peer = await printerPeer(mute)
      await cupsd.addQueue(name, `socket://127.0.0.1:${peer.port}`)
      expect(await printers.list()).toMatchObject([{ id: `cups:${name}`, name: `Zebra at ${name}` }])
      expect(await print(name)).toEqual({ ok: true })
      expect(peer.connections.map((connection) => connection.bytes())).toEqual([LABEL])
    },
  )

  test('on which the agent may not print any more says so, and hands nothing over', async () => {
    const cupsd = await privateCupsd()
    const peer = await printerPeer(mute)
    await cupsd.addQueue('Q', peer.port)
    const printers = printersAt(cupsd.socketPath)
    const label = { address: 'Q', payload: LABEL, title: 'label 1', signal }
    expect(await printers.print(label)).toEqual({ ok: true })
    await cupsd.run('lpadmin', '-p', 'Q', '-u', 'deny:pharmacy-relay')
    expect(await printers.list()).toHaveLength(1)
    expect(await printers.print(label)).toMatchObject({ code: 'queue_denied', retry: 'transient' })
    expect(peer.connections).toHaveLength(1)
    await cupsd.run('lpadmin', '-p', 'Q', '-u', 'allow:all')
    expect(await printers.print(label)).toEqual({ ok: true })
  })

  test('of a server that was stopped says so, and prints again when it is back', async () => {
    const { cupsd, printers, print } = await server()
    const peer = await printerPeer(mute)
    await cupsd.addQueue('Q', `socket://127.0.0.1:${peer.port}`)
    await cupsd.halt()
    expect(await printers.list()).toEqual([])
    expect(await printers.status('Q')).toMatchObject({
      state: 'unknown',
      reason: { code: 'print_server_silent' },
    })
    expect(await print('Q')).toMatchObject({ code: 'spooler_stopped', retry: 'transient' })
    await cupsd.resume()
    expect(await print('Q')).toEqual({ ok: true })
    expect(peer.connections.map((connection) => connection.bytes())).toEqual([LABEL])
  })

  test('that leads to a USB printer has its model from there, where it has no driver', async () => {
    const { cupsd, printers } = await server()
    await cupsd.addQueue('U', 'usb://Brother/QL-820NWB?serial=000A1')
    await cupsd.addQueue('V', 'usb://Zebra%20Technologies/ZTC%20GK420d')
    await cupsd.addQueue('W', `socket://127.0.0.1:${await closedPort()}`)
    await printers.list()
    const models = ['U', 'V', 'W', 'X'].map((queue) => printers.systemModel?.(queue)?.text ?? null)
    expect(models).toEqual(['Brother QL-820NWB', 'Zebra Technologies ZTC GK420d', 'Local Raw Printer', null])
  })

  test('is among the 200 that are shown of 2,001, and labels go while they are listed', async () => {
    const { cupsd, printers, print } = await server({ offices: 2_000 })
    const peer = await printerPeer(mute)
    await cupsd.addQueue('ZD421', `socket://127.0.0.1:${peer.port}`)
    let isListing = true
    let lists = 0
    const listing = (async () => {
      for (; isListing; lists += 1) {
        const list = await printers.list()
        expect([list.length, list[0]?.id]).toEqual([200, 'cups:ZD421'])
      }
    })()
    for (let n = 0; n < 10; n += 1) expect(await print('ZD421')).toEqual({ ok: true })
    isListing = false
    await listing
    expect(lists).toBeGreaterThan(1)
    expect(peer.connections).toHaveLength(10)
  })

  test('is read once among 2,001, page by page over one connection, and no warning of Node comes', async () => {
    const { cupsd } = await server({ offices: 2_000 })
    await cupsd.addQueue('ZD421', 'usb://Zebra%20Technologies/ZTC%20ZD421?serial=D2J2')
    const warnings: string[] = []
    const note = ({ message }: Error): void => void warnings.push(message)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    const counting = await countingWay(cupsd.socketPath)
    const devices = (await queueDevices(counting.socketPath)) ?? []
    expect([devices.length, devices.filter((device) => device.startsWith('usb:')).length]).toEqual([2_001, 1])
    expect([counting.connections(), warnings]).toEqual([1, []])
  })
})

test('A print server that takes the question and never answers is a failure, and no empty list', async () => {
  const silent = net.createServer(() => undefined)
  const socketPath = path.join(temporaryFolder(), 'cups.sock')
  await once(silent.listen(socketPath), 'listening')
  onTestFinished(() => void silent.close())
  await expect(printersAt(socketPath).list()).rejects.toThrow('does not tell its queues')
}, 60_000)
