// Seeding users, signing keys, passwords: what survives a restart and what does not.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { createTestDatabase, type TestDatabase } from '../../db/test-cluster.ts'
import type { IdentitySchema } from '../database-schema.ts'
import { migrationsFolder } from '../identity.ts'
import { checkPassword, createPasswordTurns, hashPassword } from '../passwords/passwords.ts'
import { mayOthersRead, readSeedFile, seedUsers, type SeedUser } from './seed.ts'
import { createSeal } from '../../auth/sealed-bytes.ts'
import { openSigningKeys, type SigningKeys } from '../keys/signing-keys.ts'
import { findUserByEmail } from './users.queries.ts'

let database: TestDatabase<IdentitySchema>
beforeAll(async () => {
  database = await createTestDatabase<IdentitySchema>({ name: 'identity', migrationsFolder })
})
afterAll(() => database.stop())

const NOW = new Date('2026-11-20T09:00:00.000Z')
const later = (ms: number): Date => new Date(NOW.getTime() + ms)
const person = (email: string, password = 'a first password'): SeedUser => ({
  email,
  name: 'Somebody',
  role: 'Support',
  password,
  pharmacyId: null,
})

test.each([
  [0o600, 1_000, false],
  [0o640, 1_000, true],
  [0o604, 1_000, true],
  // A credential of systemd 256 and later.
  [0o440, 0, false],
  [0o444, 0, true],
])('a seed file of mode %o and group %i may be read by others: %s', (mode, gid, isOpen) => {
  expect(mayOthersRead({ mode: 0o100_000 | mode, gid })).toBe(isOpen)
})

describe('seeding users', () => {
  test('makes each once, whatever the case, and never touches a password again', async () => {
    expect(await seedUsers(database.db, [person('one@x.example'), person('two@x.example')], NOW)).toBe(2)
    const again = [person('ONE@x.example', 'another password'), person('three@x.example')]
    expect(await seedUsers(database.db, again, NOW)).toBe(1)
    const user = await findUserByEmail(database.db, 'One@X.example')
    expect(await checkPassword(user?.passwordHash ?? null, 'a first password')).toBe(true)
    expect(await checkPassword(user?.passwordHash ?? null, 'another password')).toBe(false)
  })

  test('does not bring back who was deleted, and leaves alone who was there before', async () => {
    await seedUsers(database.db, [person('gone@x.example')], NOW)
    await database.db.deleteFrom('Users').where('email', '=', 'gone@x.example').execute()
    await database.db
      .updateTable('Users')
      .set({ email: 'before@x.example' })
      .where('email', '=', 'two@x.example')
      .execute()
    const users = [person('gone@x.example'), person('before@x.example', 'another password')]
    expect(await seedUsers(database.db, users, NOW)).toBe(0)
    expect(await findUserByEmail(database.db, 'gone@x.example')).toBe(null)
    const before = await findUserByEmail(database.db, 'before@x.example')
    expect(await checkPassword(before?.passwordHash ?? null, 'a first password')).toBe(true)
  })

  test('by two programs at once makes one user', async () => {
    const both = [1, 2].map(() => seedUsers(database.db, [person('race@x.example')], NOW))
    expect((await Promise.all(both)).toSorted((a, b) => a - b)).toEqual([0, 1])
  })
})

describe('a seed file', () => {
  function seedFile(content: string, mode = 0o600): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'relay-seed-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = path.join(folder, 'users.json')
    writeFileSync(file, content)
    chmodSync(file, mode)
    return file
  }
  const good = { email: 'a@x.example', name: 'A', role: 'Admin', password: 'long enough for us' }

  test('gives its users; those without a pharmacy have none', async () => {
    expect(await readSeedFile(seedFile(JSON.stringify([good])))).toEqual([{ ...good, pharmacyId: null }])
  })

  test('that is not there is said to be', async () => {
    await expect(readSeedFile('/nowhere/users.json')).rejects.toThrow(
      '/nowhere/users.json cannot be read (ENOENT)',
    )
  })

  test.skipIf(process.platform === 'win32')('that others may read is refused', async () => {
    await expect(readSeedFile(seedFile('[]', 0o644))).rejects.toThrow('set its mode to 0600')
  })

  test.each([
    ['with a short password', [{ ...good, password: 'short' }]],
    ['with the role of services', [{ ...good, role: 'Service' }]],
    ['with an unknown field', [{ ...good, isRoot: true }]],
    ['with a wrong address', [{ ...good, email: 'nobody' }]],
    ['that is no list', good],
  ])('%s is refused without repeating a password', async (_name, content) => {
    const error: unknown = await readSeedFile(seedFile(JSON.stringify(content))).catch(
      (caught: unknown) => caught,
    )
    expect(String(error)).toMatch(/Identity__Seed: .*users\.json is wrong/)
    expect(String(error)).not.toMatch(/short'|long enough/)
  })
})

