// Workplaces and scanners over HTTP: pairing by a code, scans that arrive or are said not to, and the wall between pharmacies.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { createApiClient } from '../../http/api-client.ts'
import { startTestPharmacy, type TestPharmacyApi } from '../test/test-pharmacy.ts'
import { agentAt, newWorkplace, pairedScanner, scannerAt, type TestWorkplace } from './test-devices.ts'

let site: TestPharmacyApi
let isEnded = false
let tellEnds = (): void => undefined
beforeAll(async () => {
  site = await startTestPharmacy('devices', {
    ends: {
      onEnd: (listener) => void (tellEnds = listener),
      isEnded: () => isEnded,
    },
  })
})
afterAll(() => site.stop())

const codeOf = async ({ call }: TestWorkplace): Promise<string> =>
  (await call(pharmacyApi.makeDevicePairCode, {})).code

/** The workplace's question may be on its way still. */
async function scannedOnceThere({ scan }: ReturnType<typeof scannerAt>, text: string) {
  for (let tries = 0; tries < 100; tries += 1) {
    const outcome = await scan(text).catch((error: { code: string }) => error.code)
    if (outcome !== 'device_offline') return outcome
  }
  return 'device_offline'
}

describe('A workplace', () => {
  test('takes part under its name, once however often it says so, and sees its own pharmacy alone', async () => {
    const counter = await newWorkplace(site, { pharmacyId: 1, name: 'COUNTER-1' })
    const other = await newWorkplace(site, { pharmacyId: 2, name: 'ELSEWHERE' })
    const again = await counter.call(pharmacyApi.putOwnDevice, { body: { name: 'COUNTER' } })
    expect(again).toMatchObject({
      id: counter.id,
      name: 'COUNTER',
      kind: 'workplace',
      isSelf: true,
      pair: null,
    })
    const { items } = await counter.call(pharmacyApi.listDevices, {})
    expect(items.map(({ name }) => name)).toContain('COUNTER')
    expect(items.map(({ name }) => name)).not.toContain('ELSEWHERE')
    const params = { deviceId: String(other.id) }
    await expect(counter.call(pharmacyApi.removeDevice, { params })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('is of a computer: a token of none is refused, and one that did not say that it takes part', async () => {
    const silent = await newWorkplace(site, { pharmacyId: 1, name: null })
    await expect(silent.call(pharmacyApi.makeDevicePairCode, {})).rejects.toMatchObject({
      code: 'state_conflict',
    })
    const browser = await newWorkplace(site, { pharmacyId: 1, name: null, deviceKey: null })
    const put = browser.call(pharmacyApi.putOwnDevice, { body: { name: 'X' } })
    await expect(put).rejects.toMatchObject({ code: 'role_not_allowed' })
  })
})

describe('A code', () => {
  test('pairs one scanner, once; a newer one of the same workplace ends it', async () => {
    const counter = await newWorkplace(site, { pharmacyId: 1, name: 'CODES' })
    const first = await codeOf(counter)
    const code = await codeOf(counter)
    const scanner = scannerAt(site)
    await expect(scanner.pair(first)).rejects.toMatchObject({ code: 'not_found' })
    expect(await scanner.pair(code)).toMatchObject({ workplace: 'CODES' })
    await expect(scannerAt(site).pair(code)).rejects.toMatchObject({ code: 'not_found' })
    const { items } = await counter.call(pharmacyApi.listDevices, {})
    const paired = items.filter(({ pair }) => pair?.workplaceId === counter.id)
    expect(paired).toMatchObject([{ kind: 'scanner', name: 'Phone', isSelf: false }])
  })

  test('is brought by one of many who bring it at once', async () => {
    const counter = await newWorkplace(site, { pharmacyId: 1, name: 'RACE' })
    const code = await codeOf(counter)
    const tries = await Promise.allSettled(Array.from({ length: 8 }, async () => scannerAt(site).pair(code)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('ends after 2 minutes', async () => {
    const clock = new SteppedClock(Date.now())
    const late = await startTestPharmacy('devices_late', { clock })
    const counter = await newWorkplace(late, { pharmacyId: 1, name: 'LATE' })
    const [early, tooLate] = [await codeOf(counter), scannerAt(late)]
    clock.stepMs(119_000)
    await expect(scannerAt(late).pair(early)).resolves.toBeDefined()
    const code = await codeOf(counter)
    clock.stepMs(120_000)
    await expect(tooLate.pair(code)).rejects.toMatchObject({ code: 'not_found' })
    await late.stop()
  })

  test('is tried ten times a minute from an address, and another one may still', async () => {
    const from = (address: string) => scannerAt(site, address)
    for (let n = 0; n < 10; n += 1)
      await expect(from('198.51.100.7').pair('BCDFGHJK')).rejects.toMatchObject({ code: 'not_found' })
    await expect(from('198.51.100.7').pair('BCDFGHJK')).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(from('198.51.100.8').pair('BCDFGHJK')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('A scan', () => {
  test('arrives at its workplace alone, in order, and is said to be taken when that has it', async () => {
    const counter = await newWorkplace(site, { pharmacyId: 1, name: 'SCANS' })
    const beside = await newWorkplace(site, { pharmacyId: 1, name: 'BESIDE' })
    const scanner = await pairedScanner(site, counter)
    const [agent, other] = [agentAt(counter), agentAt(beside)]
    await until('both listen', () => agent.asked > 0 && other.asked > 0)
    for (const text of ['04012345678901', ']d2010401234567890117270500'])
      expect(await scanner.scan(text)).toEqual({ taken: true })
    expect(agent.scans).toEqual(['04012345678901', ']d2010401234567890117270500'])
    expect(other.scans).toEqual([])
    await Promise.all([agent.stop(), other.stop()])
  })

  test('is refused as offline where nobody listens, and is not shown to who comes later', async () => {
    const counter = await newWorkplace(site, { pharmacyId: 1, name: 'OFFLINE' })
    const scanner = await pairedScanner(site, counter)
    await expect(scanner.scan('04012345678901')).rejects.toMatchObject({ code: 'device_offline' })
    // It says that it listens, and never asks again: it died.
    await counter.call(pharmacyApi.nextScan, { query: { waitMs: '0' } })
    await expect(scanner.scan('04012345678901')).rejects.toMatchObject({ code: 'device_offline' })
    expect(await counter.call(pharmacyApi.nextScan, { query: { waitMs: '0' } })).toEqual({ scan: null })
  })

  test('is given again to an agent that was restarted before it had it', async () => {
    const counter = await newWorkplace(site, { pharmacyId: 1, name: 'RESTARTED' })
    const scanner = await pairedScanner(site, counter)
    const next = async (query: { after?: string; waitMs: string }) =>
      (await counter.call(pharmacyApi.nextScan, { query })).scan
    const waiting = next({ waitMs: '20000' })
    const scanned = scannedOnceThere(scanner, '04012345678901')
    expect((await waiting)?.text).toBe('04012345678901')
    const again = await next({ waitMs: '20000' })
    expect(again?.text).toBe('04012345678901')
    await next({ after: String(again?.id), waitMs: '0' })
    expect(await scanned).toEqual({ taken: true })
  })

  test('H37: a scanner of A that is paired at B shows nothing at A any more, and its old token is worth nothing', async () => {
    const a = await newWorkplace(site, { pharmacyId: 3, name: 'OF A' })
    const b = await newWorkplace(site, { pharmacyId: 4, name: 'OF B' })
    const [atA, atB] = [agentAt(a), agentAt(b)]
    await until('both listen', () => atA.asked > 0 && atB.asked > 0)
    const scanner = await pairedScanner(site, a)
    const old = scanner.token()
    await scanner.scan('1111')
    await scanner.pair(await codeOf(b))
    await scanner.scan('2222')
    expect(atA.scans).toEqual(['1111'])
    expect(atB.scans).toEqual(['2222'])
    await expect(scanner.scanAs(old, '3333')).rejects.toMatchObject({ code: 'token_invalid' })
    expect((await a.call(pharmacyApi.listDevices, {})).items.map(({ kind }) => kind)).toEqual(['workplace'])
    const names = (await b.call(pharmacyApi.listDevices, {})).items.map(({ name }) => name)
    expect(names).toEqual(['OF B', 'Phone'])
    await Promise.all([atA.stop(), atB.stop()])
  })

  test('is refused after the pair ended, and after the scanner was removed', async () => {
    const counter = await newWorkplace(site, { pharmacyId: 1, name: 'ENDED' })
    const scanner = await pairedScanner(site, counter)
    const { items } = await counter.call(pharmacyApi.listDevices, {})
    const own = items.find(({ pair }) => pair?.workplaceId === counter.id)
    const params = { pairId: String(own?.pair?.id) }
    const stranger = await newWorkplace(site, { pharmacyId: 2, name: 'STRANGER' })
    const theirs = stranger.call(pharmacyApi.endDevicePair, { params })
    await expect(theirs).rejects.toMatchObject({ code: 'not_found' })
    await counter.call(pharmacyApi.endDevicePair, { params })
    await expect(scanner.scan('1')).rejects.toMatchObject({ code: 'state_conflict' })
    await counter.call(pharmacyApi.removeDevice, { params: { deviceId: String(own?.id) } })
    await expect(scanner.scan('1')).rejects.toMatchObject({ code: 'token_invalid' })
  })

  test('is refused after the scanner forgot itself, whose row is gone then, and no other one', async () => {
    const counter = await newWorkplace(site, { pharmacyId: 1, name: 'FORGOTTEN' })
    const [scanner, other] = [await pairedScanner(site, counter), await pairedScanner(site, counter)]
    await scanner.forget()
    await expect(scanner.scan('1')).rejects.toMatchObject({ code: 'token_invalid' })
    await expect(other.scan('1')).rejects.toMatchObject({ code: 'device_offline' })
    const { items } = await counter.call(pharmacyApi.listDevices, {})
    expect(items.filter(({ pair }) => pair?.workplaceId === counter.id)).toHaveLength(1)
  })
})

test('H17: a question whose session ended while it came in does not wait for the next word', async () => {
  const counter = await newWorkplace(site, { pharmacyId: 1, name: 'LATE' })
  isEnded = true
  const begunMs = performance.now()
  const question = counter.call(pharmacyApi.nextScan, { query: { waitMs: '20000' } })
  await expect(question).rejects.toMatchObject({ code: 'token_invalid' })
  expect(performance.now() - begunMs).toBeLessThan(15_000)
  isEnded = false
})

test('H17: a question that waits is answered as soon as the session of its pharmacist ends', async () => {
  const counter = await newWorkplace(site, { pharmacyId: 1, name: 'SESSION' })
  const waiting = counter.call(pharmacyApi.nextScan, { query: { waitMs: '20000' } })
  const outcome = waiting.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  )
  isEnded = true
  const begunMs = performance.now()
  const telling = setInterval(() => tellEnds(), 100)
  expect(await outcome).toBe('token_invalid')
  clearInterval(telling)
  expect(performance.now() - begunMs).toBeLessThan(15_000)
  isEnded = false
})

test('a scanner is let into nothing but scans and its own end', async () => {
  const counter = await newWorkplace(site, { pharmacyId: 1, name: 'NOTHING ELSE' })
  const scanner = await pairedScanner(site, counter)
  const client = createApiClient({
    baseUrl: site.baseUrl,
    timeoutMs: 60_000,
    headers: () => Promise.resolve({}),
  })
  const none = { params: null, query: null, body: null }
  const asked = client.call(pharmacyApi.listDevices, none, { token: scanner.token() })
  await expect(asked).rejects.toMatchObject({ code: 'token_invalid' })
})
