// Who gets in (Admin): POST approves a computer that waits, gives one of two copies a new identity, or moves a computer.
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { StoreId, Uuid } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { movePage } from '../pages/computer/move-page.tsx'
import { PATHS, customerPath } from '../views/paths.ts'
import { changed } from './computer-changes.ts'
import { computerOf, customerOf, foundIn, paramsOf } from './customers.ts'
import { readForm, typed } from './forms.ts'
import type { PortalParts } from './portal-parts.ts'
import { redirect, sendHtml } from './replies.ts'
import { forStaff, type StaffHandler, type StoreCall } from './staff.ts'

export function accessRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const one = `${PATHS.relay}/:storeId`
  router.post(`${one}/approve`, forStaff(parts, ['Admin'], approve))
  router.post(`${one}/new-identity`, forStaff(parts, ['Admin'], giveNewIdentity))
  // These addresses only answer forms; who comes back to them finds the pharmacy.
  router.get([`${one}/approve`, `${one}/new-identity`], forStaff(parts, ['Admin'], toPharmacy))
  const move = `${one}/computers/:computerId/move`
  router.get(move, forStaff(parts, ['Admin'], askToMove))
  router.post(move, forStaff(parts, ['Admin'], moveComputer))
  return router
}

const ApproveForm = z.object({ computer: typed(20) })

const approve: StaffHandler = async (visit, store) => {
  const form = readForm(ApproveForm, visit.request.body)
  const found = await computerOf(visit.request, store, form.computer)
  await changed(visit, { found, notice: 'approved' }, async () => {
    await store(storeApi.approveComputer, { params: paramsOf(found), query: null, body: null })
  })
}

/** Computer id, a space, boot id. */
const IdentityForm = z.object({ side: typed(60) })

const giveNewIdentity: StaffHandler = async (visit, store) => {
  const [computerId, boot] = readForm(IdentityForm, visit.request.body).side.split(' ')
  const found = await computerOf(visit.request, store, computerId)
  const bootId = Uuid.safeParse(boot)
  if (!bootId.success) throw new ProblemError('not_found', 'There is no such copy of this computer')
  await changed(visit, { found, notice: 'identity-given' }, async () => {
    const body = { bootId: bootId.data }
    await store(storeApi.newIdentity, { params: paramsOf(found), query: null, body })
  })
}

const toPharmacy: StaffHandler = async (visit, store) => {
  const { storeId } = await customerOf(visit.request, store)
  await redirect(visit, customerPath(storeId))
}

const askToMove: StaffHandler = async (visit, store) => {
  const found = await foundIn(visit, store)
  const target = await targetOf(visit.request.query['to'], store)
  await sendHtml(visit, movePage({ frame: visit.frame(), ...found, target }))
}

const MoveForm = z.object({ to: typed(20) })

/** Leads to the pharmacy that it is in then. */
const moveComputer: StaffHandler = async (visit, store) => {
  const { to } = readForm(MoveForm, visit.request.body)
  const found = await foundIn(visit, store)
  const target = await targetOf(to, store)
  const done = { found, notice: 'moved', refused: 'move-refused', storeId: target.storeId } as const
  await changed(visit, done, async () => {
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
