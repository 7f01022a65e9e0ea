// The Express app of the portal: assets, then for every page who visits, where from, what for.
import express, { type Express } from 'express'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { traceRequests } from '@pharmacy-relay/relay-server/http/problem-replies.ts'
import type { AssetFiles } from './assets/asset-files.ts'
import { serveAssets } from './assets/serve-assets.ts'
import { accessRoutes } from './routes/access.ts'
import { beginVisits, refuseForeignForms, refuseForeignOrigins } from './routes/begin-visits.ts'
import { checkRoutes } from './routes/check.ts'
import { computerRoutes } from './routes/computer.ts'
import { customerFormRoutes } from './routes/customer-forms.ts'
import { eventRoutes } from './routes/events.ts'
import { historyRoutes } from './routes/history.ts'
import { jobsRoutes } from './routes/jobs.ts'
import { pairingRoutes } from './routes/pairing.ts'
import type { PortalParts } from './routes/portal-parts.ts'
import { printersRoutes } from './routes/printers.ts'
import { answerPageProblems } from './routes/problems.ts'
import { relayDetailRoutes } from './routes/relay-detail.ts'
import { relayListRoutes } from './routes/relay-list.ts'
import { roleEditorRoutes } from './routes/role-editor.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { supportRoutes } from './routes/support.ts'
import { testLabelRoutes } from './routes/test-label.ts'
import { dropTrailingSlash } from './routes/trailing-slash.ts'
import { securityHeaders } from './security-headers.ts'

const MAX_FORM_BYTES = 32_768
const MAX_FORM_FIELDS = 50

export function createPortalApp(parts: PortalParts & { readonly assets: AssetFiles }): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('query parser', 'simple')
  app.set('etag', false)
  app.set('case sensitive routing', true)
  app.use(traceRequests, securityHeaders({ isSecure: parts.origin.publicOrigin.startsWith('https:') }))
  app.use('/assets', serveAssets(parts.assets))
  app.use(dropTrailingSlash)
  app.use(beginVisits(parts), refuseForeignOrigins(parts))
  app.use(express.urlencoded({ ...FORM_OPTIONS, type: 'application/x-www-form-urlencoded' }))
  app.use(refuseForeignForms(parts))
  app.use(signInRoutes(parts), eventRoutes(parts))
  // Before the page of a pharmacy, whose pattern would take `new` and `table` for store ids.
  app.use(relayListRoutes(parts), customerFormRoutes(parts))
  app.use(pairingRoutes(parts), computerRoutes(parts), accessRoutes(parts))
  app.use(roleEditorRoutes(parts), printersRoutes(parts), testLabelRoutes(parts))
  app.use(supportRoutes(parts), historyRoutes(parts))
  app.use(jobsRoutes(parts), checkRoutes(parts), relayDetailRoutes(parts))
  app.use(() => {
    throw new ProblemError('not_found', 'There is nothing at this address')
  })
  app.use(answerPageProblems(parts))
  return app
}

const FORM_OPTIONS = {
  extended: false,
  inflate: false,
  limit: MAX_FORM_BYTES,
  parameterLimit: MAX_FORM_FIELDS,
} as const
