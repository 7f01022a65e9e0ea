// The Express app of the portal: assets, then for every page who asks, where from, what for.
import express, { type Express, type RequestHandler } from 'express'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { MAX_LIST_FILE_BYTES } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { ReplyMetrics } from '@pharmacy-relay/relay-server/http/reply-metrics.ts'
import { traceRequests } from '@pharmacy-relay/relay-server/http/request-trace.ts'
import type { AssetFiles } from './assets/asset-files.ts'
import { serveAssets } from './assets/serve-assets.ts'
import { eventRoutes } from './events/event-routes.ts'
import type { PortalStreams } from './events/portal-streams.ts'
import { answerPageProblems } from './http/answer-problems.ts'
import { refuseForeignForms, refuseForeignOrigins } from './http/refuse-foreign.ts'
import { receiveUploads } from './http/receive-uploads.ts'
import { requireSecondFactor } from './http/require-second-factor.ts'
import type { RequestContexts } from './http/request-contexts.ts'
import { securityHeaders } from './http/security-headers.ts'
import { staffAccess } from './http/staff.ts'
import { dropTrailingSlash } from './http/trailing-slash.ts'
import { accountRoutes } from './pages/account/account-routes.ts'
import { passkeyRoutes } from './pages/account/passkey-routes.ts'
import { secondFactorRoutes } from './pages/account/second-factor-routes.ts'
import { bulkRoutes } from './pages/bulk/bulk-routes.ts'
import { BulkRuns } from './pages/bulk/bulk-runs.ts'
import { computerRoutes } from './pages/computer/computer-routes.ts'
import { linkRoutes } from './pages/links/link-routes.ts'
import { moveRoutes } from './pages/computer/move-routes.ts'
import { askToConfirm } from './pages/confirm/ask-to-confirm.ts'
import { confirmRoutes } from './pages/confirm/confirm-routes.ts'
import { crossSaleRoutes } from './pages/cross-sales/cross-sale-routes.ts'
import { newCrossSaleRoutes } from './pages/cross-sales/new-cross-sale-routes.ts'
import { customerFormRoutes } from './pages/customer-form/customer-form-routes.ts'
import { drugImportRoutes } from './pages/drug-imports/drug-import-routes.ts'
import { exportRoutes } from './pages/exports/export-routes.ts'
import { historyRoutes } from './pages/history/history-routes.ts'
import { jobsRoutes } from './pages/jobs/jobs-routes.ts'
import { overviewRoutes } from './pages/overview/overview-routes.ts'
import { pairingRoutes } from './pages/pairing/pairing-routes.ts'
import { approvalRoutes } from './pages/relay-detail/approval-routes.ts'
import { printersRoutes } from './pages/relay-detail/printers-routes.ts'
import { relayDetailRoutes } from './pages/relay-detail/relay-detail-routes.ts'
import { roleEditorRoutes } from './pages/relay-detail/role-editor-routes.ts'
import { standbyRoutes } from './pages/relay-detail/standby-routes.ts'
import { testLabelRoutes } from './pages/relay-detail/test-label-routes.ts'
import { relayListRoutes } from './pages/relay-list/relay-list-routes.ts'
import { requestRoutes } from './pages/requests/request-routes.ts'
import { scannerRoutes } from './pages/scanner/scanner-routes.ts'
import { SHOP_UPLOADS, shopRoutes } from './pages/shop/shop-routes.ts'
import { schedulerRoutes } from './pages/scheduler/scheduler-routes.ts'
import { signInRoutes } from './pages/sign-in/sign-in-routes.ts'
import { smsLogRoutes } from './pages/sms-log/sms-log-routes.ts'
import { inviteRoutes } from './pages/staff/invite-routes.ts'
import { userRoutes } from './pages/staff/user-routes.ts'
import { staffHistoryRoutes } from './pages/staff-history/staff-history-routes.ts'
import { searchRoutes } from './pages/search/search-routes.ts'
import { supportRoutes } from './pages/support/support-routes.ts'
import { settingsRoutes } from './pages/support-settings/settings-routes.ts'
import { TASK_FILES, taskFileRoutes } from './pages/support-tasks/file-routes.ts'
import { supportTaskRoutes } from './pages/support-tasks/task-routes.ts'
import { typingRoutes } from './pages/support-tasks/typing-routes.ts'
import { OneTimeForms } from './session/one-time-forms.ts'
import type { OriginRule } from './session/same-origin.ts'
import type { ScannerCookie } from './session/scanner-cookie.ts'
import type { Sessions } from './session/sessions.ts'
import type { ShortCookies } from './session/short-cookies.ts'
import type { SignIns } from './session/sign-ins.ts'
import type { UpstreamApi } from './upstream.ts'
import { PATHS } from './views/paths.ts'

const MAX_FORM_BYTES = 32_768
const MAX_FORM_FIELDS = 50

