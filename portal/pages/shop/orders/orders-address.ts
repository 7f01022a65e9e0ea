// The address of the list of orders: its filter as people set it, and as the store API takes it. Pure.
import { z } from 'zod'
import { StoreId } from '@pharmacy-relay/shared/ids.ts'
import { ORDER_STATES, OrderNumber } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { PanelOrderQuery } from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { SHOP_PATHS } from '../../../views/shop-paths.ts'
import { dayStart, nextDay } from '../../staff-history/day-start.ts'

const none = z.literal('')
const Day = z.union([none, z.iso.date()]).default('')

/** As it stands in the address. Days are the reader's. */
const OrderFilter = z.object({
  state: z.union([none, z.enum(ORDER_STATES)]).default(''),
  storeId: z.union([none, StoreId]).default(''),
  number: z.union([none, z.string().trim().toUpperCase().pipe(OrderNumber)]).default(''),
  from: Day,
  to: Day,
  after: z.union([none, PanelOrderQuery.shape.after.unwrap()]).default(''),
})
export type OrderFilter = z.output<typeof OrderFilter>

/** Throws ProblemError `invalid` with every faulty field. */
export function orderFilter(query: object): OrderFilter {
  const parsed = OrderFilter.safeParse(query)
  if (parsed.success) return parsed.data
  const errors = fieldFaults('query', parsed.error)
  throw new ProblemError('invalid', 'The address of the list is not valid', { errors })
}

export function ordersAddress(filter: Partial<OrderFilter>): string {
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
  return search.size === 0 ? SHOP_PATHS.orders : `${SHOP_PATHS.orders}?${search.toString()}`
}

/** The last day counts whole. */
export function orderQuery(filter: OrderFilter, zone: string): z.input<typeof PanelOrderQuery> {
  const { from, to, ...others } = filter
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== ''))
  return {
    ...given,
    ...(from === '' ? {} : { from: dayStart(from, zone).toISOString() }),
    ...(to === '' ? {} : { to: dayStart(nextDay(to), zone).toISOString() }),
  }
}
