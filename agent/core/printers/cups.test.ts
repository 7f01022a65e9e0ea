// CUPS queues through a private cupsd: listing, raw bytes, and labels that a queue does not finish.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { createCupsPrinters } from './cups.ts'
import { shownOnce } from './same-printer.ts'
import { SOCKET_LIMITS } from './socket-writer.ts'
import { createTcpPrinters } from './tcp.ts'
import { startCupsd } from './test/cupsd.ts'
import { mute, printerPeer } from './test/printer-peer.ts'
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
    await cupsd.addQueue('ZD421', await freePort())
    expect(await printers(cupsd.socketPath).list()).toEqual([
      expect.objectContaining({ id: 'cups:ZD421', name: 'Zebra at ZD421' }),
    ])
    expect(await printers(cupsd.socketPath).status('ZD421')).toMatchObject({ state: 'present' })
  })

  test('tells where it leads, and is shown once beside the address or the serial port that is typed', async () => {
    const cupsd = await startCupsd(null)
    onTestFinished(async () => cupsd.stop())
    const port = await freePort()
    await cupsd.addQueue('ZD421', `socket://127.0.0.1:${port}`)
    await cupsd.addQueue('SERIAL', 'serial:/dev/ttyS0?baud=9600')
    const queues = await printers(cupsd.socketPath).list()
    const tcp = createTcpPrinters({
      addresses: () => [`127.0.0.1:${port}`],
      clock: systemClock,
      limits: SOCKET_LIMITS,
    })
    const serial = { id: 'serial:/dev/ttyS0', place: { kind: 'port', name: '/dev/ttyS0' } } as const
    const all = [...queues, ...(await tcp.list()), serial]
    const ids = (chosen: string | null) => shownOnce(all, chosen).map(({ id }) => id)
    expect(ids(null)).toEqual([`tcp:127.0.0.1:${port}`, serial.id])
    expect(ids('cups:ZD421').toSorted()).toEqual(['cups:ZD421', serial.id])
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
    const port = await freePort()
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

/** A clock of limits that runs faster than the waits. */
const hasty = (factor: number): Clock => ({
  ...systemClock,
  monotonicMs: () => systemClock.monotonicMs() * factor,
})
const LABEL = Buffer.from('^XA^FO9,9^FDx^FS^XZ')
const OURS = ['-U', 'pharmacy-relay', '-o', 'raw']

describe.skipIf(!hasCupsd)(
  'Nothing waits in a CUPS queue (as root, after: apt-get install cups cups-client)',
  () => {
    async function queueTo(port: number) {
      const cupsd = await privateCupsd()
      await cupsd.addQueue('Q', port)
      const file = path.join(temporaryFolder(), 'label')
      writeFileSync(file, LABEL)
      const backend = (clock = systemClock) =>
        createCupsPrinters({ socketPath: cupsd.socketPath, jobMs: 90_000, clock })
      const print = async (title: string, clock = systemClock, ended = signal) =>
        backend(clock).print({ address: 'Q', payload: LABEL, title, signal: ended })
      return {
        cupsd,
        print,
        conditions: async () => backend().conditions?.('Q'),
        queued: async (title: string, clock = systemClock) => backend(clock).queued?.('Q', title, signal),
        lp: async (title: string, ...options: string[]) =>
          cupsd.run('lp', '-d', 'Q', '-t', title, ...options, file),
        waiting: async () => (await cupsd.run('lpstat', '-o', 'Q')).split('\n').filter(Boolean).length,
      }
    }

    test('that is stopped or takes no jobs: it says so, and what the system says', async () => {
      const { cupsd, print, waiting, conditions } = await queueTo(await freePort())
      expect(await conditions()).toEqual([])
      await cupsd.run('cupsdisable', '-r', 'roll is being changed', 'Q')
      const stopped = {
        code: 'queue_stopped',
        retry: 'transient',
        reason: { code: 'queue_stopped', detail: expect.stringContaining('(roll is being') },
      }
      expect(await print('label 1')).toMatchObject(stopped)
      expect(await conditions()).toEqual(['queue_stopped'])
      await cupsd.run('cupsenable', 'Q')
      await cupsd.run('cupsreject', '-r', 'being repaired', 'Q')
      expect(await print('label 1')).toMatchObject({ code: 'queue_stopped', retry: 'transient' })
      expect(await waiting()).toBe(0)
    })

    test('behind jobs of others: it is taken back with nothing printed, and tried again', async () => {
      const { print, lp, waiting } = await queueTo(await freePort())
      await lp('of somebody else', '-o', 'raw')
      expect(await print('label 1', hasty(20))).toMatchObject({ code: 'queue_waits', retry: 'transient' })
      expect(await waiting()).toBe(1)
    })

    test('of an agent that ended: what it left behind never comes out beside the next label', async () => {
      const port = await freePort()
      const { print, lp, waiting } = await queueTo(port)
      for (const title of ['label old-1', 'label old-2']) await lp(title, ...OURS)
      expect(await waiting()).toBe(2)
      const peer = await printerPeer(mute, port)
      expect(await print('label new')).toEqual({ ok: true })
      expect([await waiting(), peer.connections.length]).toEqual([0, 1])
    })

    test('once its printer is known to be away, which is told', async () => {
      const { lp, conditions } = await queueTo(await freePort())
      await lp('label 1', ...OURS)
      await expect.poll(conditions).toEqual(['unreachable'])
    })

    test('when somebody cancels it there: nothing came out before it began, nobody knows after', async () => {
      const { cupsd, print, lp } = await queueTo(await freePort())
      await lp('in front', ...OURS.slice(2))
      const behind = print('label 1')
      await expect.poll(() => cupsd.run('lpstat', '-o', 'Q')).toContain('Q-2 ')
      await cupsd.run('cancel', 'Q-2')
      expect(await behind).toMatchObject({ code: 'queue_cancelled', retry: 'permanent' })
      await cupsd.run('cancel', 'Q-1')
      const begun = print('label 2')
      await expect.poll(() => cupsd.run('lpstat', '-p', 'Q')).toContain('now printing Q-3')
      await cupsd.run('cancel', 'Q-3')
      expect(await begun).toMatchObject({ code: 'queue_cancelled', retry: 'ambiguous' })
    })

    test('after a crash the queue is asked for that very label', async () => {
      const port = await freePort()
      const { cupsd, lp, queued, waiting } = await queueTo(port)
      // Nothing is known of a queue that remembers nothing.
      expect(await queued('label 0')).toBe('unknown')
      await lp('of somebody else', '-o', 'raw')
      await lp('label 1', ...OURS)
      // It had not begun: it is taken back.
      expect(await queued('label 1')).toBe('never_begun')
      expect([await waiting(), await queued('label 1')]).toEqual([1, 'never_begun'])
      // It never came there: the queue remembers what came before.
      expect(await queued('label 2')).toBe('never_begun')
      await cupsd.run('cancel', 'Q-1')
      await lp('label 3', ...OURS)
      // It had begun, and its printer is away: bytes may have left.
      expect([await queued('label 3', hasty(20)), await waiting()]).toEqual(['unknown', 0])
      await printerPeer(mute, port)
      await lp('label 4', ...OURS)
      expect(await queued('label 4')).toBe('finished')
    })

    test('a queue that keeps the names of its jobs to itself proves nothing', async () => {
      const cupsd = await privateCupsd({ hidesJobs: true })
      const peer = await printerPeer(mute)
      await cupsd.addQueue('Q', peer.port)
      const backend = printers(cupsd.socketPath)
      expect(await backend.print({ ...label, address: 'Q' })).toEqual({ ok: true })
      expect(await backend.queued?.('Q', 'label other', signal)).toBe('unknown')
    })
  },
)

describe('Without a print server', () => {
  const absent = () => printers(path.join(temporaryFolder(), 'no.sock'))

  test('there are no queues, and nothing is known about one', async () => {
    expect(await absent().list()).toEqual([])
    expect(await absent().status('ZD421')).toMatchObject({ state: 'unknown' })
  })

  test('a label may be tried again', async () => {
    expect(await absent().print({ ...label, address: 'ZD421' })).toMatchObject({
      code: 'spooler_stopped',
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
