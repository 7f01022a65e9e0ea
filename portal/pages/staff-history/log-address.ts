// Addresses of the staff history: its filter as people set it, and as the store API takes it.
import { z } from 'zod'
import { StoreId, SearchText } from '@pharmacy-relay/shared/ids.ts'
import { StaffLogQuery } from '@pharmacy-relay/shared/api/staff-history.ts'
import { PATHS } from '../../views/paths.ts'
import { dayStart, nextDay } from './day-start.ts'

const Day = z.union([z.literal(''), z.iso.date()]).default('')
const { page, pageSize } = StaffLogQuery.shape

/** As it stands in the address. Days are the reader's. */
export const LogFilter = z.object({
  q: SearchText,
  storeId: z.union([z.literal(''), StoreId]).default(''),
  staffGuid: z
    .string()
    .regex(/^[a-zA-Z0-9-]{0,64}$/)
    .default(''),
  action: z
    .string()
    .regex(/^(?:[a-z-]{1,30}(?:\.[a-z-]{1,30})?)?$/)
    .default(''),
  from: Day,
  to: Day,
  page,
  pageSize,
})
export type LogFilter = z.output<typeof LogFilter>

export const NO_FILTER: LogFilter = {
  q: '',
  storeId: '',
  staffGuid: '',
  action: '',
  from: '',
  to: '',
  page: 1,
  pageSize: 50,
}

/** `/staff-history?action=user`: only what differs from the defaults is written. */
export function logAddress(filter: LogFilter, changes: Partial<LogFilter> = {}): string {
  const wanted: Readonly<Record<string, string | number>> = { ...filter, ...changes }
  const defaults: Readonly<Record<string, string | number>> = NO_FILTER
  const names = Object.keys(NO_FILTER).filter((name) => wanted[name] !== defaults[name])
  const search = new URLSearchParams(names.map((name) => [name, String(wanted[name])])).toString()
  return search === '' ? PATHS.staffHistory : `${PATHS.staffHistory}?${search}`
}

/** The last day counts whole. */
export function logQuery(filter: LogFilter, zone: string): z.input<typeof StaffLogQuery> {
  const { q, storeId, staffGuid, action, from, to } = filter
  return {
    q,
    page: String(filter.page),
    pageSize: String(filter.pageSize),
    ...(storeId === '' ? {} : { storeId }),
    ...(staffGuid === '' ? {} : { staffGuid }),
    ...(action === '' ? {} : { action }),
    ...(from === '' ? {} : { from: dayStart(from, zone).toISOString() }),
    ...(to === '' ? {} : { to: dayStart(nextDay(to), zone).toISOString() }),
  }
}
