// Pharmacies over HTTP: filters, sorting, paging, versions, the store ID, pairing codes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_OPEN_PAIRING_CODES } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { lastEventId } from '../events/outbox.queries.ts'
import { refusalOf, startTestApp, storeApi, type TestApp } from '../test/test-app.ts'
import { newDevice, newHub, openTestStore, pairOf, type StoreTestDatabase } from '../test/test-store.ts'

let store: StoreTestDatabase
let site: TestApp
const ids = new Map<string, number>()
let nextStore = 3_000

const pharmacies = [
  { storeId: 'P-7', name: 'Abbey Pharmacy', email: 'abbey@example.org', phone: '+441234567890' },
  { storeId: 'P-42', name: 'Yıldız Eczanesi', email: 'Yildiz@Example.org', phone: '+902125550000' },
  { storeId: 'P-1042', name: '100% Natural_Care', email: 'natural@example.com', phone: null },
  { storeId: 'P-999', name: 'müller Apotheke', email: 'mueller@example.de', phone: '+4930123456' },
]

beforeAll(async () => {
  store = await openTestStore('customers')
  site = await startTestApp(store)
  for (const body of pharmacies) {
    const { id } = await site.call(storeApi.createCustomer, { body })
    ids.set(body.storeId, id)
  }
})
afterAll(async () => {
  await site.stop()
  await store.stop()
})

const list = (query: Readonly<Record<string, string>>) => site.call(storeApi.listCustomers, { query })
const storeIds = async (query: Readonly<Record<string, string>>) =>
  (await list(query)).items.map(({ storeId }) => storeId)
const idOf = (storeId: string): string => String(ids.get(storeId))

describe('the list', () => {
  test('sorts by the number of the store ID, and by it backwards', async () => {
    expect(await storeIds({})).toEqual(['P-7', 'P-42', 'P-999', 'P-1042'])
    expect(await storeIds({ sort: '-storeId' })).toEqual(['P-1042', 'P-999', 'P-42', 'P-7'])
  })

  test('sorts by name and e-mail whatever the case', async () => {
    expect(await storeIds({ sort: 'name' })).toEqual(['P-1042', 'P-7', 'P-999', 'P-42'])
    expect(await storeIds({ sort: '-email' })).toEqual(['P-42', 'P-1042', 'P-999', 'P-7'])
  })

  test.each([
    [{ storeId: 'p-9' }, ['P-999']],
    [{ storeId: '42' }, ['P-42', 'P-1042']],
    [{ name: 'MÜLLER' }, ['P-999']],
    [{ name: 'yıldız' }, ['P-42']],
    [{ email: 'EXAMPLE.ORG' }, ['P-7', 'P-42']],
    [{ phone: '(01234) 567-890' }, ['P-7']],
    [{ phone: '0090 212' }, ['P-42']],
    [{ phone: 'abc' }, []],
    [{ name: '%' }, ['P-1042']],
    [{ name: '_' }, ['P-1042']],
    [{ name: '\\' }, []],
    [{ name: 'a', email: '.com' }, ['P-1042']],
    [{ q: 'apothek' }, ['P-999']],
    [{ q: '1234 567' }, ['P-7']],
    [{ q: 'p-104' }, ['P-1042']],
    [{ q: 'nobody' }, []],
    [{ phone: '+44 (0) 1234 567890' }, ['P-7']],
    [{ phone: '01234567' }, ['P-7']],
    [{ phone: '4567890' }, ['P-7']],
    [{ phone: '50000' }, ['P-42']],
    [{ phone: '00' }, ['P-7', 'P-42', 'P-999']],
    [{ phone: '0000' }, ['P-42']],
    [{ q: '030 1234' }, ['P-999']],
    [{ q: 'muller 030 1234' }, ['P-999']],
    [{ q: 'muller apo' }, ['P-999']],
    [{ q: 'apothekemuller' }, []],
    [{ q: 'mullerapotheke' }, ['P-999']],
    [{ name: 'mueller' }, ['P-999']],
    [{ name: 'Muller' }, ['P-999']],
    [{ name: 'abb  PHARMACY' }, ['P-7']],
    [{ name: 'ECZANESİ' }, ['P-42']],
    [{ name: 'yildiz' }, ['P-42']],
    [{ email: 'YILDIZ@' }, ['P-42']],
  ])('finds with %o', async (query, expected) => {
    const found = await list(query)
    expect(found.items.map(({ storeId }) => storeId)).toEqual(expected)
    expect(found.total).toBe(expected.length)
  })

  test('gives pages with the total, also beyond the last one', async () => {
    const second = await list({ page: '2', pageSize: '3' })
    expect(second).toMatchObject({ total: 4, page: 2, pageSize: 3 })
    expect(second.items.map(({ storeId }) => storeId)).toEqual(['P-1042'])
    expect(await list({ page: '9', pageSize: '3' })).toMatchObject({ total: 4, items: [] })
  })

  test('counts computers and connected ones, and sorts by them', async () => {
    const hub = newHub(store)
    const device = (storeId: string, name: string) => newDevice({ id: Number(idOf(storeId)), storeId }, name)
    await hub.open(device('P-7', 'A'))
    await hub.open(device('P-999', 'A'))
    const closed = await hub.open(device('P-7', 'B'))
    await hub.open(device('P-999', 'B'))
    await hub.close(closed.sessionId)
    await hub.close((await hub.open(device('P-7', 'C'))).sessionId)
    const connected = await list({ sort: '-connected' })
    expect(connected.items.map((row) => [row.storeId, row.connectedCount, row.computerCount])).toEqual(
      [
        ['P-999', 2, 2],
        ['P-7', 1, 3],
        ['P-1042', 0, 0],
        ['P-42', 0, 0],
      ].toSorted(
        (a, b) => Number(b[1]) - Number(a[1]) || Number(idOf(String(b[0]))) - Number(idOf(String(a[0]))),
      ),
    )
    expect((await storeIds({ sort: '-computers' })).slice(0, 2)).toEqual(['P-7', 'P-999'])
    expect((await storeIds({ sort: 'connected' })).slice(2)).toEqual(['P-7', 'P-999'])
    expect(connected.lastEventId).toBe(await lastEventId(store.db))
  })
})

