// The real French list of July 2026, imported over HTTP: its dirt as it was counted by hand, 24 July over 7 July, one bad digit,
// searches meanwhile, a process killed in the midst. Its files are not in the repository; where they are away these tests are skipped.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { ListFileName } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { withFile } from '../test/made-up-list.ts'
import {
  applied,
  checkedImport,
  countOf,
  findingsOf,
  namesFound,
  startTestPharmacy,
  type TestList,
  type TestPharmacyApi,
} from '../test/test-pharmacy.ts'

/** Beside the repository, or where `Bdpm__Archive` says. */
const ARCHIVE =
  process.env['Bdpm__Archive'] ??
  path.join(import.meta.dirname, '../../../../shared/data/bdpm-2026-07.tar.xz')
const NAMES = ['CIS_bdpm.txt', 'CIS_CIP_bdpm.txt', 'CIS_COMPO_bdpm.txt', 'CIS_GENER_bdpm.txt'] as const
const CIP = 'CIS_CIP_bdpm.txt'
/** By `npm run verify:campaigns`. */
const isLong = process.env['Tests__Long'] !== undefined

const skip = existsSync(ARCHIVE) ? false : 'the real list is away (../shared/data/bdpm-2026-07.tar.xz)'
describe.skipIf(skip !== false)(`the real list${skip === false ? '' : `: ${skip}`}`, () => {
  let folder: string
  let site: TestPharmacyApi
  let july7: TestList
  let july24: TestList

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'relay-bdpm-'))
    execFileSync('tar', ['-xJf', ARCHIVE, '-C', folder, '--strip-components=1'])
    const read = (name: string) => readFileSync(path.join(folder, name))
    const files = Object.fromEntries(NAMES.map((name) => [name, read(name)])) as Record<ListFileName, Buffer>
    july7 = { source: 'bdpm', files }
    july24 = { source: 'bdpm', files: { ...files, [CIP]: read(`later/${CIP}`) } }
    site = await startTestPharmacy('real_list')
  })
  afterAll(async () => {
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('of 7 July is imported, and its dirt is told as it was counted', async () => {
    const checked = await checkedImport(site, july7)
    expect(checked).toMatchObject({ state: 'checked', faults: 0 })
    expect(checked.counts).toMatchObject({ drugs: 15_848, drugsNew: 15_848, packs: 20_857, packsNew: 20_857 })
    const counted = (file: ListFileName, rule: string) => countOf(checked, file, rule)
    expect(counted('CIS_bdpm.txt', 'blank_removed')).toBe(15_848)
    expect(counted('CIS_bdpm.txt', 'name_twice')).toBe(120)
    expect(counted('CIS_bdpm.txt', 'name_at_limit')).toBe(1)
    expect(counted('CIS_bdpm.txt', 'name_quoted')).toBe(2)
    expect(counted('CIS_bdpm.txt', 'no_substance')).toBe(236)
    expect(counted(CIP, 'orphan')).toBe(28)
    expect(counted('CIS_COMPO_bdpm.txt', 'orphan')).toBe(449)
    expect(counted('CIS_COMPO_bdpm.txt', 'no_strength')).toBe(2_780)
    expect(counted('CIS_GENER_bdpm.txt', 'orphan')).toBe(2_531)
    const findings = await findingsOf(site, checked.id)
    expect(findings.length).toBe(200)
    expect(checked.rules.filter(({ isFault }) => isFault)).toEqual([])
    expect(await applied(site, checked.id)).toMatchObject({ state: 'applied' })
    expect((await namesFound(site, 'dolirpane'))[0]).toContain('DOLIPRANE')
    expect((await namesFound(site, 'paturin')).length).toBeGreaterThan(0)
  })

  // Of made-up lists `imports.test.ts` shows both in each run.
  if (isLong) {
    test('H29: one bad check digit in 20,885 packs refuses all of it, and its line is listed', async () => {
      const spoilt = withFile(july7, CIP, (bytes) =>
        Buffer.from(bytes.toString('utf8').replace('\t3400936963504\t', '\t3400936963505\t')),
      )
      const refused = await checkedImport(site, spoilt)
      expect(refused).toMatchObject({ state: 'refused', faults: 1 })
      const [fault] = await findingsOf(site, refused.id)
      expect(fault).toEqual({ file: CIP, line: 3, rule: 'check_digit', isFault: true, what: '3400936963505' })
    })

    test('H27: 1 MB cut off the end refuses all of it', async () => {
      const cut = withFile(july7, CIP, (bytes) => bytes.subarray(0, bytes.length - 1_048_576))
      expect(countOf(await checkedImport(site, cut), CIP, 'cut_off')).toBe(1)
    })
  }

  test('H31, H32: 24 July over 7 July withdraws 73 codes and brings 62; searches meanwhile see the old list or the new one', async () => {
    const before = await site.database.db.selectFrom('DrugPacks').select(['id', 'code']).execute()
    const checked = await checkedImport(site, july24)
    // 25 of the 73 belonged to drugs that the list of drugs has not: those were never taken.
    expect(checked.counts).toMatchObject({
      packs: 20_871,
      packsNew: 62,
      packsWithdrawn: 48,
      drugsWithdrawn: 0,
    })
    const counted = (rule: string) => countOf(checked, CIP, rule)
    expect([counted('orphan'), 28 - counted('orphan') + 48]).toEqual([3, 73])
    expect([counted('markup_removed'), counted('no_price')]).toEqual([805, 7_290])
    expect(countOf(checked, 'CIS_bdpm.txt', 'no_pack')).toBe(1_268)
    const [old, isOver] = [await totalOf('paracetamol'), { value: false }]
    const searching = searchUntil(isOver)
    expect(await applied(site, checked.id)).toMatchObject({ state: 'applied' })
    isOver.value = true
    expect([...(await searching)]).toEqual([old])
    const now = await site.database.db
      .selectFrom('DrugPacks')
      .select(['id', 'code', 'drugId', 'withdrawnAt'])
      .execute()
    expect(now.filter(({ withdrawnAt }) => withdrawnAt !== null)).toHaveLength(48)
    const ids = new Map(now.map(({ id, code }) => [code, id]))
    expect(before.every(({ id, code }) => ids.get(code) === id)).toBe(true)
    const gone = now.find(({ withdrawnAt }) => withdrawnAt !== null)
    const params = { drugId: String(gone?.drugId) }
    const drug = await site.call(pharmacyApi.getDrug, { params }, 'Pharmacist')
    expect(drug.packs.some(({ id }) => id === gone?.id)).toBe(true)
  })

  const totalOf = async (q: string) =>
    (await site.call(pharmacyApi.searchDrugs, { query: { q } }, 'Pharmacist')).total

  /** Every total that a search had. */
  async function searchUntil(isOver: { value: boolean }): Promise<Set<number>> {
    const totals = new Set<number>()
    while (!isOver.value) totals.add(await totalOf('paracetamol'))
    return totals
  }
})
