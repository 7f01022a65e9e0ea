// By which certificates computers are known: batches of a hub, and documents of peers.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedSession } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { SystemReport } from '@pharmacy-relay/shared/device.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import { changePrinting } from '../printing/printing-changes.ts'
import type { Push } from '../printing/push-targets.queries.ts'
import { newCertificate, type TestCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import {
  admin,
  codeFor,
  newDevice,
  newHub,
  newPharmacy,
  openOf,
  openTestStore,
  pairOf,
  printersOf,
  reportOf,
  type StoreTestDatabase,
  type TestDevice,
  type TestHub,
  type TestPharmacy,
} from '../test/test-store.ts'

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('pins')
})
afterAll(() => store.stop())

const pushed: Push[] = []
const pusher = {
  push: (pushes: readonly Push[]) => void pushed.push(...pushes),
  idle: () => Promise.resolve(),
}
const warned: (readonly [string, unknown])[] = []
const logger = {
  ...silentLogger,
  warn: (event: string, fields?: unknown) => void warned.push([event, fields]),
}

let pharmacy: TestPharmacy
let hub: TestHub
let server: OpenedSession
let client: OpenedSession
let devices: { readonly server: TestDevice; readonly client: TestDevice }
/** SERVER-1 is the PrinterComputer, CLIENT-1 its Client; each is known by the certificate that it paired with. */
beforeEach(async () => {
  pharmacy = await newPharmacy(store)
  hub = newHub(store, { pusher, logger })
  devices = { server: newDevice(pharmacy, 'SERVER-1'), client: newDevice(pharmacy, 'CLIENT-1') }
  server = await hub.open(devices.server)
  client = await hub.open(devices.client)
  await hub.send(reportOf(server.sessionId, { printers: printersOf('cups:ZD421') }))
  const parts = { db: store.db, pusher }
  const { computerId } = server
  const printer = { kind: 'printer' as const, computerId, printerName: 'cups:ZD421', tcpPort: 9100 }
  await changePrinting(parts, admin, { customerId: pharmacy.id, version: 1, change: printer })
  const role = { kind: 'role' as const, computerId: client.computerId, role: 2 as const }
  await changePrinting(parts, admin, { customerId: pharmacy.id, version: 2, change: role })
  pushed.length = warned.length = 0
})

const system: SystemReport = {
  totalRamMb: null,
  supportAppNumber: null,
  os: 'Linux',
  addresses: ['192.168.1.10'],
  certificate: null,
  tcpPort: null,
}

async function report(session: OpenedSession, certificate: string | null, more: Partial<SystemReport> = {}) {
  const [answer] = await hub.send(
    reportOf(session.sessionId, { system: { ...system, certificate, ...more } }),
  )
  expect(answer).toMatchObject({ ok: true })
}

const successorOf = (present: TestCertificate, next: TestCertificate): Partial<SystemReport> => ({
  successor: { certificate: next.pem, endorsement: present.endorse(next) },
})

async function documentOf({ computerId }: OpenedSession) {
  const row = await store.db
    .selectFrom('RelayAssignments')
    .select(['version', 'document'])
    .where('computerId', '=', computerId)
    .executeTakeFirstOrThrow()
  return { version: row.version, ...row.document }
}

/** How the Client's document shows the PrinterComputer, and the other way round. */
async function fingerprints(): Promise<{ target: readonly string[]; client: readonly string[] }> {
  const [ofClient, ofServer] = [await documentOf(client), await documentOf(server)]
  return {
    target: ofClient.target?.certificateFingerprints ?? [],
    client: ofServer.clients[0]?.certificateFingerprints ?? [],
  }
}

async function shown({ computerId }: OpenedSession) {
  const { computers } = await readCustomer(store.db, { id: pharmacy.id })
  return computers.find(({ id }) => id === computerId)
}

