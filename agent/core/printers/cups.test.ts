// CUPS queues through a private cupsd: listing, raw bytes, and labels that a queue does not finish.
import { createHash } from 'node:crypto'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { createCupsPrinters } from './cups.ts'
import { closedPort, mute, printerPeer } from './test/printer-peer.ts'
import { hasCupsd, privateCupsd } from './test/private-cupsd.ts'

const printers = (socketPath: string, jobMs = 20_000) =>
  createCupsPrinters({ socketPath, jobMs, clock: systemClock })
const signal = new AbortController().signal
const everyByte = Buffer.from(
  Uint8Array.from({ length: 300_000 }, (_, index) => (index ^ (index >> 8)) & 0xff),
)
const label = { payload: everyByte, title: 'label 1', signal }
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(!hasCupsd)('A CUPS queue (as root, after: apt-get install cups cups-client)', () => {
  test('is listed with its name for people', async () => {
    const cupsd = await privateCupsd()
    await cupsd.addQueue('ZD421', await closedPort())
    expect(await printers(cupsd.socketPath).list()).toEqual([
      expect.objectContaining({ id: 'cups:ZD421', name: 'Zebra at ZD421' }),
    ])
    expect(await printers(cupsd.socketPath).status('ZD421')).toMatchObject({ state: 'present' })
  })

  test('takes all byte values to the printer unchanged', async () => {
    const cupsd = await privateCupsd()
    const peer = await printerPeer(mute)
    await cupsd.addQueue('ZD421', peer.port)
    expect(await printers(cupsd.socketPath).print({ ...label, address: 'ZD421' })).toEqual({ ok: true })
    expect(peer.connections.map((connection) => sha256(connection.bytes()))).toEqual([sha256(everyByte)])
  })

  test('that is gone since it was listed prints nothing, and may be tried again', async () => {
    const cupsd = await privateCupsd()
    expect(await printers(cupsd.socketPath).status('GONE')).toMatchObject({ state: 'absent' })
    expect(await printers(cupsd.socketPath).print({ ...label, address: 'GONE' })).toMatchObject({
      code: 'printer_not_found',
      retry: 'transient',
    })
  })

  test('that does not finish a label in time loses it again, and nobody knows what was printed', async () => {
    const cupsd = await privateCupsd()
    const port = await closedPort()
    await cupsd.addQueue('OFF', port)
    expect(await printers(cupsd.socketPath, 200).print({ ...label, address: 'OFF' })).toMatchObject({
      code: 'job_not_finished',
      retry: 'ambiguous',
    })
    const peer = await printerPeer(mute, port)
    // The next label comes out alone: the one before was taken back.
    expect(await printers(cupsd.socketPath).print({ ...label, address: 'OFF' })).toEqual({ ok: true })
    expect(peer.connections).toHaveLength(1)
  })
})

describe('Without a print server', () => {
  const absent = () => printers(path.join(temporaryFolder(), 'no.sock'))

  test('there are no queues, and nothing is known about one', async () => {
    expect(await absent().list()).toEqual([])
    expect(await absent().status('ZD421')).toMatchObject({ state: 'unknown' })
  })

  test('a label may be tried again', async () => {
    expect(await absent().print({ ...label, address: 'ZD421' })).toMatchObject({
      code: 'queue_failed',
      retry: 'transient',
    })
  })
})

test.each(['', '..', 'a/b', 'a b', 'a#b', 'a?b', 'x\n', 'x'.repeat(128)])(
  'The queue name %j is refused',
  async (address) => {
    const cups = printers('/nowhere')
    expect(await cups.status(address)).toMatchObject({ state: 'absent' })
    expect(await cups.print({ ...label, address })).toMatchObject({ code: 'address_not_usable' })
  },
)
