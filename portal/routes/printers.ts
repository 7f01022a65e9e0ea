// POST /relay/:storeId/computers/:computerId/printers asks a computer for its printers (Admin): a fragment, or the editor's page.
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { reportedPrinters, type KnownPrinters } from '../pages/printing/reported-printers.tsx'
import { presentEntries } from '../pages/printing/role-editor.tsx'
import { PATHS } from '../views/paths.ts'
import { foundIn, type FoundComputer } from './customers.ts'
import { SHOWN_IN_EDITOR, editorFrame, editorPathOf, lastPrinters, sendEditorPage } from './editor-page.ts'
import { readForm, typed } from './forms.ts'
import { wantsFragment, type PortalParts } from './portal-parts.ts'
import { redirect, sendHtml } from './replies.ts'
import { forStaff, type StaffHandler, type StoreCall } from './staff.ts'

export function printersRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/computers/:computerId/printers`
  router.post(path, forStaff(parts, ['Admin'], askForPrinters(parts)))
  // The address only answers the form; who comes back to it finds the editor.
  router.get(path, forStaff(parts, ['Admin'], toEditor))
  return router
}

const toEditor: StaffHandler = async (visit, store) => {
  await redirect(visit, editorPathOf(await foundIn(visit, store)))
}

/** `printerName` is what is chosen so far. */
const AskForm = z.object({ printerName: typed(1_000) })

const askForPrinters =
  (parts: PortalParts): StaffHandler =>
  async (visit, store) => {
    const { printerName } = readForm(AskForm, visit.request.body)
    const found = await foundIn(visit, store)
    const { customer, computer } = found
    const known = await asked(found, store)
    if (wantsFragment(visit.request)) {
      const { now } = editorFrame(visit, parts, found)
      const t = texts(visit.preferences.language)
      const html = reportedPrinters({ computer, known, chosen: printerName, fault: null, now, t })
      return await sendHtml(visit, html)
    }
    const entries = { ...presentEntries(customer, computer), role: '1' }
    const editor = { computer, entries, known, faults: new Set<never>(), problem: null }
    await sendEditorPage(visit, parts, { found, editor })
  }

/** A device that does not answer is no failure of the page: the last list stands in, and the words say so. */
async function asked(found: FoundComputer, store: StoreCall): Promise<KnownPrinters> {
  const params = { customerId: String(found.customer.id) }
  const body = { computerId: found.computer.id }
  try {
    return { list: await store(storeApi.requestPrinters, { params, query: null, body }), answer: 'asked' }
  } catch (error) {
    if (!(error instanceof ProblemError) || !TOLD_IN_LIST.has(error.code)) throw error
    return { list: await lastPrinters(found, store), answer: { code: error.code, detail: error.message } }
  }
}

const TOLD_IN_LIST: ReadonlySet<ProblemCode> = new Set([...SHOWN_IN_EDITOR, 'device_timeout'] as const)
