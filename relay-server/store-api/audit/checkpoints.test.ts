// Checkpoints: written every hour and at the end, signed, and refused when they are not the store API's own.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { createCustomer } from '../customers/customer-changes.ts'
import { admin, openTestStore, type StoreTestDatabase } from '../test/test-store.ts'
import { chainRows } from './chain.queries.ts'
import { startCheckpoints } from './checkpoint-writer.ts'
import { checkpointSigner } from './checkpoints.ts'
import { verifyChain } from './verify-chain.ts'

const HOUR_MS = 3_600_000
const signer = checkpointSigner('a-secret-of-the-tests-that-is-long-enough')
let store: StoreTestDatabase
let folder: string
beforeAll(async () => {
  store = await openTestStore('checkpoints')
  folder = await mkdtemp(path.join(tmpdir(), 'checkpoints-'))
})
afterAll(async () => {
  await store.stop()
  await rm(folder, { recursive: true })
})

const addRow = (storeId: string) =>
  createCustomer(store.db, admin, { storeId, name: 'A', email: 'a@example.org', phone: null })

test('one is written at the start, each hour and at the end where rows were added, and the chain agrees with all', async () => {
  const file = path.join(folder, 'elsewhere', 'checkpoints.jsonl')
  const clock = new SteppedClock()
  await addRow('P-1')
  const writer = startCheckpoints({ db: store.db, clock, logger: silentLogger, signer, file })
  await addRow('P-2')
  clock.stepMs(HOUR_MS)
  await writer.write()
  clock.stepMs(HOUR_MS)
  await addRow('P-3')
  await writer.stop()
  clock.stepMs(HOUR_MS)
  const links = signer.read(await readFile(file, 'utf8'))
  expect(links.at(-1)?.id).toBe(3)
  expect(links.map(({ id }) => id)).toEqual([...new Set(links.map(({ id }) => id))])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await verifyChain(chainRows(store.db), links)).toMatchObject({ rows: 3, fault: null })
})

test('a file that cannot be written stops nothing', async () => {
  const file = path.join('/dev/null', 'checkpoints.jsonl')
  const parts = { db: store.db, clock: new SteppedClock(), logger: silentLogger, signer, file }
  await startCheckpoints(parts).stop()
})

test('a line that was changed, of another key or no line at all is named', () => {
  const line = signer.line({ id: 17, hash: Buffer.alloc(32, 1) }, new Date('2026-01-01T00:00:00.000Z'))
  expect(signer.read(`${line}\n`)).toEqual([{ id: 17, hash: Buffer.alloc(32, 1) }])
  expect(() => signer.read(`${line}\n${line.replace('"id":17', '"id":16')}\n`)).toThrow(/line 2 is wrong/)
  const other = checkpointSigner('another-secret-of-the-tests-that-is-long')
  expect(() => other.read(line)).toThrow(/signed with another key/)
  expect(() => signer.read('{}')).toThrow(/Line 1 is no checkpoint/)
})

test('lines of an earlier secret are proved by it, and by none that was exchanged before them', () => {
  const secrets = ['first', 'second', 'third'].map(
    (name) => `${name}-secret-of-the-tests-that-is-long-enough`,
  )
  const [first = '', second = '', third = ''] = secrets
  const lineOf = (secret: string, id: number): string =>
    checkpointSigner(secret).line({ id, hash: Buffer.alloc(32, id) }, new Date('2026-01-01T00:00:00.000Z'))
  const now = checkpointSigner(third, [second, first])
  const lines = [lineOf(first, 1), lineOf(first, 2), lineOf(second, 3), lineOf(third, 4)]
  expect(now.read(lines.join('\n')).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  expect(() => now.read([...lines, lineOf(second, 5)].join('\n'))).toThrow(/Line 5 .* exchanged before it/)
  expect(() => checkpointSigner(third, [second]).read(lines.join('\n'))).toThrow(/Line 1 .* another key/)
  expect(() => now.read(lines[0]?.replace('"id":1', '"id":9') ?? '')).toThrow(/line 1 is wrong/)
})
