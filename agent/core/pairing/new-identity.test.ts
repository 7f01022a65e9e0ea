// A copy on its way to a computer of its own, on a real database: a crash at any step goes on where it was.
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { MIGRATIONS } from '../database/migrations.ts'
import { openDatabase } from '../database/open-database.ts'
import { makeDeviceKey } from '../keys/make-device-key.ts'
import { installIdOr } from '../settings/settings.queries.ts'
import { Membership } from './membership.ts'
import { NewIdentity } from './new-identity.ts'
import { storePharmacy, storeWantedIdentity, wantedIdentity } from './pairing.queries.ts'

const OLD = '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11'
const oldKey = await makeDeviceKey({ name: OLD, nowMs: 0 })

/** What survives a crash: the database, and the certificate in its file. */
function newDisk() {
  const database = openDatabase({
    dataFolder: temporaryFolder(),
    migrations: MIGRATIONS,
    logger: silentLogger,
  })
  onTestFinished(() => database.close())
  const { connection } = database
  installIdOr(connection, { installId: OLD, createdAt: '2026-01-01T00:00:00.000Z' })
  storePharmacy(connection, {
    pharmacyId: 7,
    pharmacyName: 'Central',
    hubUrl: null,
    pairedAt: '2026-01-01T00:00:00.000Z',
  })
  return { connection, pem: oldKey.pem }
}

/** One process on that disk. `fails` at that step, as if it were killed there. */
function start(
  disk: ReturnType<typeof newDisk>,
  fails: 'disconnect' | 'leave' | 'renewKey' | 'bring' | null = null,
) {
  const steps: string[] = []
  const clock = new SteppedClock()
  const installId = installIdOr(disk.connection, { installId: OLD, createdAt: '' })
  const membership = new Membership({
    database: disk.connection,
    installId,
    clock,
    logger: silentLogger,
    onChange: () => undefined,
  })
  const step = (name: string): void => {
    if (fails === name) throw new HubError('TIMEOUT', 'the process ended here')
    steps.push(name)
  }
  const identity = new NewIdentity({
    database: disk.connection,
    membership,
    clock,
    logger: silentLogger,
    certificate: () => disk.pem,
    disconnect: async () => step('disconnect'),
    leave: async () => step('leave'),
    renewKey: async (name) => {
      step('renewKey')
      disk.pem = (await makeDeviceKey({ name, nowMs: 0 })).pem
    },
    bring: async (code) => step(fails === 'bring' ? 'bring' : `bring ${code}`),
  })
  onTestFinished(() => identity.stop())
  return { identity, membership, steps, clock }
}

describe('A new identity', () => {
  test('is another installation with a key of its own, and the code is brought once', async () => {
    const disk = newDisk()
    const { identity, membership, steps } = start(disk)
    identity.want('BCDFGHJK')
    await until('it is taken on', () => wantedIdentity(disk.connection) === null)
    expect(steps).toEqual(['disconnect', 'leave', 'renewKey', 'bring BCDFGHJK'])
    expect(membership.installId).not.toBe(OLD)
    expect(membership.pharmacy).toBeNull()
    await identity.resume()
    expect(steps).toHaveLength(4)
  })

  test.each(['disconnect', 'leave', 'renewKey', 'bring'] as const)(
    'goes on after a crash at: %s',
    async (crashed) => {
      const disk = newDisk()
      const first = start(disk, crashed)
      first.identity.want('BCDFGHJK')
      const wanted = wantedIdentity(disk.connection)
      await first.identity.resume()
      first.identity.stop()
      const second = start(disk)
      await second.identity.resume()
      expect(second.membership.installId).toBe(wanted?.installId)
      expect(second.steps.at(-1)).toBe('bring BCDFGHJK')
      // What was done is not done again.
      const keys = [...first.steps, ...second.steps].filter((step) => step === 'renewKey')
      expect(keys).toHaveLength(1)
      expect(wantedIdentity(disk.connection)).toBeNull()
    },
  )

  test('that is asked for again while it is made stays one new installation, and brings the newest code', async () => {
    const disk = newDisk()
    const { membership, clock } = start(disk)
    const brought: string[] = []
    const identity: NewIdentity = new NewIdentity({
      database: disk.connection,
      membership,
      clock,
      logger: silentLogger,
      certificate: () => disk.pem,
      disconnect: async () => {
        expect(identity.isLeaving).toBe(true)
        identity.want('LMNPQRST')
      },
      leave: async () => undefined,
      renewKey: async () => undefined,
      // The hub gave another code at the next connection, and by that ended the first one.
      bring: async (code) => {
        brought.push(code)
        if (code === 'BCDFGHJK') throw new HubError('PAIRING_REFUSED', 'Ended')
      },
    })
    onTestFinished(() => identity.stop())
    identity.want('BCDFGHJK')
    const wanted = wantedIdentity(disk.connection)
    await until('it is taken on', () => wantedIdentity(disk.connection) === null)
    expect(brought).toEqual(['BCDFGHJK', 'LMNPQRST'])
    expect(membership.installId).toBe(wanted?.installId)
    expect(identity.isLeaving).toBe(false)
  })

  test('whose code is not taken stays unpaired and is not tried again', async () => {
    const disk = newDisk()
    const { identity, membership, clock } = start(disk)
    const refused = new NewIdentity({
      database: disk.connection,
      membership,
      clock,
      logger: silentLogger,
      certificate: () => disk.pem,
      disconnect: async () => undefined,
      leave: async () => undefined,
      renewKey: async () => undefined,
      bring: async () => Promise.reject(new HubError('PAIRING_REFUSED', 'Too old')),
    })
    refused.want('BCDFGHJK')
    await until('it is given up', () => wantedIdentity(disk.connection) === null)
    expect(membership.pharmacy).toBeNull()
    expect(clock.nextInMs()).toBeNull()
    identity.stop()
  })

  test('on a full disk tries again, and the agent goes on', async () => {
    const disk = newDisk()
    const { identity, steps, clock } = start(disk)
    storeWantedIdentity(disk.connection, {
      installId: OLD,
      code: 'BCDFGHJK',
      askedAt: '2026-01-01T00:00:00.000Z',
    })
    disk.connection.pragma('query_only = ON')
    await identity.resume()
    expect(clock.nextInMs()).toBe(20_000)
    disk.connection.pragma('query_only = OFF')
    clock.stepMs(20_000)
    await until('it is over', () => wantedIdentity(disk.connection) === null)
    expect(steps).toEqual([])
  })

  test('whose hub is away tries again', async () => {
    const disk = newDisk()
    const { identity, membership, clock } = start(disk, 'bring')
    identity.want('BCDFGHJK')
    await until('it waits', () => clock.nextInMs() === 20_000)
    expect(wantedIdentity(disk.connection)).not.toBeNull()
    // Somebody paired it by hand meanwhile.
    membership.belongTo({ pharmacyId: 9, pharmacyName: 'South', hubUrl: null })
    clock.stepMs(20_000)
    await until('it is over', () => wantedIdentity(disk.connection) === null)
    expect(membership.pharmacy).toMatchObject({ pharmacyId: 9 })
  })
})
