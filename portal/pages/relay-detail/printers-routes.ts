// POST /relay/:storeId/computers/:computerId/printers asks a computer for its printers (Admin): a fragment, or the editor's page.
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { reportedPrinters, type KnownPrinters } from '../printing/reported-printers.tsx'
import { presentEntries } from '../printing/role-editor.tsx'
import { isStandby, STANDBY } from '../printing/standby-choice.tsx'
import { PATHS } from '../../views/paths.ts'
import { addressedComputer, type FoundComputer } from '../../http/named-customer.ts'
import { SHOWN_IN_EDITOR, editorPathOf, lastPrinters, sendEditorPage } from './editor-page.ts'
import { readForm, typed } from '../../http/forms.ts'
import { redirect, sendHtml } from '../../http/replies.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'

export function printersRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/computers/:computerId/printers`
  router.post(path, forStaff([storeApi.ListPrintersAsync], askForPrinters))
  // The address only answers the form; who comes back to it finds the editor.
  router.get(path, forStaff([storeApi.ListPrintersAsync], toEditor))
  return router
}

const toEditor: StaffHandler = async (context, store) => {
  await redirect(context, editorPathOf(await addressedComputer(context, store)))
}

/** `printerName` is what is chosen so far. */
const AskForm = z.object({ printerName: typed(1_000) })

const askForPrinters: StaffHandler = async (context, store) => {
  const { printerName } = readForm(AskForm, context.request.body)
  const found = await addressedComputer(context, store)
  const { customer, computer } = found
  const known = await asked(found, store, context.now())
  if (context.wantsFragment) {
    const t = texts(context.preferences.language)
    const html = reportedPrinters({
      viewer: context.viewer,
      computer,
      known,
      chosen: printerName,
      fault: null,
      now: context.now(),
      t,
    })
    return await sendHtml(context, html)
  }
  const role = isStandby(customer, computer) ? STANDBY : '1'
  const entries = { ...presentEntries(customer, computer), role }
  const editor = { computer, entries, known, faults: new Set<never>(), problem: null }
  await sendEditorPage(context, { found, editor })
}

/** A device that does not answer is no failure of the page: the last list stands in, and the words say so. */
async function asked(found: FoundComputer, store: StoreCall, now: Date): Promise<KnownPrinters> {
  const params = { customerId: String(found.customer.id) }
  const body = { computerId: found.computer.id }
  try {
    const { computerId, answer: printers } = await store(storeApi.ListPrintersAsync, {
      params,
      query: null,
      body,
    })
    return { list: { computerId, printers, reportedAt: now.toISOString() }, answer: 'asked' }
  } catch (error) {
    if (!(error instanceof ProblemError) || !TOLD_IN_LIST.has(error.code)) throw error
    const { code, message, reason } = error
    return {
      list: await lastPrinters(found, store),
      answer: { code, detail: reason === null ? message : [reason] },
    }
  }
}

const TOLD_IN_LIST: ReadonlySet<ProblemCode> = new Set([...SHOWN_IN_EDITOR, 'device_timeout'] as const)