describe('one pharmacy', () => {
  test('is found by id and by store ID, in any case', async () => {
    const byId = await site.call(
      storeApi.getCustomer,
      { params: { customerId: idOf('P-42') } },
      { role: 'Support' },
    )
    const byStoreId = await site.call(storeApi.getCustomerByStoreId, { params: { storeId: 'p-42' } })
    expect(byStoreId).toEqual(byId)
    expect(byId).toMatchObject({ storeId: 'P-42', version: 1, printerConfig: null })
  })

  test('that does not exist is not found', async () => {
    const byId = site.call(storeApi.getCustomer, { params: { customerId: '2147483647' } })
    expect((await refusalOf(byId)).code).toBe('not_found')
    const byStoreId = site.call(storeApi.getCustomerByStoreId, { params: { storeId: 'P-5' } })
    expect((await refusalOf(byStoreId)).code).toBe('not_found')
  })
})

describe('changes', () => {
  const newFields = (storeId: string) => ({ storeId, name: 'New', email: 'new@example.org', phone: null })
  const create = (storeId: string) => site.call(storeApi.createCustomer, { body: newFields(storeId) })
  const update = (id: number, version: number, changes: object) =>
    site.call(
      storeApi.updateCustomer,
      { params: { customerId: String(id) }, body: { ...newFields('P-2000'), ...changes } },
      { version },
    )

  test('a store ID that is taken is refused in words, on creating and on changing', async () => {
    const refused = await refusalOf(create('P-7'))
    expect(refused).toEqual({
      code: 'state_conflict',
      text: 'The store ID P-7 belongs to another pharmacy already',
    })
    const { id } = await create('P-2001')
    expect((await refusalOf(update(id, 1, { storeId: 'P-7' }))).code).toBe('state_conflict')
  })

  test('a change raises the version and makes one event; the same again changes nothing', async () => {
    const { id } = await create('P-2000')
    const before = await lastEventId(store.db)
    expect(await update(id, 1, { name: 'Newer' })).toMatchObject({ name: 'Newer', version: 2 })
    expect(await lastEventId(store.db)).toBe(before + 1)
    expect(await update(id, 1, { name: 'Newer' })).toMatchObject({ name: 'Newer', version: 2 })
    expect(await lastEventId(store.db)).toBe(before + 1)
  })

  test('a change of what somebody else changed is refused and writes nothing', async () => {
    const { id } = await create('P-2002')
    await update(id, 1, { storeId: 'P-2002', name: 'First' })
    const refused = await refusalOf(update(id, 1, { storeId: 'P-2002', name: 'Second' }))
    expect(refused.code).toBe('version_stale')
    expect(refused.text).toContain('version 2')
    const kept = await site.call(storeApi.getCustomer, { params: { customerId: String(id) } })
    expect(kept).toMatchObject({ name: 'First', version: 2 })
  })

  test('of two changes of one version at the same moment one is refused', async () => {
    const { id } = await create('P-2003')
    const outcomes = await Promise.allSettled(
      ['One', 'Two'].map((name) => update(id, 1, { storeId: 'P-2003', name })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('pairing codes', () => {
  const customer = async () => {
    const fields = { storeId: `P-${(nextStore += 1)}`, name: 'Codes', email: 'c@example.org', phone: null }
    const { id } = await site.call(storeApi.createCustomer, { body: fields })
    return { params: { customerId: String(id) } }
  }
  const make = (at: { readonly params: { readonly customerId: string } }, needsApproval = false) =>
    site.call(storeApi.makePairingCode, { ...at, body: { needsApproval } })

  test('are eight letters, differ each time, stand open without the code itself, and make an event each', async () => {
    const at = await customer()
    const before = await lastEventId(store.db)
    const [first, second] = [await make(at), await make(at, true)]
    expect(first.code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/)
    expect(second.code).not.toBe(first.code)
    expect(Date.parse(first.expiresAt) - Date.now()).toBeGreaterThan(500_000)
    const shown = await site.call(storeApi.getCustomer, at)
    expect(shown.pairingCodes).toEqual([
      { id: first.id, expiresAt: first.expiresAt, needsApproval: false },
      { id: second.id, expiresAt: second.expiresAt, needsApproval: true },
    ])
    expect(await lastEventId(store.db)).toBe(before + 2)
  })

  test('are twenty at most; withdrawn they are none and good for nothing, and their ids are not given again', async () => {
    const at = await customer()
    const made: { readonly id: number; readonly code: string }[] = []
    for (let count = 0; count < MAX_OPEN_PAIRING_CODES; count += 1) made.push(await make(at))
    expect((await refusalOf(make(at))).code).toBe('state_conflict')
    const shown = await site.call(storeApi.withdrawPairingCodes, at)
    expect(shown.pairingCodes).toEqual([])
    expect((await site.call(storeApi.withdrawPairingCodes, at)).pairingCodes).toEqual([])
    const device = newDevice({ id: Number(at.params.customerId), storeId: '' })
    const [refused] = await newHub(store).send(pairOf(device, made[0]?.code ?? ''))
    expect(refused).toMatchObject({ ok: false, code: 'PAIRING_REFUSED' })
    const next = await make(at)
    expect(made.every(({ id }) => id < next.id)).toBe(true)
  })

  test('say at the computer which one it came with', async () => {
    const at = await customer()
    const { id, code } = await make(at)
    const device = newDevice({ id: Number(at.params.customerId), storeId: '' }, 'CAME-1')
    await newHub(store).send(pairOf(device, code))
    const shown = await site.call(storeApi.getCustomer, at)
    expect(shown).toMatchObject({
      pairingCodes: [],
      computers: [{ pcName: 'CAME-1', pairingCodeId: id, access: 'approved' }],
    })
  })
})
