// GET of a list's address with .csv at its end: the same list as a file, for whom the list is, with the filter of its page.
import { Router } from 'express'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { ForStaff, StaffHandler } from '../../http/staff.ts'
import { PATHS } from '../../views/paths.ts'
import { SHOP_PATHS } from '../../views/shop-paths.ts'
import { listQueryText, readListQuery } from '../relay-list/list-query.ts'
import { orderFilter, orderQuery } from '../shop/orders/orders-address.ts'
import { productsQuery, productsText } from '../shop/products/products-address.ts'
import { filterOf } from '../staff-history/staff-history-routes.ts'
import { logQuery } from '../staff-history/log-address.ts'
import { computerQuery, problemQuery } from '../support/support-routes.ts'
import { tasksQuery } from '../support-tasks/task-routes.ts'
import {
  computerColumns,
  pharmacyColumns,
  problemColumns,
  staffLogColumns,
  taskColumns,
} from './list-columns.ts'
import { sendList, type Sender } from './send-list.ts'
import { orderColumns, productColumns } from './shop-columns.ts'
import { ROWS_PER_PAGE, byKey, byNumber, wholeList } from './whole-list.ts'

export function exportRoutes(forStaff: ForStaff, logger: Logger): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const { listCustomers, listProblems, searchComputers, listSupportTasks } = storeApi
  const { listStaffOperations, listPanelOrders, listPanelProducts } = storeApi
  const sent = (send: (sender: Sender) => Promise<void>): StaffHandler => {
    return async (context, store) => send({ context, store, logger })
  }
  router.get(`${PATHS.relay}.csv`, forStaff([listCustomers], sent(pharmacies)))
  router.get(`${PATHS.support}.csv`, forStaff([listProblems], sent(problems)))
  router.get(`${PATHS.search}.csv`, forStaff([searchComputers], sent(computers)))
  router.get(`${PATHS.supportTasks}.csv`, forStaff([listSupportTasks], sent(tasks)))
  router.get(`${PATHS.staffHistory}.csv`, forStaff([listStaffOperations], sent(staffLog)))
  router.get(`${SHOP_PATHS.orders}.csv`, forStaff([listPanelOrders], sent(orders)))
  router.get(`${SHOP_PATHS.products}.csv`, forStaff([listPanelProducts], sent(products)))
  return router
}

const pageSize = String(ROWS_PER_PAGE)
const idOf = ({ id }: { readonly id: number }): number => id
const none = { params: null, body: null } as const

/** Which page of a list, as its query names it. */
interface PageOfList {
  readonly page: string
  readonly pageSize: string
}

/** All rows of a list by page numbers. */
function numbered<Row extends { readonly id: number }>(
  ask: (page: PageOfList) => Promise<{ readonly items: readonly Row[] }>,
) {
  const askAt = async (page: number) => ask({ page: String(page), pageSize })
  return wholeList({ first: () => byNumber(askAt), key: idOf })
}

async function pharmacies(sender: Sender): Promise<void> {
  const { context, store } = sender
  const query = listQueryText(readListQuery(context.request.query))
  const rows = numbered((page) => store(storeApi.listCustomers, { ...none, query: { ...query, ...page } }))
  await sendList(sender, { list: 'pharmacies', columns: pharmacyColumns, rows })
}

async function problems(sender: Sender): Promise<void> {
  const { context, store } = sender
  const { problem } = problemQuery(context)
  const rows = numbered((page) => store(storeApi.listProblems, { ...none, query: { problem, ...page } }))
  await sendList(sender, { list: 'problems', part: problem, columns: problemColumns(problem), rows })
}

async function computers(sender: Sender): Promise<void> {
  const { context, store } = sender
  const { q } = computerQuery(context)
  const rows = numbered((page) => store(storeApi.searchComputers, { ...none, query: { q, ...page } }))
  await sendList(sender, { list: 'computers', columns: computerColumns, rows })
}

async function tasks(sender: Sender): Promise<void> {
  const { context, store } = sender
  const { view } = tasksQuery(context)
  const rows = numbered((page) => store(storeApi.listSupportTasks, { ...none, query: { view, ...page } }))
  await sendList(sender, { list: 'support-tasks', part: view, columns: taskColumns, rows })
}

async function staffLog(sender: Sender): Promise<void> {
  const { context, store } = sender
  const query = logQuery(filterOf(context), context.frame().zone)
  const rows = numbered((page) =>
    store(storeApi.listStaffOperations, { ...none, query: { ...query, ...page } }),
  )
  await sendList(sender, { list: 'staff-history', columns: staffLogColumns, rows })
}

async function orders(sender: Sender): Promise<void> {
  const { context, store } = sender
  const { after: _after, ...query } = orderQuery(orderFilter(context.request.query), context.frame().zone)
  const ask = async (after: string | null) =>
    store(storeApi.listPanelOrders, { ...none, query: { ...query, pageSize, ...behind(after) } })
  const rows = wholeList({ first: () => byKey(ask), key: ({ number }) => number })
  await sendList(sender, { list: 'orders', columns: orderColumns, rows })
}

async function products(sender: Sender): Promise<void> {
  const { context, store } = sender
  const { after: _after, ...query } = productsText(productsQuery(context.request.query))
  const ask = async (after: string | null) => {
    const call = { ...none, query: { ...query, pageSize, ...behind(after) } }
    const { currency, next, items } = await store(storeApi.listPanelProducts, call)
    return { next, items: items.map((product) => Object.assign(product, { currency })) }
  }
  const rows = wholeList({ first: () => byKey(ask), key: idOf })
  await sendList(sender, { list: 'products', columns: productColumns, rows })
}

const behind = (after: string | null) => (after === null ? {} : { after })
