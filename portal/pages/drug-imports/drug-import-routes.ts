// GET /medicines lists imports, POST brings a list; below imports/{id} its page, and the steps that check and apply it (Admin).
import { Router } from 'express'
import { z } from 'zod'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { IdText } from '@pharmacy-relay/shared/ids.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm } from '../../http/forms.ts'
import { redirect, sendHtml } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import { importPath } from './import-paths.ts'
import { PATHS } from '../../views/paths.ts'
import { pageQuery, pageTexts } from './import-address.ts'
import { importPage, importRegion, type ImportPageProps } from './import-page.tsx'
import { importsPage, type ImportsPageProps } from './imports-page.tsx'
import { importsTable } from './imports-table.tsx'
import { FIRST_VALUES } from './start-form.tsx'
import { startImport } from './start-import.ts'

export function drugImportRoutes(forPharmacy: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const one = `${PATHS.medicines}/imports/:importId`
  const { listDrugImports, startDrugImport, getDrugImport, checkDrugImport, applyDrugImport } = pharmacyApi
  router.get(PATHS.medicines, forPharmacy([listDrugImports], show))
  router.get(PATHS.importsTable, forPharmacy([listDrugImports], showTable))
  router.post(PATHS.medicines, forPharmacy([startDrugImport], startImport(sendImports)))
  router.get(one, forPharmacy([getDrugImport], showImport))
  router.get(`${one}/now`, forPharmacy([getDrugImport], showRegion))
  router.post(`${one}/check`, forPharmacy([checkDrugImport], check))
  router.post(`${one}/apply`, forPharmacy([applyDrugImport], apply))
  // These addresses only answer forms; who comes back to them finds the import.
  router.get([`${one}/check`, `${one}/apply`], forPharmacy([getDrugImport], toImport))
  return router
}

const show: StaffHandler = async (context, pharmacy) => {
  const start = { values: FIRST_VALUES, faults: new Set<never>(), problem: null }
  await sendImports(context, pharmacy, { ...start, status: 200 })
}

async function sendImports(
  context: RequestContext,
  pharmacy: StoreCall,
  { status, ...start }: ImportsPageProps['start'] & { readonly status: number },
): Promise<void> {
  const listed = await imports(context, pharmacy)
  await sendHtml(context, importsPage({ frame: context.frame(), ...listed, start }), status)
}

const showTable: StaffHandler = async (context, pharmacy) => {
  const listed = await imports(context, pharmacy)
  const { viewer, preferences } = context
  await sendHtml(context, importsTable({ viewer, language: preferences.language, ...listed }))
}

async function imports(context: RequestContext, pharmacy: StoreCall) {
  const query = pageQuery(context.request.query)
  const call = { params: null, query: pageTexts(query), body: null }
  return { query, list: await pharmacy(pharmacyApi.listDrugImports, call) }
}

const showImport: StaffHandler = async (context, pharmacy) => {
  await sendImport(context, pharmacy, null)
}

const showRegion: StaffHandler = async (context, pharmacy) => {
  await sendHtml(context, importRegion(await importProps(context, pharmacy, null)))
}

async function sendImport(
  context: RequestContext,
  pharmacy: StoreCall,
  problem: string | null,
): Promise<void> {
  const html = importPage(await importProps(context, pharmacy, problem))
  await sendHtml(context, html, problem === null ? 200 : PROBLEM_CODES.state_conflict.status)
}

async function importProps(
  context: RequestContext,
  pharmacy: StoreCall,
  problem: string | null,
): Promise<ImportPageProps> {
  const importId = idOf(context)
  const query = pageQuery(context.request.query)
  const params = { importId: String(importId) }
  const [about, findings] = await Promise.all([
    pharmacy(pharmacyApi.getDrugImport, { params, query: null, body: null }),
    may(context.viewer, pharmacyApi.listImportFindings)
      ? pharmacy(pharmacyApi.listImportFindings, { params, query: pageTexts(query), body: null })
      : null,
  ])
  return { frame: context.frame(importPath(importId)), about, query, findings, problem }
}

const check: StaffHandler = async (context, pharmacy) => {
  await step(context, pharmacy, async (params) => {
    await pharmacy(pharmacyApi.checkDrugImport, { params, query: null, body: null })
  })
}

const ApplyForm = z.object({ confirmWithdrawn: z.literal('yes').optional() })

const apply: StaffHandler = async (context, pharmacy) => {
  const { confirmWithdrawn } = readForm(ApplyForm, context.request.body)
  const body = { confirmWithdrawn: confirmWithdrawn === 'yes' }
  const { notConfirmed, stepRefused } = texts(context.preferences.language).drugImports
  await step(
    context,
    pharmacy,
    async (params) => {
      await pharmacy(pharmacyApi.applyDrugImport, { params, query: null, body })
    },
    ({ state, counts }) =>
      state === 'checked' && counts?.mustConfirm === true && !body.confirmWithdrawn
        ? notConfirmed
        : stepRefused,
  )
}

/** Leads to the import, whose page moves from then on; what was refused is said there. */
async function step(
  context: RequestContext,
  pharmacy: StoreCall,
  ...[take, words]: readonly [
    (params: { readonly importId: string }) => Promise<void>,
    ((about: ImportPageProps['about']) => string)?,
  ]
): Promise<void> {
  const importId = idOf(context)
  try {
    await take({ importId: String(importId) })
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'state_conflict') throw error
    const params = { importId: String(importId) }
    const about = await pharmacy(pharmacyApi.getDrugImport, { params, query: null, body: null })
    const refused = texts(context.preferences.language).drugImports.stepRefused
    return await sendImport(context, pharmacy, words?.(about) ?? refused)
  }
  await redirect(context, importPath(importId))
}

const toImport: StaffHandler = async (context) => {
  await redirect(context, importPath(idOf(context)))
}

/** Throws ProblemError `not_found`. */
function idOf({ request }: RequestContext): number {
  const id = IdText.safeParse(request.params['importId'])
  if (!id.success) throw new ProblemError('not_found', 'There is no such import')
  return id.data
}
