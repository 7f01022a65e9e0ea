// One computer of a pharmacy: GET is its page, also finding pharmacies to move it to; POST (Admin) names, revokes, removes it.
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ComputerRename } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { SearchText } from '@pharmacy-relay/shared/ids.ts'
import type { AccessQuestion } from './access-part.tsx'
import { computerPage } from './computer-page.tsx'
import { SHOWN_PHARMACIES, type FoundPharmacies } from './move-search.tsx'
import { LIST_DEFAULTS } from '../relay-list/list-address.ts'
import { PATHS, computerPath } from '../../views/paths.ts'
import { MANAGE_COMPUTER } from '../../views/purposes.ts'
import { changed } from './computer-changes.ts'
import { addressedComputer, paramsOf, type FoundComputer } from '../../http/named-customer.ts'
import { readForm, typed } from '../../http/forms.ts'
import { listQueryText } from '../relay-list/list-query.ts'
import { redirect, redirectToPharmacy, sendHtml } from '../../http/replies.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import type { RequestContext } from '../../http/request-context.ts'

export function computerRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/computers/:computerId`
  router.get(path, forStaff([storeApi.getCustomerByStoreId], show))
  router.post(`${path}/name`, forStaff([storeApi.renameComputer], rename))
  router.post(`${path}/revoke`, forStaff([storeApi.revokeComputer], revoke))
  router.post(`${path}/remove`, forStaff([storeApi.removeComputer], remove))
  // These addresses only answer forms; who comes back to them finds the computer.
  router.get([`${path}/name`, `${path}/revoke`, `${path}/remove`], forStaff(MANAGE_COMPUTER, toComputer))
  return router
}

const show: StaffHandler = async (context, store) => {
  const found = await addressedComputer(context, store)
  const { q, ask } = context.request.query
  const pharmacies = q === undefined ? null : await pharmaciesFor(found, store, q)
  await sendComputer(context, { found, pharmacies, asked: questionOf(ask), wrongName: null })
}

interface Shown {
  readonly found: FoundComputer
  readonly pharmacies: FoundPharmacies | null
  readonly asked: AccessQuestion | null
  /** A name that was refused. */
  readonly wrongName: string | null
}

async function sendComputer(context: RequestContext, shown: Shown): Promise<void> {
  const { found, pharmacies, asked, wrongName } = shown
  const { customer, computer } = found
  const html = computerPage({
    // A refused name was posted to another address.
    frame: wrongName === null ? context.frame() : context.frame(computerPath(customer.storeId, computer.id)),
    customer,
    computer,
    asked,
    found: pharmacies,
    displayName: wrongName ?? computer.displayName ?? '',
    isNameFaulty: wrongName !== null,
    now: context.now(),
  })
  await sendHtml(context, html, wrongName === null ? 200 : 422)
}

function questionOf(ask: unknown): AccessQuestion | null {
  return ask === 'revoke' || ask === 'remove' ? ask : null
}

/** Without the one it is in. What no search text can be finds nothing. */
async function pharmaciesFor(
  { customer }: FoundComputer,
  store: StoreCall,
  typedText: unknown,
): Promise<FoundPharmacies> {
  const q = SearchText.safeParse(typedText).data ?? ''
  if (q === '') return { q, items: [], more: 0 }
  // One more than is shown, since its own pharmacy may be among them.
  const query = listQueryText({ ...LIST_DEFAULTS, q, pageSize: SHOWN_PHARMACIES + 1 })
  const list = await store(storeApi.listCustomers, { params: null, query, body: null })
  const others = list.items.filter(({ id }) => id !== customer.id)
  const items = others.slice(0, SHOWN_PHARMACIES)
  const total = list.total - (list.items.length - others.length)
  return { q, items, more: Math.max(0, total - items.length) }
}

// Longer than a name may be, so that the words at the field say what is wrong.
const RenameForm = z.object({ displayName: typed(1_000) })

const rename: StaffHandler = async (context, store) => {
  const form = readForm(RenameForm, context.request.body)
  const found = await addressedComputer(context, store)
  const name = form.displayName.trim()
  const request = ComputerRename.safeParse({ displayName: name === '' ? null : name })
  if (!request.success) {
    const shown = { found, pharmacies: null, asked: null, wrongName: form.displayName }
    return await sendComputer(context, shown)
  }
  await store(storeApi.renameComputer, { params: paramsOf(found), query: null, body: request.data })
  await redirectToPharmacy(context, found.customer.storeId, 'renamed')
}

const revoke: StaffHandler = async (context, store) => {
  const found = await addressedComputer(context, store)
  await changed(context, { found, notice: 'revoked' }, async () => {
    await store(storeApi.revokeComputer, { params: paramsOf(found), query: null, body: null })
  })
}

const remove: StaffHandler = async (context, store) => {
  const found = await addressedComputer(context, store)
  await changed(context, { found, notice: 'removed' }, async () => {
    await store(storeApi.removeComputer, { params: paramsOf(found), query: null, body: null })
  })
}

const toComputer: StaffHandler = async (context, store) => {
  const { customer, computer } = await addressedComputer(context, store)
  await redirect(context, computerPath(customer.storeId, computer.id))
}
