// Labels of other computers, on a real file: each id once, in order, with its own life, and its news to whom it came from.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { writeFailure } from '../printers/write-outcome.ts'
import { createSealer } from '../keys/sealer.ts'
import { EXPIRY_MS } from './rules/expiry.ts'
import type { ArrivingLabel, RemoteNews } from './rules/forwarding.ts'
import type { Delivery, Route } from './rules/route.ts'
import { Spool } from './spool.ts'
import { openSpoolStore } from './store/open-spool-store.ts'
import { ModelComputer } from './test/model-computer.ts'
import { arrival, startRig, stuck, WHOLE } from './test/spool-rig.ts'

const OFF: Route = { kind: 'none', why: reason('no_printer', {}) }
const CLIENT = 'device-key-of-the-counter'

async function printerComputer(
  over: { folder?: string; clock?: SteppedClock; key?: Buffer; delivery?: Delivery } = {},
) {
  const { folder = temporaryFolder(), clock = new SteppedClock(), key = randomBytes(32) } = over
  const store = await openSpoolStore({
    folder,
    clock,
    sealer: createSealer(key),
    logger: silentLogger,
    limits: { reserveBytes: 0 },
  })
  const printed: string[] = []
  const news: RemoteNews[] = []
  const state: { delivery: Delivery; route: Route } = { delivery: over.delivery ?? { ok: true }, route: OFF }
  const printer: Route = {
    kind: 'printer',
    destination: 'P1',
    write: async ({ payload }) => {
      printed.push(Buffer.from(payload).toString())
      return state.delivery
    },
  }
  state.route = printer
  const spool = new Spool({
    store,
    clock,
    random: () => 0,
    newId: randomUUID,
    logger: silentLogger,
    route: () => state.route,
    onChange: () => undefined,
    canLook: () => false,
    lookAt: async () => null,
    judge: () => ({ ...WHOLE, isComplete: null, reason: 'not_checked' }),
    onRemoteNews: (one) => void news.push(one),
  })
  await spool.start()
  const stop = async () => {
    await spool.stop()
    await store.close()
  }
  onTestFinished(stop)
  const reach = async (wanted: string) =>
    until(wanted, async () => (await spool.list(100)).some((job) => `${job.n} ${job.state}` === wanted))
  return { spool, store, clock, folder, key, printed, news, state, stop, reach }
}

function label(text: string, over: Partial<ArrivingLabel> = {}): ArrivingLabel {
  const payload = Buffer.from(text)
  return {
    id: randomUUID(),
    payload,
    sha256: createHash('sha256').update(payload).digest('hex'),
    reprint: null,
    ttlMs: 60_000,
    sender: 'COUNTER',
    origin: CLIENT,
    ...over,
  }
}

const again = (one: ArrivingLabel, text: string) => ({ ...one, payload: Buffer.from(text) })

