// The search over all pharmacies as the panel asks for it.
import type { EndpointReply } from '@pharmacy-relay/shared/api/endpoint.ts'
import {
  MAX_FOUND,
  type ComputerSearchQuery,
  type supportApi,
} from '@pharmacy-relay/shared/api/relay-support.ts'
import type { StoreDb } from '../database.ts'
import { lastEventId } from '../events/outbox.queries.ts'
import { phoneFormsOfFreeText } from '../search/phone-part.ts'
import type { SoughtForm } from '../search/sought-form.ts'
import { findComputers } from './computer-search.queries.ts'
import { foundComputer } from './found-computers.queries.ts'
import { searchTextOf } from './search-text.ts'

type SearchPage = EndpointReply<(typeof supportApi)['searchComputers']>

export async function searchComputers(db: StoreDb, query: ComputerSearchQuery): Promise<SearchPage> {
  const newest = await lastEventId(db)
  const { page, pageSize } = query
  const words = searchTextOf(query.q)
  if (words === null) return { items: [], total: 0, page, pageSize, lastEventId: newest }
  const { rows, total } = await findComputers(
    db,
    { words, phone: pharmacyPhone(query.q) },
    { page, pageSize, most: MAX_FOUND },
  )
  return { items: rows.map(foundComputer), total, page, pageSize, lastEventId: newest }
}

/** Part of an address, also with its last number still to come. */
const ADDRESS = /^\d{1,3}(\.\d{0,3}){1,3}$/
/** With fewer digits too many pharmacies would be found. */
const FEWEST_DIGITS = 5

/** Forms of the pharmacy's phone number. What looks like an address is looked for as one only. */
function pharmacyPhone(q: string): SoughtForm[] {
  const isLong = q.replaceAll(/\D/g, '').length >= FEWEST_DIGITS
  return isLong && !ADDRESS.test(q) ? phoneFormsOfFreeText(q) : []
}
