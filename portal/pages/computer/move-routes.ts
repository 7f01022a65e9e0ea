// Moving a computer to another pharmacy: GET asks what it means, POST does it.
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { StoreId } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { readForm, typed } from '../../http/forms.ts'
import { addressedComputer, paramsOf } from '../../http/named-customer.ts'
import { redirect, sendHtml } from '../../http/replies.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import { PATHS, computerPath } from '../../views/paths.ts'
import { changed } from './computer-changes.ts'
import { movePage } from './move-page.tsx'

export function moveRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/computers/:computerId/move`
  router.get(path, forStaff([storeApi.moveComputer], askToMove))
  router.post(path, forStaff([storeApi.moveComputer], moveComputer))
  return router
}

const askToMove: StaffHandler = async (context, store) => {
  const found = await addressedComputer(context, store)
  const { to } = context.request.query
  // Who comes back to the address of the form finds the computer.
  if (to === undefined)
    return await redirect(context, computerPath(found.customer.storeId, found.computer.id))
  const target = await targetOf(to, store)
  await sendHtml(context, movePage({ frame: context.frame(), ...found, target }))
}

const MoveForm = z.object({ to: typed(20) })

/** Leads to the pharmacy that it is in then. */
const moveComputer: StaffHandler = async (context, store) => {
  const { to } = readForm(MoveForm, context.request.body)
  const found = await addressedComputer(context, store)
  const target = await targetOf(to, store)
  const done = { found, notice: 'moved', refused: 'move-refused', storeId: target.storeId } as const
  await changed(context, done, async () => {
    const body = { customerId: target.id }
    await store(storeApi.moveComputer, { params: paramsOf(found), query: null, body })
  })
}

/** Throws ProblemError `not_found`. */
async function targetOf(to: unknown, store: StoreCall) {
  const storeId = StoreId.safeParse(to)
  if (!storeId.success) throw new ProblemError('not_found', 'There is no such pharmacy')
  const params = { storeId: storeId.data }
  return await store(storeApi.getCustomerByStoreId, { params, query: null, body: null })
}