describe('A label of another computer', () => {
  test('is printed, says whose it is and that it was not checked, and is overwritten in memory', async () => {
    const { spool, reach, printed } = await printerComputer()
    const one = label('one')
    expect(await spool.arrivals.accept(one)).toEqual({ outcome: 'accepted' })
    expect(one.payload.every((byte) => byte === 0)).toBe(true)
    await reach('1 sent_to_printer')
    expect(printed).toEqual(['one'])
    expect((await spool.list(1))[0]).toMatchObject({ id: one.id, sender: 'COUNTER' })
    expect((await spool.trace('1')).steps[0]?.reasons).toEqual([reason('not_checked', {})])
  })

  test('that comes again is a duplicate, and says how it stands', async () => {
    const { spool, reach, printed } = await printerComputer()
    const one = label('one')
    expect(await spool.arrivals.known(one)).toBeNull()
    await spool.arrivals.accept(one)
    await reach('1 sent_to_printer')
    const now = { state: 'sent_to_printer', reasons: [], evidence: null }
    expect(await spool.arrivals.known(one)).toEqual({ outcome: 'duplicate', now })
    expect(await spool.arrivals.accept(again(one, 'one'))).toEqual({ outcome: 'duplicate', now })
    expect([printed, await spool.arrivals.stateOf(one.id, CLIENT)]).toEqual([['one'], now])
  })

  test('that comes twice at once is taken once', async () => {
    const { spool, reach, printed } = await printerComputer()
    const one = label('one')
    const both = await Promise.all([spool.arrivals.accept(one), spool.arrivals.accept(again(one, 'one'))])
    expect(both.map(({ outcome }) => outcome)).toEqual(['accepted', 'duplicate'])
    await reach('1 sent_to_printer')
    expect(printed).toEqual(['one'])
  })

  test('with other bytes or from another device is a conflict, and nobody else hears of it', async () => {
    const { spool } = await printerComputer()
    const one = label('one')
    await spool.arrivals.accept(one)
    const other = label('two', { id: one.id })
    expect(await spool.arrivals.known(other)).toEqual({ outcome: 'conflict' })
    expect(await spool.arrivals.accept(other)).toEqual({ outcome: 'conflict' })
    const stranger = { ...again(one, 'one'), origin: 'another' }
    expect(await spool.arrivals.accept(stranger)).toEqual({ outcome: 'conflict' })
    expect((await spool.arrivals.stateOf(one.id, 'another')).state).toBe('not_known')
    expect((await spool.arrivals.stateOf(randomUUID(), CLIENT)).state).toBe('not_known')
    const own = await spool.accept({
      payload: Buffer.from('own'),
      sender: 'x',
      endedBy: 'fin',
      verdict: WHOLE,
    })
    expect((await spool.arrivals.stateOf(own.id, CLIENT)).state).toBe('not_known')
  })

  test('that this computer had sent there itself comes back when the printer does, once', async () => {
    const { spool, state, clock, reach, way, printed } = await startRig()
    const there = new ModelComputer(clock)
    state.route = there.route()
    const { id } = await spool.accept(arrival('one'))
    await until('it is under way', () => there.underWay.length === 1)
    there.takeAll()
    await reach('1 forwarded')
    state.route = way('P1')
    spool.routeChanged()
    const back = label('one', { id, sender: there.name, origin: 'key of it' })
    expect(await spool.arrivals.known(back)).toBeNull()
    const both = await Promise.all([spool.arrivals.accept(again(back, 'one')), spool.arrivals.accept(back)])
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['accepted', 'duplicate'])
    await reach('1 forwarded', '2 sent_to_printer')
    expect(printed).toEqual(['P1: one'])
    expect(await spool.arrivals.known(back)).toMatchObject({ outcome: 'duplicate' })
    expect(await spool.arrivals.known(label('two', { ...back, sha256: '0'.repeat(64) }))).toEqual({
      outcome: 'conflict',
    })
    expect((await spool.arrivals.stateOf(id, 'key of it')).state).toBe('sent_to_printer')
    expect((await spool.arrivals.stateOf(id, CLIENT)).state).toBe('not_known')
  })

  test('that a person here has answered for does not come back', async () => {
    const { spool, state, clock, reach, way } = await startRig()
    const there = new ModelComputer(clock)
    state.route = there.route()
    const { id } = await spool.accept(arrival('one'))
    await until('it is under way', () => there.underWay.length === 1)
    there.takeAll()
    await reach('1 forwarded')
    await spool.forwarded.update(id, {
      state: 'unknown',
      reasons: [reason('connection_reset', {})],
      evidence: null,
    })
    state.route = way('P1')
    spool.routeChanged()
    await spool.actions.didNotComeOut('1')
    expect(await spool.arrivals.known(label('one', { id, origin: 'key of it' }))).toEqual({
      outcome: 'conflict',
    })
  })

  test('is refused without a printer, and overwritten all the same', async () => {
    const { spool, state } = await printerComputer()
    state.route = OFF
    const one = label('one')
    await expect(spool.arrivals.accept(one)).rejects.toMatchObject({ code: 'state_conflict' })
    expect(one.payload.every((byte) => byte === 0)).toBe(true)
    expect(await spool.list(1)).toEqual([])
  })

  test('that has nothing before it is committed together with its first try', async () => {
    const { spool, store, disk } = await startRig({ write: stuck })
    store.isManual = true
    const accepting = spool.arrivals.accept(label('one', { ttlMs: 5_000 }))
    await until('the commit is asked for', () => store.pending() === 1)
    store.flush()
    expect(await accepting).toEqual({ outcome: 'accepted' })
    const row = { state: 'sending', attempts: 1, origin: CLIENT, ttlMs: 5_000 }
    expect(disk.jobs[0]?.row).toMatchObject(row)
    store.isManual = false
  })

  test('and one of a program here, on the disk at the same time, come out as they came', async () => {
    const { spool, store, printed, reach } = await startRig()
    store.isManual = true
    const one = spool.arrivals.accept(label('one'))
    await until('the first', () => store.pending() === 1)
    const two = spool.accept(arrival('two'))
    await until('the second', () => store.pending() === 2)
    store.isManual = false
    store.flush()
    await Promise.all([one, two])
    await reach('2 sent_to_printer')
    expect(printed).toEqual(['P1: one', 'P1: two'])
  })

  test('keeps its place when 40 come at once', async () => {
    const { spool, printed, reach } = await printerComputer()
    const texts = Array.from({ length: 40 }, (_, index) => `label ${index}`)
    await Promise.all(texts.map(async (text) => spool.arrivals.accept(label(text))))
    await reach('40 sent_to_printer')
    expect(printed).toEqual(texts)
  })

  test('expires by the life that its sender left it, also across a restart; a person gives it the usual one', async () => {
    const delivery = writeFailure('printer_unreachable', false, '')
    const first = await printerComputer({ delivery })
    await first.spool.arrivals.accept(label('one', { ttlMs: 60_000 }))
    await first.spool.arrivals.accept(label('two', { ttlMs: 10 * EXPIRY_MS }))
    await first.reach('1 waiting_for_printer')
    first.clock.stepMs(30_000)
    await first.stop()
    first.clock.stepMs(31_000)
    const second = await printerComputer({ ...first, delivery })
    await second.reach('1 expired')
    await second.reach('2 waiting_for_printer')
    await second.spool.actions.release('1')
    second.clock.stepMs(61_000)
    await second.reach('1 accepted')
    expect((await second.store.find('2'))?.ttlMs).toBe(EXPIRY_MS)
    expect((await second.store.find('1'))?.ttlMs).toBeNull()
  })
})

