// A pharmacy API over a database of its own, and imports into it over HTTP.
import { createHash } from 'node:crypto'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type {
  DrugImport,
  ImportFinding,
  ListEncoding,
  ListFileName,
} from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { createTestTokens } from '../../auth/test-tokens.ts'
import { createTestDatabase } from '../../db/test-cluster.ts'
import { MIGRATIONS_FOLDER } from '../database.ts'
import type { PharmacySchema } from '../schema.ts'
import { serveTestPharmacy, type TestPharmacyApi, type TestPharmacyOptions } from './served-pharmacy.ts'

export { callerAt, serveTestPharmacy, testKeys, type TestPharmacyApi } from './served-pharmacy.ts'

export async function startTestPharmacy(
  name: string,
  options: TestPharmacyOptions = {},
): Promise<TestPharmacyApi> {
  const database = await createTestDatabase<PharmacySchema>({ name, migrationsFolder: MIGRATIONS_FOLDER })
  const served = await serveTestPharmacy(database, await createTestTokens(), options)
  return {
    ...served,
    stop: async () => {
      await served.stop()
      await database.stop()
    },
  }
}

export interface TestList {
  readonly source: string
  readonly encoding?: ListEncoding
  readonly files: Readonly<Partial<Record<ListFileName, Buffer>>>
}

type Site = Pick<TestPharmacyApi, 'call'>

/** All files sent and checked: `checked`, or `refused`. */
export async function checkedImport(site: Site, list: TestList): Promise<DrugImport> {
  const { id } = await sentImport(site, list)
  await site.call(pharmacyApi.checkDrugImport, { params: { importId: String(id) } })
  return settled(site, id)
}

/** Begun, and all files sent. */
export async function sentImport({ call }: Site, { source, encoding, files }: TestList): Promise<DrugImport> {
  const sent = Object.entries(files) as [ListFileName, Buffer][]
  const announced = sent.map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: sha256(bytes) }))
  const body = { source, encoding: encoding ?? 'windows-1252', files: announced }
  const begun = await call(pharmacyApi.startDrugImport, { body })
  const params = { importId: String(begun.id) }
  for (const [name, bytes] of sent)
    await call(pharmacyApi.putDrugImportFile, { params: { ...params, name }, body: new Uint8Array(bytes) })
  return begun
}

/** Checked and applied; fails the test when it was refused. */
export async function appliedImport(
  site: Site,
  list: TestList,
  confirmWithdrawn = false,
): Promise<DrugImport> {
  const checked = await checkedImport(site, list)
  if (checked.state !== 'checked')
    throw new Error(`the list is ${checked.state}: ${JSON.stringify(checked.rules)}`)
  return applied(site, checked.id, confirmWithdrawn)
}

export async function applied(site: Site, id: number, confirmWithdrawn = false): Promise<DrugImport> {
  await site.call(pharmacyApi.applyDrugImport, {
    params: { importId: String(id) },
    body: { confirmWithdrawn },
  })
  return settled(site, id)
}

/** As it is when nothing is under way any more. */
export async function settled({ call }: Site, id: number): Promise<DrugImport> {
  let last: DrugImport | null = null
  await until('the import is settled', async () => {
    last = await call(pharmacyApi.getDrugImport, { params: { importId: String(id) } })
    return last.state !== 'checking' && last.state !== 'applying'
  })
  if (last === null) throw new Error('the import was never read')
  return last
}

export async function findingsOf({ call }: Site, id: number): Promise<readonly ImportFinding[]> {
  const query = { pageSize: '200' }
  const { items } = await call(pharmacyApi.listImportFindings, { params: { importId: String(id) }, query })
  return items
}

/** How often a rule found something, by file. */
export function countOf({ rules }: DrugImport, file: ListFileName, rule: string): number {
  return rules.find((one) => one.file === file && one.rule === rule)?.count ?? 0
}

export async function namesFound({ call }: Site, q: string): Promise<string[]> {
  const { items } = await call(pharmacyApi.searchDrugs, { query: { q } }, 'Pharmacist')
  return items.map(({ name }) => name)
}

/** The problem that a call ends in; fails the test when it succeeds. */
export async function problemOf(call: Promise<unknown>): Promise<ProblemError> {
  try {
    await call
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
  throw new Error('the call was not refused')
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
