// The page that makes a phone a scanner, before a real gateway and a real pharmacy API with its database; an agent's question takes the scans.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { keptLines } from '@pharmacy-relay/relay-server/pharmacy-api/test/kept-lines.ts'
import { startGateway } from '@pharmacy-relay/relay-server/gateway/test/gateway-rig.ts'
import { agentAt, newWorkplace } from '@pharmacy-relay/relay-server/pharmacy-api/devices/test-devices.ts'
import {
  startTestPharmacy,
  type TestPharmacyApi,
} from '@pharmacy-relay/relay-server/pharmacy-api/test/test-pharmacy.ts'
import { startPortalRig } from '../../portal/test/portal-rig.ts'
import { startTestUpstream } from '../../portal/test/test-upstream.ts'

const SCAN = ']d201034531200000111719112510ABCD1234\u001d21XYZ'

/** Of portal and pharmacy API. */
const { lines, logger } = keptLines()
let pharmacy: TestPharmacyApi
beforeAll(async () => {
  pharmacy = await startTestPharmacy('scanner_page', { logger })
})
afterAll(() => pharmacy.stop())

/** A phone's browser at a portal behind which the pharmacy API is real; `post` sends the form of a page. */
async function newPhone() {
  const upstream = await startTestUpstream()
  const { url: gatewayUrl } = await startGateway({
    upstreamPort: Number(new URL(upstream.url).port),
    settings: { Gateway__Routes__Pharmacy: pharmacy.baseUrl },
  })
  const phone = (await startPortalRig({ upstream, logger, options: { gatewayUrl } })).browser()
  const post = async (path: string, fields: Record<string, string>) =>
    phone.post(path, { csrf: await phone.csrfOf(path), ...fields })
  return { phone, post }
}

test('a phone is paired by the code of a workplace, scans into it, hears that nobody is there, and is forgotten', async () => {
  const workplace = await newWorkplace(pharmacy, { pharmacyId: 1, name: 'COUNTER-1' })
  const { phone, post } = await newPhone()
  const { code } = await workplace.call(pharmacyApi.makeDevicePairCode, {})
  expect((await post('/scanner/pair', { code, name: 'Phone' })).location).toBe('/scanner')
  expect((await phone.get('/scanner')).text).toContain('This phone is paired with COUNTER-1.')

  const agent = agentAt(workplace)
  await until('the workplace listens', () => agent.asked > 0)
  expect((await post('/scanner', { scan: SCAN })).notice).toBe('taken')
  expect(agent.scans).toEqual([SCAN])
  await agent.stop()
  await until('nobody listens', async () =>
    (await post('/scanner', { scan: SCAN })).text.includes('Nobody is signed in at COUNTER-1.'),
  )

  expect((await post('/scanner/forget', {})).location).toBe('/scanner/pair')
  const { items } = await workplace.call(pharmacyApi.listDevices, {})
  expect(items.map(({ kind }) => kind)).toEqual(['workplace'])
})

test('a phone whose pair a pharmacist ended hears so, and pairing it again leaves one scanner', async () => {
  const workplace = await newWorkplace(pharmacy, { pharmacyId: 2, name: 'COUNTER-2' })
  const { phone, post } = await newPhone()
  const pair = async () => {
    const { code } = await workplace.call(pharmacyApi.makeDevicePairCode, {})
    return post('/scanner/pair', { code, name: 'Phone' })
  }
  const scanners = async () => {
    const { items } = await workplace.call(pharmacyApi.listDevices, {})
    return items.filter(({ kind }) => kind === 'scanner')
  }
  await pair()
  const params = { pairId: String((await scanners())[0]?.pair?.id) }
  await workplace.call(pharmacyApi.endDevicePair, { params })
  expect((await post('/scanner', { scan: SCAN })).location).toBe('/scanner/pair')
  expect((await phone.get('/scanner/pair')).text).toContain('This phone is not paired any more.')
  expect((await pair()).location).toBe('/scanner')
  expect(await scanners()).toHaveLength(1)
})

test('no log has a scan or a code, also of requests that fail', async () => {
  const workplace = await newWorkplace(pharmacy, { pharmacyId: 3, name: 'COUNTER-3' })
  const { post } = await newPhone()
  const { code } = await workplace.call(pharmacyApi.makeDevicePairCode, {})
  await post('/scanner/pair', { code, name: 'Phone' })
  const tooLong = SCAN.repeat(100)
  expect((await post('/scanner', { scan: tooLong })).status).toBe(422)
  // It listens, and the pharmacy API fails at its database, which is logged with its cause.
  await workplace.call(pharmacyApi.nextScan, { query: { waitMs: '0' } })
  const { schema } = pharmacy.database.db
  await schema.alterTable('DeviceScans').renameTo('ScansAway').execute()
  expect((await post('/scanner', { scan: SCAN })).status).toBe(500)
  await schema.alterTable('ScansAway').renameTo('DeviceScans').execute()
  expect(lines.join('\n')).toContain('DeviceScans')
  expect(lines.join('\n')).not.toContain('ABCD1234')
  expect(lines.join('\n')).not.toContain(code)
})

// The last: all phones here come from one address.
test('a code that is wrong, or tried too often, is told in words', async () => {
  const { post } = await newPhone()
  const tries = async () => (await post('/scanner/pair', { code: 'BCDFGHJK', name: 'Phone' })).status
  expect(await tries()).toBe(404)
  await until('the address has tried too often', async () => (await tries()) === 429)
})