describe('News', () => {
  test('of each change behind its acceptance and first try go to where it came from, in order, and of no other label', async () => {
    const { spool, reach, news, state, clock } = await printerComputer()
    const one = label('one')
    state.delivery = writeFailure('connection_reset', true, '')
    await spool.arrivals.accept(one)
    await reach('1 unknown')
    await spool.actions.cameOut('1')
    await spool.accept({ payload: Buffer.from('own'), sender: 'x', endedBy: 'fin', verdict: WHOLE })
    // A printer that broke off is left alone for a moment.
    clock.stepMs(30_000)
    await reach('2 unknown')
    expect(news.every(({ id, origin }) => id === one.id && origin === CLIENT)).toBe(true)
    expect(news.map(({ now }) => `${now.state}: ${now.reasons.map(({ code }) => code).join()}`)).toEqual([
      'unknown: connection_reset',
      'sent_to_printer: seen_out',
    ])
  })
})

test('A reprint that both computers ask for is one job, with the same bytes', async () => {
  const there = await printerComputer()
  const here = await printerComputer()
  const payload = () => Buffer.from('^XA^FO50,50^FDx^FS^XZ')
  const verdict = WHOLE
  const { id } = await here.spool.accept({ payload: payload(), sender: 'x', endedBy: 'fin', verdict })
  await here.reach('1 sent_to_printer')
  await there.spool.arrivals.accept({ ...label(payload().toString()), id })
  await there.reach('1 sent_to_printer')
  const made = await here.spool.actions.reprint('1', null)
  const madeThere = await there.spool.actions.reprint('1', null)
  expect([madeThere.id, madeThere.reprint]).toEqual([made.id, made.reprint])
  const bytes = await here.store.payload(made.id)
  const coming = label(Buffer.from(bytes ?? []).toString(), { id: made.id, reprint: made.reprint })
  expect(await there.spool.arrivals.accept(coming)).toMatchObject({ outcome: 'duplicate' })
})

test('The id of a label outlives its payload by weeks', async () => {
  const { spool, store, reach, clock } = await printerComputer()
  const one = label('one')
  await spool.arrivals.accept(one)
  await reach('1 sent_to_printer')
  clock.stepMs(20 * 86_400_000)
  await until('the clean-up', async () => {
    clock.stepMs(600_000)
    return (await store.find('1'))?.hasPayload === false
  })
  expect(await spool.arrivals.known(one)).toMatchObject({ outcome: 'duplicate' })
})
