// Printers and test labels asked of a device: its answer, its silence, its refusals, its absence; and what is kept.
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { MAX_HUB_MESSAGE_BYTES } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { HubError, type HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { MAX_PRINTERS } from '@pharmacy-relay/shared/printer.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { listStaffOperations } from '../audit/staff-log.queries.ts'
import { connectOne, type OneComputer } from '../test/printing-scene.ts'
import { refusalOf, startPlace, storeApi, type Place } from '../test/test-app.ts'
import { connectPortal, DIAGNOSIS, doneJob } from '../test/test-portal.ts'
import { newDevice, newHub, newPharmacy, printersOf, reportOf } from '../test/test-store.ts'
import { within } from './ask-device.ts'

let place: Place
let pharmacy: OneComputer['pharmacy']
let hub: OneComputer['hub']
let session: OneComputer['session']
let portal: OneComputer['portal']
let params: OneComputer['params']
beforeAll(async () => {
  place = await startPlace('device_requests')
})
afterAll(() => place.stop())
beforeEach(async () => {
  ;({ pharmacy, hub, session, portal, params } = await connectOne(place))
})
afterEach(() => void portal.socket.disconnect())

const request = (computerId = session.computerId, customerId = pharmacy.id) =>
  place.site.call(storeApi.ListPrintersAsync, {
    params: { customerId: String(customerId) },
    body: { computerId },
  })
const last = () => place.site.call(storeApi.lastPrinters, { params }, { role: 'Support' })
const testLabel = () => place.site.call(storeApi.PrintTestLabelAsync, { params }, { role: 'Support' })
const asClient = () => place.site.call(storeApi.setRole, { params, body: { role: 2 } }, { version: 1 })

describe('the printers of a computer', () => {
  test('are unknown until it reports them, then kept with their time, newest last', async () => {
    expect(await last()).toEqual({ computerId: session.computerId, printers: [], reportedAt: null })
    await hub.send(reportOf(session.sessionId, { printers: printersOf('cups:ONE') }))
    const reported = await last()
    expect(reported).toMatchObject({ printers: printersOf('cups:ONE'), reportedAt: expect.any(String) })
    portal.answers.ListPrintersAsync = () => Promise.resolve(printersOf('cups:ONE', 'cups:TWO'))
    const asked = await request()
    expect(asked).toEqual({ computerId: session.computerId, answer: printersOf('cups:ONE', 'cups:TWO') })
    const kept = await last()
    expect(kept.printers).toEqual(asked.answer)
    expect(Date.parse(kept.reportedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(reported.reportedAt ?? ''))
    await hub.close(session.sessionId)
    expect(await last()).toEqual(kept)
  })

  test('are asked of the session that the device has', async () => {
    const asked: string[] = []
    portal.answers.ListPrintersAsync = (sessionId) => {
      asked.push(sessionId)
      return Promise.resolve([])
    }
    await request()
    expect(asked).toEqual([session.sessionId])
  })

  test('may have names that no database keeps: these characters become spaces', async () => {
    portal.answers.ListPrintersAsync = () =>
      Promise.resolve([{ id: 'cups:A', name: 'A\u0000\ud800', detail: '\u0007' }])
    const printers = [{ id: 'cups:A', name: 'A \ufffd', detail: ' ' }]
    expect((await request()).answer).toEqual(printers)
    expect((await last()).printers).toEqual(printers)
  })

  test('of another pharmacy’s computer or in an unknown pharmacy are not told', async () => {
    const stranger = await newHub(place.store).open(newDevice(await newPharmacy(place.store)))
    expect((await refusalOf(request(stranger.computerId))).code).toBe('invalid')
    expect((await refusalOf(request(session.computerId, 2_147_483_647))).code).toBe('not_found')
    const theirs = { customerId: String(pharmacy.id), computerId: String(stranger.computerId) }
    expect((await refusalOf(place.site.call(storeApi.lastPrinters, { params: theirs }))).code).toBe(
      'not_found',
    )
    expect((await refusalOf(place.site.call(storeApi.PrintTestLabelAsync, { params: theirs }))).code).toBe(
      'not_found',
    )
  })
})

describe('a device that cannot answer', () => {
  const refusals: [HubCode, string, RegExp][] = [
    ['PEER_OFFLINE', 'device_offline', /^PC-1 is offline/],
    ['PEER_GONE', 'device_offline', /^PC-1 is offline/],
    ['TIMEOUT', 'device_timeout', /did not answer in time/],
    ['DEADLINE', 'device_timeout', /did not answer in time/],
    ['NOT_SUPPORTED', 'state_conflict', /Install the newest version/],
    ['UNKNOWN_EVENT', 'state_conflict', /Install the newest version/],
    ['HUB_RESTARTING', 'unavailable', /Try again shortly/],
    ['INTERNAL', 'state_conflict', /could not do this/],
  ]
  test.each(refusals)('answers %s: %s', async (code, expected, text) => {
    portal.answers.ListPrintersAsync = () => Promise.reject(new HubError(code, 'Words of the device'))
    const refusal = await refusalOf(request())
    expect(refusal.code).toBe(expected)
    expect(refusal.text).toMatch(text)
  })

  test('is not called offline while its hub is away, which comes back; without a session it is', async () => {
    let asked = false
    portal.answers.ListPrintersAsync = () => {
      asked = true
      return new Promise(() => {})
    }
    const waiting = refusalOf(request())
    await until('the portal was asked', () => asked)
    portal.socket.disconnect()
    expect((await waiting).code).toBe('device_timeout')
    expect((await refusalOf(request())).code).toBe('unavailable')
    await hub.close(session.sessionId)
    expect((await refusalOf(request())).code).toBe('device_offline')
  })
})

test('a hub that came back on a new socket is asked there, also when its old socket ends later', async () => {
  const second = await connectPortal(place.site, hub.hubId)
  second.answers.ListPrintersAsync = () => Promise.resolve(printersOf('cups:SECOND'))
  portal.socket.disconnect()
  await until('the old socket is gone', () => place.site.app.hubConnections() === 1)
  expect((await request()).answer).toEqual(printersOf('cups:SECOND'))
  second.socket.disconnect()
})

test('whatever takes long, the whole ends after 10 s', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const waiting = refusalOf(within(10_000, new Promise(() => {})))
  vi.advanceTimersByTime(9_999)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  expect((await waiting).code).toBe('device_timeout')
  await within(10_000, Promise.resolve())
  expect(vi.getTimerCount()).toBe(0)
})

describe('a test label', () => {
  test('is answered with its job and stands in the staff log', async () => {
    await asClient()
    expect(await testLabel()).toEqual({ computerId: session.computerId, answer: doneJob })
    const log = await listStaffOperations(place.store.db, {
      page: 1,
      pageSize: 1,
      q: 'test label',
      customerId: pharmacy.id,
    })
    expect(log.items).toMatchObject([
      { action: 'computer.test-label', summary: 'Asked PC-1 for a test label' },
    ])
  })

  test.each(['PEER_GONE', 'TIMEOUT', 'DEADLINE'] as const)(
    'that was asked for and not answered (%s) may still come out: nobody is told that it did not',
    async (code) => {
      await asClient()
      portal.answers.PrintTestLabelAsync = () => Promise.reject(new HubError(code, 'Gone'))
      const refusal = await refusalOf(testLabel())
      expect(refusal.code).toBe('device_timeout')
      expect(refusal.text).toMatch(/^PC-1 did not answer.* may still come out/)
    },
  )

  test('of a computer without a role is refused in words', async () => {
    const { code, text } = await refusalOf(testLabel())
    expect([code, text]).toEqual(['state_conflict', expect.stringContaining('has no role')])
  })

  test('of an offline computer is refused, and not in the log', async () => {
    await asClient()
    await hub.close(session.sessionId)
    expect((await refusalOf(testLabel())).code).toBe('device_offline')
    const log = await listStaffOperations(place.store.db, { page: 1, pageSize: 1, q: 'test label' })
    expect(log.items.every(({ customerId }) => customerId !== pharmacy.id)).toBe(true)
  })
})

describe('a diagnosis', () => {
  const diagnose = () => place.site.call(storeApi.CollectDiagnosticsAsync, { params }, { role: 'Support' })
  const logged = async () => {
    const asked = { page: 1, pageSize: 5, q: 'connection', customerId: pharmacy.id }
    return (await listStaffOperations(place.store.db, asked)).items
  }

  test('is asked of the session that the device has, whatever its role, and stands in the staff log', async () => {
    const asked: string[] = []
    portal.answers.CollectDiagnosticsAsync = (sessionId) => {
      asked.push(sessionId)
      return Promise.resolve(DIAGNOSIS)
    }
    expect(await diagnose()).toEqual({ computerId: session.computerId, answer: DIAGNOSIS })
    expect(asked).toEqual([session.sessionId])
    expect(await logged()).toMatchObject([
      { action: 'computer.diagnose', summary: 'Had PC-1 check its connection', staffRole: 'Support' },
    ])
  })

  test('of a silent device is a timeout, of an old one told so, of an offline one refused and not in the log', async () => {
    portal.answers.CollectDiagnosticsAsync = () => Promise.reject(new HubError('TIMEOUT', 'no answer'))
    expect((await refusalOf(diagnose())).code).toBe('device_timeout')
    portal.answers.CollectDiagnosticsAsync = () =>
      Promise.reject(new HubError('UNKNOWN_EVENT', 'no such event'))
    expect((await refusalOf(diagnose())).text).toMatch(/Install the newest version/)
    await hub.close(session.sessionId)
    expect((await refusalOf(diagnose())).code).toBe('device_offline')
    expect(await logged()).toHaveLength(2)
  })
})

test('the longest list that a relay hub takes from a device passes, however many requests went before', async () => {
  // Control characters are six bytes each on the wire.
  const odd = '\u0001'.repeat(200)
  const list = Array.from({ length: MAX_PRINTERS }, (_none, index) => ({
    id: `cups:P${index}`,
    name: odd,
    detail: odd,
  }))
  const bytes = () => Buffer.byteLength(`430${JSON.stringify([{ ok: true, data: list }])}`)
  for (const printer of list) {
    const room = MAX_HUB_MESSAGE_BYTES - bytes()
    printer.id = printer.id.padEnd(Math.min(260, printer.id.length + room), 'x')
  }
  expect(bytes()).toBe(MAX_HUB_MESSAGE_BYTES)
  portal.answers.ListPrintersAsync = () => Promise.resolve(list)
  for (let time = 0; time < 12; time += 1) expect((await request()).answer).toHaveLength(list.length)
})
