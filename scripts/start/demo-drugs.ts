// The demo's drugs: a small list made for it, of names that no medicine has, imported where there is no list yet or an earlier one of it.
import path from 'node:path'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { importList, type AdminPharmacy } from '../drugs/import-list.ts'
import { readListFolders, type ListFolder } from '../drugs/list-files.ts'

/** By which the demo's own list is known among others. */
const SOURCE = 'demo'
const FOLDER = path.join(import.meta.dirname, '../drugs/demo-list')

/** What there is, in words; a list that cannot be imported is said and keeps nothing else from starting. */
export async function demoDrugs(pharmacy: AdminPharmacy): Promise<string> {
  try {
    const list = readListFolders([FOLDER], SOURCE)
    if (!(await isWanted(pharmacy, list))) return 'drugs         as they were'
    const order = { list, encoding: 'utf-8', isCheckOnly: false, confirmWithdrawn: false } as const
    const said: string[] = []
    const isDone = await importList(pharmacy, order, (text) => void said.push(text))
    return isDone ? 'drugs         made for the demo' : `There are no drugs: ${said.at(-1) ?? ''}`
  } catch (error) {
    return `There are no drugs: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Where there is no list at all, or where the newest one of the demo had other files than it has now. */
async function isWanted(pharmacy: AdminPharmacy, { files }: ListFolder): Promise<boolean> {
  const call = { params: null, query: { page: '1', pageSize: '50' }, body: null }
  const { items, total } = await pharmacy.call(pharmacyApi.listDrugImports, call)
  if (total === 0) return true
  const newest = items.find(({ source }) => source === SOURCE)
  const had = new Set(newest?.files.map(({ sha256 }) => sha256))
  return newest !== undefined && files.some(({ sha256 }) => !had.has(sha256))
}
