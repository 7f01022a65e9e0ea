// The short form of `npm run pharmacy-wall`, and that its judge finds what it is there for.
import { createTestDatabase } from '@pharmacy-relay/relay-server/db/test-cluster.ts'
import { MIGRATIONS_FOLDER } from '@pharmacy-relay/relay-server/pharmacy-api/database.ts'
import type { PharmacySchema } from '@pharmacy-relay/relay-server/pharmacy-api/schema.ts'
import { expect, onTestFinished, test } from 'vitest'
import { judged } from './judged.ts'
import { runPharmacyWall } from './wall-run.ts'
import { userOf, WallWorld } from './world.ts'

test('1,000 calls of pharmacists of 8 pharmacies bring nothing of one to another', async () => {
  const database = await createTestDatabase<PharmacySchema>({
    name: 'pharmacy_wall',
    migrationsFolder: MIGRATIONS_FOLDER,
  })
  onTestFinished(() => database.stop())
  const result = await runPharmacyWall({
    calls: 1_000,
    seed: 20_261_126,
    database,
    say: () => undefined,
  })
  expect(result.faults).toEqual([])
  expect(result.foreign).toBeGreaterThan(150)
  expect(result.rows).toBeGreaterThan(500)
  expect(result.byOutcome).toMatchObject({
    200: expect.any(Number),
    201: expect.any(Number),
    not_found: expect.any(Number),
  })
})

test('texts, ids and users of others, what is foreign and found, and a broken API are faults', () => {
  const world = new WallWorld()
  const theirs = '01931111-0000-7000-8000-000000000002'
  world.note('patient', 2, theirs)
  const asked = { world, pharmacyId: 1, target: null }
  const ok = (text: string) => ({ status: 200, text, code: null })
  expect(judged(asked, ok('{"name":"Mark1x7"}'))).toBe(null)
  expect(judged(asked, ok('{"name":"Mark2x7"}'))).toContain('pharmacy 2')
  expect(judged(asked, ok(`{"patientId":"${theirs}"}`))).toContain('pharmacy 2')
  expect(judged(asked, ok(`{"userGuid":"${userOf(1)}","patientId":"${theirs}"}`))).toBe(null)
  expect(judged(asked, ok(`{"userGuid":"${userOf(2)}"}`))).toContain('access log')
  expect(judged(asked, { status: 500, text: '', code: 'internal' })).toContain('broke')
  const target = { id: theirs, owner: 2 }
  expect(judged({ ...asked, target }, { status: 404, text: '', code: 'not_found' })).toBe(null)
  expect(judged({ ...asked, target }, { status: 409, text: '', code: 'state_conflict' })).toContain(
    'state_conflict',
  )
  expect(world.note('patient', 1, theirs)).toContain('pharmacy 2')
})