describe('the certificate of the pairing', () => {
  test('of either stands in the other’s document; a report of the same does nothing', async () => {
    const [one, two] = [devices.server.certificate, devices.client.certificate]
    expect(await fingerprints()).toEqual({ target: [one.fingerprint], client: [two.fingerprint] })
    expect(await shown(server)).toMatchObject({ certificate: { fingerprint: one.fingerprint } })
    const versions = [(await documentOf(client)).version, (await documentOf(server)).version]
    await report(server, one.pem)
    await report(server, one.pem, { os: 'Linux 2' })
    await report(server, null)
    expect([(await documentOf(client)).version, (await documentOf(server)).version]).toEqual(versions)
    expect([pushed, warned]).toEqual([[], []])
  })

  test('of another curve opens no way in', async () => {
    const device = { ...newDevice(pharmacy), certificate: newCertificate('secp384r1') }
    const [result] = await hub.send(pairOf(device, await codeFor(store, pharmacy)))
    expect(result).toMatchObject({ ok: false, code: 'INVALID' })
  })

  test('is replaced by a new pairing, and peers hear of it', async () => {
    const renewed = { ...devices.server, certificate: newCertificate() }
    await hub.send(pairOf(renewed, await codeFor(store, pharmacy)))
    expect((await fingerprints()).target).toEqual([renewed.certificate.fingerprint])
    expect(pushed.map(({ sessionId }) => sessionId)).toEqual([client.sessionId])
  })
})

describe('another certificate in a report', () => {
  test.each([
    ['no certificate', 'not_a_certificate', () => 'BEGIN nothing'],
    ['half a certificate', 'not_a_certificate', () => newCertificate().pem.slice(0, 200)],
    ['a certificate of another curve', 'not_p256', () => newCertificate('secp384r1').pem],
    ['a certificate that nothing vouches for', 'other_certificate', () => newCertificate().pem],
  ])('that is %s is not taken and logged', async (_case, code, pem) => {
    const before = await fingerprints()
    await report(server, pem())
    expect(await fingerprints()).toEqual(before)
    expect(warned).toEqual([['registry.certificate-not-taken', { computerId: server.computerId, code }]])
    const { fingerprint } = devices.server.certificate
    expect(await shown(server)).toMatchObject({ certificate: { fingerprint } })
  })

  test('brings no successor of its own', async () => {
    const [two, three] = [newCertificate(), newCertificate()]
    await report(server, two.pem, successorOf(two, three))
    expect((await fingerprints()).target).toEqual([devices.server.certificate.fingerprint])
  })
})

