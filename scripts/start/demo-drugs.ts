// The demo's drugs: a small list made for it, of names that no medicine has, imported where there is no list yet.
import path from 'node:path'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { importList, type AdminPharmacy } from '../drugs/import-list.ts'
import { readListFolders } from '../drugs/list-files.ts'

const FOLDER = path.join(import.meta.dirname, '../drugs/demo-list')

/** What there is, in words; a list that cannot be imported is said and keeps nothing else from starting. */
export async function demoDrugs(pharmacy: AdminPharmacy): Promise<string> {
  try {
    const query = { page: '1', pageSize: '1' }
    const { total } = await pharmacy.call(pharmacyApi.listDrugImports, { params: null, query, body: null })
    if (total > 0) return 'drugs         as they were'
    const list = readListFolders([FOLDER], 'demo')
    const order = { list, encoding: 'utf-8', isCheckOnly: false, confirmWithdrawn: false } as const
    const said: string[] = []
    const isDone = await importList(pharmacy, order, (text) => void said.push(text))
    return isDone ? 'drugs         made for the demo' : `There are no drugs: ${said.at(-1) ?? ''}`
  } catch (error) {
    return `There are no drugs: ${error instanceof Error ? error.message : String(error)}`
  }
}
