// POST /relay/:storeId/first-printer has the computers of a pharmacy use the first printer again.
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { PATHS, customerPath } from '../../views/paths.ts'
import { readForm, versionText } from '../../http/forms.ts'
import { customerOf } from '../../http/named-customer.ts'
import { redirect, redirectToPharmacy } from '../../http/replies.ts'
import type { ForStaff, StaffHandler } from '../../http/staff.ts'

export function standbyRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/first-printer`
  router.post(path, forStaff([storeApi.useFirstPrinter], useFirst))
  // The address only answers the form; who comes back to it finds the pharmacy.
  router.get(path, forStaff([storeApi.useFirstPrinter], toPharmacy))
  return router
}

const VersionForm = z.object({ version: versionText })

/** Who pressed it on a page that is old sees the new one, and presses again if it still holds. */
const useFirst: StaffHandler = async (context, store) => {
  const { version } = readForm(VersionForm, context.request.body)
  const customer = await customerOf(context, store)
  const call = { params: { customerId: String(customer.id) }, query: null, body: null }
  try {
    await store(storeApi.useFirstPrinter, call, version)
  } catch (error) {
    if (!(error instanceof ProblemError) || !CHANGED.has(error.code)) throw error
    return await redirectToPharmacy(context, customer.storeId, 'changed')
  }
  await redirectToPharmacy(context, customer.storeId, 'first-again')
}

const CHANGED: ReadonlySet<string> = new Set(['version_stale', 'state_conflict'])

const toPharmacy: StaffHandler = async (context, store) => {
  const { storeId } = await customerOf(context, store)
  await redirect(context, customerPath(storeId))
}
