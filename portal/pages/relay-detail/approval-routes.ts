// Who gets in: POST lets in a computer that waits, gives one its access back, or gives one of two with one identity a new one.
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { PATHS, customerPath } from '../../views/paths.ts'
import { changed } from '../computer/computer-changes.ts'
import { computerOf, customerOf, paramsOf } from '../../http/named-customer.ts'
import { readForm, typed } from '../../http/forms.ts'
import { redirect } from '../../http/replies.ts'
import type { ForStaff, StaffHandler } from '../../http/staff.ts'

export function approvalRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const one = `${PATHS.relay}/:storeId`
  router.post(`${one}/approve`, forStaff([storeApi.approveComputer], approve))
  router.post(`${one}/restore`, forStaff([storeApi.restoreComputer], restore))
  router.post(`${one}/new-identity`, forStaff([storeApi.newIdentity], giveNewIdentity))
  // These addresses only answer forms; who comes back to them finds the pharmacy.
  router.get(`${one}/approve`, forStaff([storeApi.approveComputer], toPharmacy))
  router.get(`${one}/restore`, forStaff([storeApi.restoreComputer], toPharmacy))
  router.get(`${one}/new-identity`, forStaff([storeApi.newIdentity], toPharmacy))
  return router
}

const ComputerForm = z.object({ computer: typed(20) })

const approve: StaffHandler = async (context, store) => {
  const form = readForm(ComputerForm, context.request.body)
  const found = await computerOf(context, store, form.computer)
  await changed(context, { found, notice: 'approved' }, async () => {
    await store(storeApi.approveComputer, { params: paramsOf(found), query: null, body: null })
  })
}

const restore: StaffHandler = async (context, store) => {
  const form = readForm(ComputerForm, context.request.body)
  const found = await computerOf(context, store, form.computer)
  await changed(context, { found, notice: 'restored' }, async () => {
    await store(storeApi.restoreComputer, { params: paramsOf(found), query: null, body: null })
  })
}

/** Computer id, a space, boot id. */
const IdentityForm = z.object({ side: typed(60) })

const giveNewIdentity: StaffHandler = async (context, store) => {
  const [computerId, boot] = readForm(IdentityForm, context.request.body).side.split(' ')
  const found = await computerOf(context, store, computerId)
  const bootId = Uuid.safeParse(boot)
  if (!bootId.success) throw new ProblemError('not_found', 'There is no such copy of this computer')
  await changed(context, { found, notice: 'identity-given' }, async () => {
    const body = { bootId: bootId.data }
    await store(storeApi.newIdentity, { params: paramsOf(found), query: null, body })
  })
}

const toPharmacy: StaffHandler = async (context, store) => {
  const { storeId } = await customerOf(context, store)
  await redirect(context, customerPath(storeId))
}
