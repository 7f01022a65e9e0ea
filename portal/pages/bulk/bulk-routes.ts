// GET /support/bulk previews an action for a list, POST starts what was previewed; GET /support/bulk/:id is how far it has come.
import { Router } from 'express'
import { z } from 'zod'
import { isRecentSignIn, may } from '@pharmacy-relay/shared/api/access.ts'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { signedInAtOf } from '@pharmacy-relay/relay-server/auth/access-token.ts'
import { readForm } from '../../http/forms.ts'
import { redirect, sendHtml } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import { PATHS } from '../../views/paths.ts'
import { BULK_ACTIONS, BULK_PURPOSE } from './bulk-actions.ts'
import { BULK_PATH, bulkAddress, bulkRunPath, BulkQuery } from './bulk-address.ts'
import { previewOf } from './bulk-preview.ts'
import { previewPage } from './bulk-preview-page.tsx'
import { bulkGonePage, runPage } from './bulk-run-page.tsx'
import { runRegion } from './bulk-run-region.tsx'
import type { BulkRun, BulkRuns } from './bulk-runs.ts'

export function bulkRoutes(forStaff: ForStaff, runs: BulkRuns): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(BULK_PATH, forStaff(BULK_PURPOSE, preview(runs)))
  router.post(BULK_PATH, forStaff(BULK_PURPOSE, start(runs)))
  router.get(`${BULK_PATH}/:id`, forStaff(BULK_PURPOSE, show(runs)))
  router.get(`${BULK_PATH}/:id/table`, forStaff(BULK_PURPOSE, showTable(runs)))
  return router
}

const preview =
  (runs: BulkRuns): StaffHandler =>
  async (context, store) => {
    const { query } = context.request
    // Nothing was chosen: the lists are where that is done.
    if (query['action'] === undefined) return await redirect(context, PATHS.support)
    await sendPreview(context, { runs, store, query: readQuery(context), isBusy: false })
  }

interface Previewed {
  readonly runs: BulkRuns
  readonly store: StoreCall
  readonly query: BulkQuery
  /** Another one of this person is under way: nothing was started. */
  readonly isBusy: boolean
}

async function sendPreview(
  context: RequestContext,
  { runs, store, query, isBusy }: Previewed,
): Promise<void> {
  const nowMs = context.now().getTime()
  const found = await previewOf(store, query, { owner: ownerOf(context), nowMs })
  const once = runs.keep(found, nowMs)
  const html = previewPage({ frame: context.frame(), query, preview: found, once, isBusy })
  await sendHtml(context, html, isBusy ? 409 : 200)
}

const StartForm = z.object({ once: z.string().max(64) })

const start =
  (runs: BulkRuns): StaffHandler =>
  async (context, store) => {
    const query = readQuery(context)
    const { once } = readForm(StartForm, context.request.body)
    const nowMs = context.now().getTime()
    const found = runs.previewOf(once, ownerOf(context), nowMs)
    // What is not known any more is shown and asked again.
    if (found === null || found.kind !== query.action || found.touched.length === 0)
      return await redirect(context, bulkAddress(query))
    const startedId = runs.startedBy(once, nowMs)
    if (startedId !== null) return await redirect(context, bulkRunPath(startedId))
    if (runs.isBusy(found.owner, nowMs))
      return await sendPreview(context, { runs, store, query, isBusy: true })
    const { atOnce, act, endpoint } = BULK_ACTIONS[found.kind]
    if (endpoint.recentSignIn) requireRecent(context)
    const one = async (target: Parameters<typeof act>[1]) => act(store, target, context.now().getTime())
    const run = runs.start(once, { preview: found, atOnce, act: one }, nowMs)
    await redirect(context, bulkRunPath(run.id))
  }

const show =
  (runs: BulkRuns): StaffHandler =>
  async (context) => {
    const run = runOf(context, runs)
    const frame = context.frame()
    await sendHtml(
      context,
      run === null ? bulkGonePage(frame) : runPage({ frame, run }),
      run === null ? 404 : 200,
    )
  }

const showTable =
  (runs: BulkRuns): StaffHandler =>
  async (context) => {
    const run = runOf(context, runs)
    if (run === null) throw new ProblemError('not_found', 'This is not known any more')
    await sendHtml(context, runRegion({ language: context.preferences.language, run }))
  }

/** No computer is touched by somebody who would be asked half-way who he is. */
const LONGEST_ROLES_MS = 120_000

/** Throws ProblemError `sign_in_again`, which the portal answers with a page that leads back to the form. */
function requireRecent(context: RequestContext): void {
  const { session } = context
  if (session === null) throw new ProblemError('token_missing', 'Sign in first')
  const signedInAt = signedInAtOf(session.tokens.accessToken)
  const atItsEnd = new Date(context.now().getTime() + LONGEST_ROLES_MS)
  if (!isRecentSignIn({ role: session.user.role, signedInAt }, atItsEnd))
    throw new ProblemError('sign_in_again', 'Sign in again to do this')
}

function runOf(context: RequestContext, runs: BulkRuns): BulkRun | null {
  return runs.find(String(context.request.params['id']), ownerOf(context), context.now().getTime())
}

function ownerOf({ session }: RequestContext): string {
  if (session === null) throw new ProblemError('token_missing', 'Sign in first')
  return session.user.guid
}

/** Throws ProblemError `invalid` with every faulty field, and `role_not_allowed` where the action is not this person's. */
function readQuery({ request, viewer }: RequestContext): BulkQuery {
  const parsed = BulkQuery.safeParse(request.query)
  if (!parsed.success) {
    const errors = fieldFaults('query', parsed.error)
    throw new ProblemError('invalid', 'The address of the preview is not valid', { errors })
  }
  if (!may(viewer, BULK_ACTIONS[parsed.data.action].endpoint))
    throw new ProblemError('role_not_allowed', 'Your role may not do this')
  return parsed.data
}
