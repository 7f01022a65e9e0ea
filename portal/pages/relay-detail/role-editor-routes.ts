// The role of a computer (Admin): GET is the editor as a fragment, POST saves the role, or the printer and its port.
import { Router } from 'express'
import type { PrintingSaved } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { roleEditor, type EditorField } from '../printing/role-editor.tsx'
import { isStandby } from '../printing/standby-choice.tsx'
import { PATHS } from '../../views/paths.ts'
import { CHANGE_ROLE } from '../../views/purposes.ts'
import { addressedComputer, paramsOf, type FoundComputer } from '../../http/named-customer.ts'
import {
  SHOWN_IN_EDITOR,
  editorFor,
  editorFrame,
  editorPathOf,
  lastPrinters,
  sendEditorPage,
  type EditorState,
} from './editor-page.ts'
import { readForm } from '../../http/forms.ts'
import { redirect, redirectToPharmacy, sendHtml } from '../../http/replies.ts'
import { RoleForm, requestedRole } from '../printing/requested-role.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'

export function roleEditorRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/computers/:computerId/role`
  router.get(path, forStaff(CHANGE_ROLE, showEditor))
  router.post(path, forStaff(CHANGE_ROLE, saveRole))
  return router
}

const showEditor: StaffHandler = async (context, store) => {
  const found = await addressedComputer(context, store)
  // As a page it belongs to the pharmacy's.
  if (!context.wantsFragment) return await redirect(context, editorPathOf(found))
  const editor = await editorFor(found, store, context.request.query['role'])
  await sendHtml(context, roleEditor({ ...editorFrame(context, found), ...editor }))
}

const saveRole: StaffHandler = async (context, store) => {
  const form = readForm(RoleForm, context.request.body)
  const found = await addressedComputer(context, store)
  let saved: PrintingSaved
  try {
    saved = await save({ found, form, store })
  } catch (error) {
    if (!isShown(error)) throw error
    // As it is now, with the newest version: what was chosen can be saved again on purpose.
    const now = error.code === 'version_stale' ? await addressedComputer(context, store) : found
    const editor = await refused({ found: now, form, store }, error)
    return await sendEditorPage(context, { found: now, editor })
  }
  const isWhole = await makeClients({ saved, form, store })
  const notice = !isWhole ? 'printing-partly' : isSame(saved, form) ? 'printing-unchanged' : 'printing-saved'
  await redirectToPharmacy(context, found.customer.storeId, notice)
}

function isShown(error: unknown): error is ProblemError {
  return error instanceof ProblemError && SHOWN_IN_EDITOR.has(error.code)
}

/** Nothing was changed, and nothing else was asked for. */
function isSame({ version }: PrintingSaved, form: RoleForm): boolean {
  return version === form.version && form.clients.length === 0
}

interface MoreClients {
  readonly saved: PrintingSaved
  readonly form: RoleForm
  readonly store: StoreCall
}

/**
 * One after the other, each with the version that the one before made. False where one could not be made a Client: somebody
 * else changed roles meanwhile, or took the computer away.
 */
async function makeClients({ saved, form, store }: MoreClients): Promise<boolean> {
  const { customer } = saved
  let { version } = saved
  for (const computerId of form.clients) {
    const params = { customerId: String(customer.id), computerId }
    try {
      version = (await store(storeApi.setRole, { params, query: null, body: { role: 2 } }, version)).version
    } catch (error) {
      if (isShown(error) || (error instanceof ProblemError && error.code === 'not_found')) return false
      throw error
    }
  }
  return true
}

interface Change {
  readonly found: FoundComputer
  readonly form: RoleForm
  readonly store: StoreCall
}

async function save({ found, form, store }: Change): Promise<PrintingSaved> {
  const { customer, computer } = found
  const customerId = String(customer.id)
  const requested = requestedRole(form, computer)
  const inPharmacy = { params: { customerId }, query: null }
  if (requested.kind === 'standby')
    return await store(
      storeApi.saveStandby,
      { ...inPharmacy, body: { standby: requested.standby } },
      form.version,
    )
  // A Client without the standby printer: its role stays.
  if (requested.kind === 'role' && requested.role === 2 && isStandby(customer, computer))
    return await store(storeApi.saveStandby, { ...inPharmacy, body: { standby: null } }, form.version)
  if (requested.kind === 'role') {
    const call = { params: paramsOf(found), query: null, body: { role: requested.role } }
    return await store(storeApi.setRole, call, form.version)
  }
  const body = { computerId: computer.id, printerName: requested.printerName, tcpPort: requested.tcpPort }
  return await store(storeApi.savePrinterConfig, { ...inPharmacy, body }, form.version)
}

const FIELDS: readonly EditorField[] = ['role', 'printerName', 'tcpPort', 'afterSeconds', 'confirm']

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