describe('an exchange of keys', () => {
  test('shows both to peers and tells the device; the old one goes when the device is over', async () => {
    const [one, two] = [devices.server.certificate, newCertificate()]
    await report(server, one.pem, successorOf(one, two))
    expect((await fingerprints()).target).toEqual([one.fingerprint, two.fingerprint])
    const { endorsements } = (await documentOf(client)).target ?? {}
    expect(endorsements).toMatchObject([
      { previousFingerprint: one.fingerprint, fingerprint: two.fingerprint },
    ])
    expect((await documentOf(server)).successorFingerprint).toBe(two.fingerprint)
    expect(pushed.map(({ sessionId }) => sessionId).toSorted()).toEqual(
      [client.sessionId, server.sessionId].toSorted(),
    )
    await report(server, two.pem)
    expect((await fingerprints()).target).toEqual([two.fingerprint])
    expect(await documentOf(server)).not.toHaveProperty('successorFingerprint')
    expect((await documentOf(client)).target?.endorsements).toHaveLength(1)
    expect(await shown(server)).toMatchObject({ certificate: { fingerprint: two.fingerprint } })
    expect(warned).toEqual([])
  })

  test('is over as well when the device connects with the next key; the old one opens nothing then', async () => {
    const [one, two] = [devices.server.certificate, newCertificate()]
    await report(server, one.pem, successorOf(one, two))
    await hub.open({ ...devices.server, certificate: two })
    expect((await fingerprints()).target).toEqual([two.fingerprint])
    expect(await shown(server)).toMatchObject({ certificate: { fingerprint: two.fingerprint } })
    const [old] = await hub.send(openOf(devices.server))
    expect(old).toMatchObject({ ok: false, code: 'BAD_KEY' })
  })

  test('leaves the present key good until then', async () => {
    const [one, two] = [devices.server.certificate, newCertificate()]
    await report(server, one.pem, successorOf(one, two))
    await hub.open(devices.server)
    expect((await fingerprints()).target).toEqual([one.fingerprint, two.fingerprint])
  })

  test('of a Client reaches the PrinterComputer, and the last four steps stay known', async () => {
    const chain = [devices.client.certificate, ...Array.from({ length: 6 }, () => newCertificate())]
    let present = devices.client.certificate
    for (const next of chain.slice(1)) {
      await report(client, present.pem, successorOf(present, next))
      await report(client, next.pem)
      present = next
    }
    const [seen] = (await documentOf(server)).clients
    expect(seen?.certificateFingerprints).toEqual([present.fingerprint])
    expect(seen?.computerName).toBe('CLIENT-1')
    expect(seen?.endorsements?.map(({ fingerprint }) => fingerprint)).toEqual(
      chain.slice(3).map(({ fingerprint }) => fingerprint),
    )
  })

  test('that was given up leaves nothing', async () => {
    const [one, two] = [devices.server.certificate, newCertificate()]
    await report(server, one.pem, successorOf(one, two))
    await report(server, one.pem)
    const { target } = await documentOf(client)
    expect(target?.certificateFingerprints).toEqual([one.fingerprint])
    expect(target).not.toHaveProperty('endorsements')
  })

  test('to a certificate of another computer is not taken, also within one batch', async () => {
    const [one, two, next] = [devices.server.certificate, devices.client.certificate, newCertificate()]
    await report(server, one.pem, successorOf(one, two))
    await hub.send(
      ...(
        [
          [server, one],
          [client, two],
        ] as const
      ).map(([{ sessionId }, present]) =>
        reportOf(sessionId, {
          system: { ...system, certificate: present.pem, ...successorOf(present, next) },
        }),
      ),
    )
    expect(await fingerprints()).toEqual({
      target: [one.fingerprint, next.fingerprint],
      client: [two.fingerprint],
    })
    expect(warned.map(([, fields]) => fields)).toEqual([
      { computerId: server.computerId, code: 'of_another_computer' },
      { computerId: client.computerId, code: 'of_another_computer' },
    ])
  })
})

test('Clients that exchange their keys at the same moment all reach the document of the PrinterComputer', async () => {
  const count = 8
  const clients: { readonly session: OpenedSession; readonly device: TestDevice }[] = []
  for (let index = 0; index < count; index += 1) {
    const device = newDevice(pharmacy, `PC-${index}`)
    clients.push({ device, session: await hub.open(device) })
  }
  const { printingVersion } = await readCustomer(store.db, { id: pharmacy.id })
  for (const [index, { session }] of clients.entries()) {
    const change = { kind: 'role' as const, computerId: session.computerId, role: 2 as const }
    const request = { customerId: pharmacy.id, version: printingVersion + index, change }
    await changePrinting({ db: store.db, pusher }, admin, request)
  }
  const made = clients.map(({ device }) => ({ present: device.certificate, next: newCertificate() }))
  await Promise.all(
    clients.map(({ session }, index) => {
      const { present, next } = made[index] ?? { present: newCertificate(), next: newCertificate() }
      return report(session, present.pem, successorOf(present, next))
    }),
  )
  const document = await documentOf(server)
  const seen = document.clients.flatMap(({ certificateFingerprints }) => certificateFingerprints)
  const expected = made.flatMap(({ present, next }) => [present.fingerprint, next.fingerprint])
  expect(seen.toSorted()).toEqual([...expected, devices.client.certificate.fingerprint].toSorted())
})
