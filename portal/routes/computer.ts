// One computer of a pharmacy (Admin): GET is its page, also finding pharmacies to move it to; POST names, revokes, removes it.
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ComputerRename } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { SearchText } from '@pharmacy-relay/shared/ids.ts'
import type { AccessQuestion } from '../pages/computer/access-part.tsx'
import { computerPage } from '../pages/computer/computer-page.tsx'
import { SHOWN_PHARMACIES, type FoundPharmacies } from '../pages/computer/move-search.tsx'
import { LIST_DEFAULTS } from '../pages/relay-list/list-address.ts'
import { PATHS, computerPath } from '../views/paths.ts'
import { changed, noticePath } from './computer-changes.ts'
import { foundIn, paramsOf, type FoundComputer } from './customers.ts'
import { readForm, typed } from './forms.ts'
import { listQueryText } from './list-query.ts'
import type { PortalParts } from './portal-parts.ts'
import { redirect, sendHtml } from './replies.ts'
import { forStaff, type StaffHandler, type StoreCall } from './staff.ts'
import type { Visit } from './visit.ts'

export function computerRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/computers/:computerId`
  router.get(path, forStaff(parts, ['Admin'], show(parts)))
  router.post(`${path}/name`, forStaff(parts, ['Admin'], rename(parts)))
  router.post(`${path}/revoke`, forStaff(parts, ['Admin'], revoke))
  router.post(`${path}/remove`, forStaff(parts, ['Admin'], remove))
  // These addresses only answer forms; who comes back to them finds the computer.
  router.get([`${path}/name`, `${path}/revoke`, `${path}/remove`], forStaff(parts, ['Admin'], toComputer))
  return router
}

function show(parts: PortalParts): StaffHandler {
  return async (visit, store) => {
    const found = await foundIn(visit, store)
    const { q, ask } = visit.request.query
    const pharmacies = q === undefined ? null : await pharmaciesFor(found, store, q)
    await sendComputer(parts, visit, { found, pharmacies, asked: questionOf(ask), wrongName: null })
  }
}

interface Shown {
  readonly found: FoundComputer
  readonly pharmacies: FoundPharmacies | null
  readonly asked: AccessQuestion | null
  /** A name that was refused. */
  readonly wrongName: string | null
}

async function sendComputer(parts: PortalParts, visit: Visit, shown: Shown): Promise<void> {
  const { found, pharmacies, asked, wrongName } = shown
  const { customer, computer } = found
  const frame = visit.frame()
  const html = computerPage({
    // A refused name was posted to another address.
    frame: wrongName === null ? frame : { ...frame, path: computerPath(customer.storeId, computer.id) },
    ...{ customer, computer, asked, found: pharmacies },
    displayName: wrongName ?? computer.displayName ?? '',
    isNameFaulty: wrongName !== null,
    now: new Date(parts.wallNowMs()),
  })
  await sendHtml(visit, html, wrongName === null ? 200 : 422)
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

function rename(parts: PortalParts): StaffHandler {
  return async (visit, store) => {
    const form = readForm(RenameForm, visit.request.body)
    const found = await foundIn(visit, store)
    const name = form.displayName.trim()
    const wish = ComputerRename.safeParse({ displayName: name === '' ? null : name })
    if (!wish.success) {
      const shown = { found, pharmacies: null, asked: null, wrongName: form.displayName }
      return await sendComputer(parts, visit, shown)
    }
    await store(storeApi.renameComputer, { params: paramsOf(found), query: null, body: wish.data })
    await redirect(visit, noticePath(found.customer.storeId, 'renamed'))
  }
}

const revoke: StaffHandler = async (visit, store) => {
  const found = await foundIn(visit, store)
  await changed(visit, { found, notice: 'revoked' }, async () => {
    await store(storeApi.revokeComputer, { params: paramsOf(found), query: null, body: null })
  })
}

const remove: StaffHandler = async (visit, store) => {
  const found = await foundIn(visit, store)
  await changed(visit, { found, notice: 'removed' }, async () => {
    await store(storeApi.removeComputer, { params: paramsOf(found), query: null, body: null })
  })
}

const toComputer: StaffHandler = async (visit, store) => {
  const { customer, computer } = await foundIn(visit, store)
  await redirect(visit, computerPath(customer.storeId, computer.id))
}
