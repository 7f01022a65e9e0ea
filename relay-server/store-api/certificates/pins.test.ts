// By which certificates computers are known: batches of a hub, documents of peers, and an Admin who accepts another one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedSession } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { SystemReport } from '@pharmacy-relay/shared/device.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { listStaffOperations } from '../audit/staff-operations.queries.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import { changePrinting } from '../printing/printing-changes.ts'
import type { Push } from '../printing/push-targets.queries.ts'
import { newCertificate, type TestCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import {
  admin,
  newDevice,
  newHub,
  newPharmacy,
  openTestStore,
  printersOf,
  reportOf,
  type StoreTestDatabase,
  type TestHub,
  type TestPharmacy,
} from '../test/test-store.ts'
import { acceptCertificate } from './accept-certificate.ts'

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
/** SERVER-1 is the PrinterComputer, CLIENT-1 its Client; neither has reported a certificate. */
beforeEach(async () => {
  pharmacy = await newPharmacy(store)
  hub = newHub(store, { pusher, logger })
  server = await hub.open(newDevice(pharmacy, 'SERVER-1'))
  client = await hub.open(newDevice(pharmacy, 'CLIENT-1'))
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
  ...{ totalRamMb: null, supportAppNumber: null, os: 'Linux', addresses: ['192.168.1.10'] },
  ...{ certificate: null, tcpPort: null },
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

const accept = ({ computerId }: OpenedSession, { fingerprint }: TestCertificate) =>
  acceptCertificate({ db: store.db, pusher }, admin, {
    ...{ customerId: pharmacy.id, computerId, body: { fingerprint } },
  })

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (error instanceof ProblemError ? error.code : String(error)),
  )
}

describe('the first certificate', () => {
  test('of either is pinned, stands in the other’s document and is pushed there; the same again does nothing', async () => {
    const [one, two] = [newCertificate(), newCertificate()]
    await report(server, one.pem)
    expect(pushed.map(({ sessionId }) => sessionId)).toEqual([client.sessionId])
    await report(client, two.pem)
    expect(pushed.map(({ sessionId }) => sessionId)).toEqual([client.sessionId, server.sessionId])
    expect(await fingerprints()).toEqual({ target: [one.fingerprint], client: [two.fingerprint] })
    expect(await shown(server)).toMatchObject({
      certificate: { fingerprint: one.fingerprint },
      otherCertificate: null,
    })
    const versions = [(await documentOf(client)).version, (await documentOf(server)).version]
    await report(server, one.pem)
    await report(server, one.pem, { os: 'Linux 2' })
    await report(server, null)
    expect([(await documentOf(client)).version, (await documentOf(server)).version]).toEqual(versions)
    expect(pushed).toHaveLength(2)
    expect(warned).toEqual([])
  })

  test('may stand among other text, which is not kept', async () => {
    const one = newCertificate()
    await report(server, `Subject: nobody\n${one.pem}\nmore`)
    const row = await store.db
      .selectFrom('RelayCertificates')
      .selectAll()
      .where('computerId', '=', server.computerId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ place: 'pinned', fingerprint: one.fingerprint, pem: one.pem })
  })

  test.each([
    ['no certificate', 'not_a_certificate', () => 'BEGIN nothing'],
    ['half a certificate', 'not_a_certificate', () => newCertificate().pem.slice(0, 200)],
    ['a certificate of another curve', 'not_p256', () => newCertificate('secp384r1').pem],
  ])('that is %s is not taken and logged', async (_words, code, pem) => {
    await report(server, pem())
    expect(await fingerprints()).toEqual({ target: [], client: [] })
    expect(warned).toEqual([['registry.certificate-not-taken', { computerId: server.computerId, code }]])
    expect(await shown(server)).toMatchObject({ certificate: null, otherCertificate: null })
  })

  test('of another computer is nobody else’s, also within one batch', async () => {
    const one = newCertificate()
    await hub.send(
      reportOf(server.sessionId, { system: { ...system, certificate: one.pem } }),
      reportOf(client.sessionId, { system: { ...system, certificate: one.pem } }),
    )
    expect(await fingerprints()).toEqual({ target: [one.fingerprint], client: [] })
    await report(client, one.pem)
    expect((await fingerprints()).client).toEqual([])
    expect(warned.map(([, fields]) => fields)).toEqual([
      { computerId: client.computerId, code: 'of_another_computer' },
      { computerId: client.computerId, code: 'of_another_computer' },
    ])
  })
})

