// The page of a pharmacy with the editor for one computer's role, as found or as a person left it.
import type { ComputerPrinters } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { PROBLEM_CODES, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { presentEntries, type RoleEditorProps } from '../printing/role-editor.tsx'
import { relayDetailPage } from './relay-detail-page.tsx'
import { editorPath } from '../../views/paths.ts'
import { paramsOf, type FoundComputer } from '../../http/named-customer.ts'
import { sendHtml } from '../../http/replies.ts'
import type { StoreCall } from '../../http/staff.ts'
import type { RequestContext } from '../../http/request-context.ts'

export type EditorState = Omit<RoleEditorProps, 'frame' | 'customer' | 'now'>

/** What a person can mend in the editor, and what is worth keeping the choices for. */
export const SHOWN_IN_EDITOR: ReadonlySet<ProblemCode> = new Set([
  'invalid',
  'state_conflict',
  'device_offline',
  'version_stale',
  'rate_limited',
  'unavailable',
  'upstream_unavailable',
  'upstream_timeout',
] as const)

/** The editor as it is found: the present role unless another one was asked for, the last list of printers. */
export async function editorFor(
  found: FoundComputer,
  store: StoreCall,
  role?: unknown,
): Promise<EditorState> {
  const { customer, computer } = found
  const known = { list: await lastPrinters(found, store), answer: null }
  const present = presentEntries(customer, computer)
  const entries = role === '1' ? { ...present, role } : present
  return { computer, entries, known, faults: new Set(), problem: null }
}

export async function lastPrinters(found: FoundComputer, store: StoreCall): Promise<ComputerPrinters> {
  return await store(storeApi.lastPrinters, { params: paramsOf(found), query: null, body: null })
}

export function editorPathOf({ customer, computer }: FoundComputer): string {
  return editorPath(customer.storeId, computer.id)
}

/** The frame's path is the editor's page, not the address that was posted to: choosing a language leads back there. */
export function editorFrame(context: RequestContext, found: FoundComputer) {
  const frame = context.frame(editorPathOf(found))
  return { frame, customer: found.customer, now: context.now() }
}

/** The status tells of the problem, if there is one. */
export async function sendEditorPage(
  context: RequestContext,
  { found, editor }: { readonly found: FoundComputer; readonly editor: EditorState },
): Promise<void> {
  const status = editor.problem === null ? 200 : PROBLEM_CODES[editor.problem].status
  await sendHtml(context, relayDetailPage({ ...editorFrame(context, found), editor }), status)
}