describe('passwords', () => {
  test('are argon2id with the parameters that OWASP gives', async () => {
    expect(await hashPassword('x')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('of nobody are never right', async () => {
    expect(await checkPassword(null, '')).toBe(false)
  })

  test('are checked two at a time, and beyond fifty waiting ones refused', async () => {
    const turns = createPasswordTurns()
    let running = 0
    let most = 0
    let finish: () => void = () => {}
    const opened = new Promise<void>((resolve) => {
      finish = resolve
    })
    const work = async (): Promise<void> => {
      running += 1
      most = Math.max(most, running)
      await opened
      running -= 1
    }
    const taken = Array.from({ length: 52 }, () => turns.take(work))
    await expect(turns.take(work)).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 2 })
    finish()
    await Promise.all(taken)
    expect(most).toBe(2)
    await expect(turns.take(() => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault')
    expect(
      await Promise.all([turns.take(() => Promise.resolve(1)), turns.take(() => Promise.resolve(2))]),
    ).toEqual([1, 2])
  })
})

describe('signing keys', () => {
  const open = (now: Date, sealKey = 'k'.repeat(40)): Promise<SigningKeys> =>
    openSigningKeys({ db: database.db, sealKeys: [sealKey], now: () => now, logger: silentLogger })
  const kids = async (keys: SigningKeys): Promise<unknown[]> =>
    (await keys.published()).keys.map(({ kid }) => kid)

  test('are made once for programs that start together, published without their private half', async () => {
    const [first, second] = await Promise.all([open(NOW), open(NOW)])
    expect(second.current().kid).toBe(first.current().kid)
    const { keys } = await first.published()
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0] ?? {}).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    const row = await database.db.selectFrom('SigningKeys').selectAll().executeTakeFirstOrThrow()
    const der = first.current().privateKey.export({ format: 'der', type: 'pkcs8' })
    expect(row.sealedPrivateKey.includes(der.subarray(-40))).toBe(false)
  })

  test('are replaced after 90 days; the old one stays published until its tokens have ended', async () => {
    const old = (await open(NOW)).current().kid
    const day90 = 90 * 86_400_000
    const next = await open(later(day90))
    expect(next.current().kid).not.toBe(old)
    expect(await kids(next)).toEqual([next.current().kid, old])
    const after = await open(later(day90 + 15 * 60_000 + 1))
    expect(await kids(after)).toEqual([next.current().kid])
  })

  test('that cannot be opened any more are replaced', async () => {
    const day91 = later(91 * 86_400_000)
    const before = (await open(day91)).current().kid
    const other = await open(day91, 'x'.repeat(40))
    expect(other.current().kid).not.toBe(before)
    expect(await kids(other)).toEqual(expect.arrayContaining([before]))
  })

  test('made by another program are published within 10 s', async () => {
    let now = later(92 * 86_400_000)
    const parts = { db: database.db, sealKeys: ['x'.repeat(40)], now: () => now, logger: silentLogger }
    const here = await openSigningKeys(parts)
    const there = await open(later(200 * 86_400_000), 'x'.repeat(40))
    expect(await kids(here)).not.toContain(there.current().kid)
    now = new Date(now.getTime() + 10_000)
    expect(await kids(here)).toContain(there.current().kid)
  })
})

test('sealed bytes open only with the same key, for the same owner, unchanged', () => {
  const seal = createSeal('k'.repeat(40), 'a purpose')
  const sealed = seal.seal(Buffer.from('private'), 'key-1')
  expect(seal.open(sealed, 'key-1')?.toString()).toBe('private')
  expect(seal.open(sealed, 'key-2')).toBe(null)
  expect(createSeal('l'.repeat(40), 'a purpose').open(sealed, 'key-1')).toBe(null)
  for (const at of [0, 12, 28, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(seal.open(changed, 'key-1')).toBe(null)
  }
  expect(seal.open(Buffer.alloc(5), 'key-1')).toBe(null)
})
