// GET of a list's address with .csv at its end: the same list as a file, for whom the list is, with the filter of its page.
import { Router } from 'express'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
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
import { sendList } from './send-list.ts'
import { orderColumns, productColumns } from './shop-columns.ts'
import { ROWS_PER_PAGE, byKey, byNumber, wholeList } from './whole-list.ts'

export function exportRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const { listCustomers, listProblems, searchComputers, listSupportTasks } = storeApi
  const { listStaffOperations, listPanelOrders, listPanelProducts } = storeApi
  router.get(`${PATHS.relay}.csv`, forStaff([listCustomers], pharmacies))
  router.get(`${PATHS.support}.csv`, forStaff([listProblems], problems))
  router.get(`${PATHS.search}.csv`, forStaff([searchComputers], computers))
  router.get(`${PATHS.supportTasks}.csv`, forStaff([listSupportTasks], tasks))
  router.get(`${PATHS.staffHistory}.csv`, forStaff([listStaffOperations], staffLog))
  router.get(`${SHOP_PATHS.orders}.csv`, forStaff([listPanelOrders], orders))
  router.get(`${SHOP_PATHS.products}.csv`, forStaff([listPanelProducts], products))
  return router
}

const pageSize = String(ROWS_PER_PAGE)
const idOf = ({ id }: { readonly id: number }): number => id

const pharmacies: StaffHandler = async (context, store) => {
  const query = listQueryText(readListQuery(context.request.query))
  const ask = async (page: number) =>
    store(storeApi.listCustomers, {
      params: null,
      query: { ...query, page: String(page), pageSize },
      body: null,
    })
  const rows = wholeList({ first: () => byNumber(ask), key: idOf })
  await sendList(context, { name: 'pharmacies', columns: pharmacyColumns, rows })
}

const problems: StaffHandler = async (context, store) => {
  const { problem } = problemQuery(context)
  const ask = async (page: number) =>
    store(storeApi.listProblems, {
      params: null,
      query: { problem, page: String(page), pageSize },
      body: null,
    })
  const rows = wholeList({ first: () => byNumber(ask), key: idOf })
  await sendList(context, { name: `problems-${problem}`, columns: problemColumns(problem), rows })
}

const computers: StaffHandler = async (context, store) => {
  const { q } = computerQuery(context)
  const ask = async (page: number) =>
    store(storeApi.searchComputers, { params: null, query: { q, page: String(page), pageSize }, body: null })
  const rows = wholeList({ first: () => byNumber(ask), key: idOf })
  await sendList(context, { name: 'computers', columns: computerColumns, rows })
}

const tasks: StaffHandler = async (context, store) => {
  const { view } = tasksQuery(context)
  const ask = async (page: number) =>
    store(storeApi.listSupportTasks, {
      params: null,
      query: { view, page: String(page), pageSize },
      body: null,
    })
  const rows = wholeList({ first: () => byNumber(ask), key: idOf })
  await sendList(context, { name: `support-tasks-${view}`, columns: taskColumns, rows })
}

const staffLog: StaffHandler = async (context, store) => {
  const query = logQuery(filterOf(context), context.frame().zone)
  const ask = async (page: number) =>
    store(storeApi.listStaffOperations, {
      params: null,
      query: { ...query, page: String(page), pageSize },
      body: null,
    })
  const rows = wholeList({ first: () => byNumber(ask), key: idOf })
  await sendList(context, { name: 'staff-history', columns: staffLogColumns, rows })
}

const orders: StaffHandler = async (context, store) => {
  const { after: _after, ...query } = orderQuery(orderFilter(context.request.query), context.frame().zone)
  const ask = async (after: string | null) =>
    store(storeApi.listPanelOrders, {
      params: null,
      query: { ...query, pageSize, ...behind(after) },
      body: null,
    })
  const rows = wholeList({ first: () => byKey(ask), key: ({ number }) => number })
  await sendList(context, { name: 'orders', columns: orderColumns, rows })
}

const products: StaffHandler = async (context, store) => {
  const { after: _after, ...query } = productsText(productsQuery(context.request.query))
  const ask = async (after: string | null) => {
    const list = await store(storeApi.listPanelProducts, {
      params: null,
      query: { ...query, pageSize, ...behind(after) },
      body: null,
    })
    const { currency } = list
    return { next: list.next, items: list.items.map((product) => Object.assign(product, { currency })) }
  }
  const rows = wholeList({ first: () => byKey(ask), key: idOf })
  await sendList(context, { name: 'products', columns: productColumns, rows })
}

const behind = (after: string | null) => (after === null ? {} : { after })
