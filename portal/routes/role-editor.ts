// The role of a computer (Admin): GET is the editor as a fragment, POST saves the role, or the printer and its port.
import { Router } from 'express'
import type { PrintingSaved } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { roleEditor, type EditorField } from '../pages/printing/role-editor.tsx'
import { PATHS, customerPath } from '../views/paths.ts'
import { foundIn, paramsOf, type FoundComputer } from './customers.ts'
import {
  SHOWN_IN_EDITOR,
  editorFor,
  editorFrame,
  editorPathOf,
  lastPrinters,
  sendEditorPage,
  type EditorState,
} from './editor-page.ts'
import { readForm } from './forms.ts'
import { wantsFragment, type PortalParts } from './portal-parts.ts'
import { redirect, sendHtml } from './replies.ts'
import { RoleForm, roleWish } from './role-wish.ts'
import { forStaff, type StaffHandler, type StoreCall } from './staff.ts'

export function roleEditorRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/computers/:computerId/role`
  router.get(path, forStaff(parts, ['Admin'], showEditor(parts)))
  router.post(path, forStaff(parts, ['Admin'], saveRole(parts)))
  return router
}

const showEditor =
  (parts: PortalParts): StaffHandler =>
  async (visit, store) => {
    const found = await foundIn(visit, store)
    // As a page it belongs to the pharmacy's.
    if (!wantsFragment(visit.request)) return await redirect(visit, editorPathOf(found))
    const editor = await editorFor(found, store)
    await sendHtml(visit, roleEditor({ ...editorFrame(visit, parts, found), ...editor }))
  }

const saveRole =
  (parts: PortalParts): StaffHandler =>
  async (visit, store) => {
    const form = readForm(RoleForm, visit.request.body)
    const found = await foundIn(visit, store)
    let saved: PrintingSaved
    try {
      saved = await save({ found, form, store })
    } catch (error) {
      if (!(error instanceof ProblemError) || !SHOWN_IN_EDITOR.has(error.code)) throw error
      // As it is now, with the newest version: what was chosen can be saved again on purpose.
      const now = error.code === 'version_stale' ? await foundIn(visit, store) : found
      const editor = await refused({ found: now, form, store }, error)
      return await sendEditorPage(visit, parts, { found: now, editor })
    }
    const notice = saved.version === form.version ? 'printing-unchanged' : 'printing-saved'
    await redirect(visit, `${customerPath(found.customer.storeId)}?notice=${notice}`)
  }

interface Change {
  readonly found: FoundComputer
  readonly form: RoleForm
  readonly store: StoreCall
}

async function save({ found, form, store }: Change): Promise<PrintingSaved> {
  const { customer, computer } = found
  const customerId = String(customer.id)
  const wish = roleWish(form, computer)
  if (wish.kind === 'role') {
    const call = { params: paramsOf(found), query: null, body: { role: wish.role } }
    return await store(storeApi.setRole, call, form.version)
  }
  const body = { computerId: computer.id, printerName: wish.printerName, tcpPort: wish.tcpPort }
  return await store(storeApi.savePrinterConfig, { params: { customerId }, query: null, body }, form.version)
}

const FIELDS: readonly EditorField[] = ['role', 'printerName', 'tcpPort', 'confirm']

/** The editor as it was left, with what is to be mended. */
async function refused({ found, form, store }: Change, error: ProblemError): Promise<EditorState> {
  const faulty = new Set(error.errors.map(({ path }) => path.split('.').at(-1)))
  return {
    computer: found.computer,
    entries: form,
    known: { list: await lastPrinters(found, store), answer: null },
    faults: new Set(FIELDS.filter((field) => faulty.has(field))),
    // The editor carries the newest version: who only mends a field would overwrite unseen what another one saved.
    problem: found.customer.printingVersion === form.version ? error.code : 'version_stale',
  }
}