export interface PortalAppGiven {
  readonly assets: AssetFiles
  readonly contexts: RequestContexts
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly cookies: ShortCookies
  readonly scannerCookie: ScannerCookie
  readonly streams: PortalStreams
  readonly store: UpstreamApi
  readonly identity: UpstreamApi
  readonly pharmacy: UpstreamApi
  readonly origin: OriginRule
  readonly logger: Logger
  /** Left out in tests that count nothing. */
  readonly replies?: ReplyMetrics | undefined
}

export function createPortalApp(given: PortalAppGiven): Express {
  const { assets, contexts, origin, logger, replies } = given
  const app = express()
  app.disable('x-powered-by')
  app.set('query parser', 'simple')
  app.set('etag', false)
  app.set('case sensitive routing', true)
  app.use(traceRequests({ isBehindGateway: false, logger, metrics: replies }))
  app.use(securityHeaders({ isSecure: origin.publicOrigin.startsWith('https:') }))
  app.use('/assets', serveAssets(assets))
  app.use(dropTrailingSlash)
  app.use(contexts.begin, refuseForeignOrigins(contexts, origin))
  app.use(express.urlencoded({ ...FORM_OPTIONS, type: 'application/x-www-form-urlencoded' }))
  app.use([UPLOADS, TASK_FILES, ...SHOP_UPLOADS].map((uploads) => receiveUploads(contexts, uploads)))
  app.use(refuseForeignForms(contexts))
  app.use(requireSecondFactor(contexts))
  app.use(pages(given))
  app.use(() => {
    throw new ProblemError('not_found', 'There is nothing at this address')
  })
  const askAgain = askToConfirm({ sessions: given.sessions, identity: given.identity })
  app.use(answerPageProblems({ contexts, logger, askAgain }))
  return app
}

function pages(given: PortalAppGiven): RequestHandler[] {
  const { contexts, sessions, signIns, cookies, streams, store, identity, pharmacy, origin } = given
  const forStaff = staffAccess({ contexts, sessions, store, identity })
  const forIdentity = staffAccess({ contexts, sessions, store: identity, identity })
  const forPharmacy = staffAccess({ contexts, sessions, store: pharmacy, identity })
  const { publicOrigin } = origin
  return [
    signInRoutes({ contexts, sessions, signIns, cookies }),
    linkRoutes({ contexts, sessions, identity, pharmacy, cookies }),
    scannerRoutes({ contexts, pharmacy, cookie: given.scannerCookie }),
    ...ownAccount({ forStaff, sessions }),
    eventRoutes({ contexts, streams, origin }),
    // Before the page of a pharmacy, whose pattern would take `new` and `table` for store ids.
    exportRoutes(forStaff, given.logger.named('exports')),
    relayListRoutes(forStaff),
    customerFormRoutes(forStaff),
    pairingRoutes({ forStaff, oneTimeForms: new OneTimeForms(), publicOrigin }),
    computerRoutes(forStaff),
    moveRoutes(forStaff),
    approvalRoutes(forStaff),
    roleEditorRoutes(forStaff),
    standbyRoutes(forStaff),
    printersRoutes(forStaff),
    testLabelRoutes(forStaff),
    ...ofSupport(forStaff, streams),
    bulkRoutes(forStaff, new BulkRuns(given.logger.named('bulk'))),
    staffHistoryRoutes(forStaff),
    schedulerRoutes(forStaff),
    inviteRoutes(forIdentity),
    userRoutes(forIdentity),
    smsLogRoutes(forIdentity, forPharmacy),
    drugImportRoutes(forPharmacy),
    newCrossSaleRoutes(forPharmacy),
    crossSaleRoutes(forPharmacy),
    ...shopRoutes(forStaff),
    historyRoutes(forStaff),
    jobsRoutes(forStaff),
    requestRoutes(forStaff),
    relayDetailRoutes(forStaff),
  ]
}

function ofSupport(forStaff: ReturnType<typeof staffAccess>, { pages }: PortalStreams): RequestHandler[] {
  return [
    overviewRoutes(forStaff),
    supportRoutes(forStaff),
    searchRoutes(forStaff),
    settingsRoutes(forStaff),
    supportTaskRoutes(forStaff),
    typingRoutes(forStaff, pages),
    taskFileRoutes(forStaff),
  ]
}

/** What staff do to their own account. */
function ownAccount(parts: Parameters<typeof confirmRoutes>[0]): RequestHandler[] {
  return [
    accountRoutes(parts.forStaff),
    passkeyRoutes(parts),
    secondFactorRoutes(parts),
    confirmRoutes(parts),
  ]
}

/** The files of a drug list. */
const UPLOADS = {
  path: new RegExp(`^${PATHS.medicines}$`),
  purpose: [pharmacyApi.startDrugImport],
  maxFiles: 4,
  maxFileBytes: MAX_LIST_FILE_BYTES,
} as const

const FORM_OPTIONS = {
  extended: false,
  inflate: false,
  limit: MAX_FORM_BYTES,
  parameterLimit: MAX_FORM_FIELDS,
} as const