describe('an exchange of keys', () => {
  test('shows both to peers and tells the device; the old one goes when the device is over', async () => {
    const [one, two] = [newCertificate(), newCertificate()]
    await report(server, one.pem)
    pushed.length = 0
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

  test('of a Client reaches the PrinterComputer, and the last four steps stay known', async () => {
    const chain = Array.from({ length: 7 }, () => newCertificate())
    let present = chain[0]
    if (present === undefined) throw new Error('none')
    await report(client, present.pem)
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
    const [one, two] = [newCertificate(), newCertificate()]
    await report(server, one.pem)
    await report(server, one.pem, successorOf(one, two))
    await report(server, one.pem)
    const { target } = await documentOf(client)
    expect(target?.certificateFingerprints).toEqual([one.fingerprint])
    expect(target).not.toHaveProperty('endorsements')
  })
})

describe('another certificate without an endorsement', () => {
  test('is not taken and shown; an Admin accepts it, once, and the log names it', async () => {
    const [one, two] = [newCertificate(), newCertificate()]
    await report(server, one.pem)
    await report(server, two.pem)
    expect((await fingerprints()).target).toEqual([one.fingerprint])
    expect(await shown(server)).toMatchObject({
      certificate: { fingerprint: one.fingerprint },
      otherCertificate: { fingerprint: two.fingerprint },
    })
    expect(await codeOf(accept(server, newCertificate()))).toBe('state_conflict')
    expect(await codeOf(accept({ ...server, computerId: 999_999 }, two))).toBe('not_found')
    pushed.length = 0
    await accept(server, two)
    await accept(server, two)
    expect((await fingerprints()).target).toEqual([two.fingerprint])
    expect(pushed.map(({ sessionId }) => sessionId)).toEqual([client.sessionId])
    expect(await shown(server)).toMatchObject({
      certificate: { fingerprint: two.fingerprint },
      otherCertificate: null,
    })
    const log = await listStaffOperations(store.db, {
      ...{ page: 1, pageSize: 50, q: 'accept-certificate', customerId: pharmacy.id },
    })
    expect(log.items).toMatchObject([
      { action: 'computer.accept-certificate', computerId: server.computerId },
    ])
  })

  test('that goes back to the known one is forgotten', async () => {
    const [one, two] = [newCertificate(), newCertificate()]
    await report(server, one.pem)
    await report(server, two.pem)
    await report(server, one.pem)
    expect(await shown(server)).toMatchObject({ otherCertificate: null })
    expect(await codeOf(accept(server, two))).toBe('state_conflict')
  })

  test('brings no successor of its own; once it is accepted, the one that was reported with it counts', async () => {
    const [one, two, three] = [newCertificate(), newCertificate(), newCertificate()]
    await report(server, one.pem)
    await report(server, two.pem, successorOf(two, three))
    expect((await fingerprints()).target).toEqual([one.fingerprint])
    await accept(server, two)
    expect((await fingerprints()).target).toEqual([two.fingerprint, three.fingerprint])
    expect((await documentOf(server)).successorFingerprint).toBe(three.fingerprint)
  })
})

test('computers of a pharmacy that report at the same moment all reach the document of the PrinterComputer', async () => {
  const count = 12
  const sessions = []
  for (let index = 0; index < count; index += 1)
    sessions.push(await hub.open(newDevice(pharmacy, `PC-${index}`)))
  const { printingVersion } = await readCustomer(store.db, { id: pharmacy.id })
  for (const [index, { computerId }] of sessions.entries()) {
    const change = { kind: 'role' as const, computerId, role: 2 as const }
    const request = { customerId: pharmacy.id, version: printingVersion + index, change }
    await changePrinting({ db: store.db, pusher }, admin, request)
  }
  const made = sessions.map(() => newCertificate())
  await Promise.all(sessions.map((session, index) => report(session, made[index]?.pem ?? null)))
  const { clients } = await documentOf(server)
  const seen = clients.flatMap(({ certificateFingerprints }) => certificateFingerprints)
  expect(seen.toSorted()).toEqual(made.map(({ fingerprint }) => fingerprint).toSorted())
})
