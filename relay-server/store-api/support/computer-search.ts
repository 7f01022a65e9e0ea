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
import { soughtForm, type SoughtForm } from '../../db/search/sought-form.ts'
import { findComputers, type Sought } from './computer-search.queries.ts'
import { foundComputer } from './found-computers.queries.ts'
import { searchTextOf } from './search-text.ts'

type SearchPage = EndpointReply<(typeof supportApi)['searchComputers']>

export async function searchComputers(db: StoreDb, query: ComputerSearchQuery): Promise<SearchPage> {
  const newest = await lastEventId(db)
  const { page, pageSize } = query
  const sought = soughtComputer(query.q)
  if (sought === null) return { items: [], total: 0, page, pageSize, lastEventId: newest }
  const { rows, total } = await findComputers(db, sought, { page, pageSize, most: MAX_FOUND })
  return { items: rows.map(foundComputer), total, page, pageSize, lastEventId: newest }
}

/** Null: too few characters to look for. */
export function soughtComputer(q: string): Sought | null {
  const words = searchTextOf(q)
  return words === null ? null : { words, number: supportNumber(q), phone: pharmacyPhone(q) }
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

/** `418-220-731` as well as `418220731`: without its blanks each number is kept, and with them words find it. */
function supportNumber(q: string): SoughtForm[] {
  const digits = q.replaceAll(/[^0-9]/g, '')
  const isGrouped = /^[0-9][0-9 ./-]*$/.test(q) && digits !== q && !ADDRESS.test(q)
  return isGrouped && digits.length >= FEWEST_DIGITS ? [soughtForm(digits)] : []
}
