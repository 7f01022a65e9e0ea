// For tests: where the links and buttons of a page lead, and which endpoints of the store stand behind each.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ROW_REQUESTS } from '../pages/requests/row-requests.tsx'
import type { RowRequest } from '../pages/requests/row-request.ts'
import { BEHIND_SHOP } from './shop/shop-addresses.ts'

/** Of the APIs whose endpoints stand behind links and buttons. */
export const panelApi = { ...storeApi, ...identityApi, ...pharmacyApi }
export type PanelEndpoint = keyof typeof panelApi

/** `GET /relay/new` for a link or a search form, `POST /relay/P-1001/approve` for a button. */
export function shownAddresses(html: string): Set<string> {
  const links = [...html.matchAll(/<a\b[^>]*\shref="(\/[^"]*)"/g)].map(([, path = '']) => `GET ${path}`)
  return new Set([...links, ...formsOf(html)].map((address) => address.replace(/#.*$/, '')))
}

/** Those that have a button, inside or elsewhere on the page. */
function formsOf(html: string): string[] {
  const forms = [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, tag = '', inside = '']) => ({
    method: /method="post"/.test(tag) ? 'POST' : 'GET',
    action: /action="([^"]*)"/.exec(tag)?.[1] ?? '',
    id: /\sid="([^"]*)"/.exec(tag)?.[1] ?? null,
    hasButton: inside.includes('<button'),
  }))
  const ids = new Set(forms.map(({ id }) => id))
  for (const [, id = ''] of html.matchAll(/<button\b[^>]*\sform="([^"]*)"/g)) {
    if (!ids.has(id)) throw new Error(`A button belongs to the form ${id}, which is not on the page`)
  }
  return forms
    .filter(({ id, hasButton }) => hasButton || html.includes(` form="${id}"`))
    .map(({ method, action }) => `${method} ${action}`)
}

function behindRequest({ request, segment }: RowRequest): readonly [RegExp, readonly PanelEndpoint[]] {
  const names = Object.keys(panelApi) as PanelEndpoint[]
  return [
    new RegExp(`^POST /relay/P-\\d+/${segment}$`),
    names.filter((name) => panelApi[name] === request.endpoint),
  ]
}

/** One of each list is needed: the second is what the part of the page is there for on which the button stands. */
const BEHIND: readonly (readonly [RegExp, ...(readonly PanelEndpoint[])[]])[] = [
  [/^(GET|POST) \/relay\/new$/, ['createCustomer']],
  [/^(GET|POST) \/relay\/P-\d+\/edit$/, ['updateCustomer']],
  [/^(GET|POST) \/relay\/P-\d+\/hours$/, ['setOpeningHours']],
  [/^(GET|POST) \/relay\/P-\d+\/pairing$/, ['makePairingCode']],
  [/^GET \/relay\/P-\d+\/pairing\/\d+$/, ['getPairingCode']],
  [/^POST \/relay\/P-\d+\/pairing\/withdraw$/, ['withdrawPairingCodes']],
  [/^POST \/relay\/P-\d+\/approve$/, ['approveComputer']],
  [/^POST \/relay\/P-\d+\/restore$/, ['restoreComputer']],
  [/^POST \/relay\/P-\d+\/new-identity$/, ['newIdentity']],
  [/^POST \/relay\/P-\d+\/test-label$/, ['PrintTestLabelAsync']],
  ...ROW_REQUESTS.map(behindRequest),
  [/^GET \/relay\/P-\d+\?edit=\d+(&role=1)?$/, ['setRole', 'savePrinterConfig']],
  [/^POST \/relay\/P-\d+\/computers\/\d+\/role$/, ['setRole', 'savePrinterConfig']],
  [/^POST \/relay\/P-\d+\/computers\/\d+\/printers$/, ['ListPrintersAsync'], ['savePrinterConfig']],
  [/^GET \/relay\/P-\d+\/computers\/\d+\?ask=remove$/, ['removeComputer']],
  [/^POST \/relay\/P-\d+\/computers\/\d+\/name$/, ['renameComputer']],
  [/^POST \/relay\/P-\d+\/computers\/\d+\/revoke$/, ['revokeComputer']],
  [/^POST \/relay\/P-\d+\/computers\/\d+\/remove$/, ['removeComputer']],
  [/^(GET|POST) \/relay\/P-\d+\/computers\/\d+\/move(\?to=.*)?$/, ['moveComputer']],
  [/^GET \/relay\/P-\d+\/computers\/\d+\/history$/, ['computerHistory']],
  [/^GET \/relay\/P-\d+\/computers\/\d+\/jobs(\?[a-z0-9=&;-]+)?$/, ['ListJobsAsync']],
  [/^POST \/relay\/P-\d+\/computers\/\d+\/jobs\/[-0-9a-f]+\/cancel$/, ['CancelJobAsync']],
  [/^GET \/support(\.csv)?(\?.*)?$/, ['listProblems']],
  [/^GET \/staff(\?.*)?$/, ['listUsers']],
  [/^(GET|POST) \/staff\/invite$/, ['inviteUser']],
  [/^GET \/staff\/[-0-9a-f]{36}$/, ['getUser']],
  [/^POST \/staff\/[-0-9a-f]{36}\/link$/, ['sendUserLink']],
  [/^POST \/staff\/[-0-9a-f]{36}\/role$/, ['changeUserRole']],
  [/^POST \/staff\/[-0-9a-f]{36}\/state$/, ['changeUserState']],
  [/^POST \/staff\/[-0-9a-f]{36}\/reset$/, ['askFactorReset'], ['listFactorResets']],
  [/^POST \/staff\/[-0-9a-f]{36}\/reset\/confirm$/, ['confirmFactorReset'], ['listFactorResets']],
  [/^POST \/staff\/[-0-9a-f]{36}\/reset\/end$/, ['endFactorReset'], ['listFactorResets']],
  [/^POST \/staff\/[-0-9a-f]{36}\/session$/, ['endSession'], ['getUser']],
  [/^POST \/staff\/[-0-9a-f]{36}\/sessions$/, ['endOtherSessions'], ['getUser']],
  [/^GET \/medicines(\?.*)?$/, ['listDrugImports']],
  [/^POST \/medicines$/, ['startDrugImport'], ['listDrugImports']],
  [/^GET \/medicines\/imports\/\d+(\?.*)?$/, ['getDrugImport']],
  [/^POST \/medicines\/imports\/\d+\/check$/, ['checkDrugImport'], ['getDrugImport']],
  [/^POST \/medicines\/imports\/\d+\/apply$/, ['applyDrugImport'], ['getDrugImport']],
  [/^GET \/medicines\/suggestions(\?.*)?$/, ['listCrossSales']],
  [/^(GET|POST) \/medicines\/suggestions\/new(\?.*)?$/, ['makeCrossSale']],
  [/^GET \/medicines\/suggestions\/\d+$/, ['getCrossSale']],
  [/^POST \/medicines\/suggestions\/\d+$/, ['changeCrossSale'], ['getCrossSale']],
  [/^POST \/medicines\/suggestions\/\d+\/approval$/, ['approveCrossSale'], ['getCrossSale']],
  [/^POST \/medicines\/suggestions\/\d+\/end$/, ['endCrossSale'], ['getCrossSale']],
  [/^GET \/sms-log(\?.*)?$/, ['listSms']],
  [/^GET \/sms-log\/pharmacy(\?.*)?$/, ['listMessages']],
  [/^GET \/scheduler$/, ['listTasks']],
  [/^GET \/scheduler\/tasks\/[a-z-]+(\?.*)?$/, ['listTaskRuns']],
  [/^GET \/scheduler\/days(\?.*)?$/, ['listDays']],
  [/^POST \/scheduler\/run$/, ['runTask'], ['listTasks']],
  [/^POST \/scheduler\/pause$/, ['pauseTask'], ['listTasks']],
  [/^POST \/scheduler\/resume$/, ['resumeTask'], ['listTasks']],
  [/^GET \/staff-history(\.csv)?(\?.*)?$/, ['listStaffOperations']],
  [/^GET \/support\/computers(\.csv)?(\?.*)?$/, ['searchComputers']],
  [/^GET \/search(\?.*)?$/, ['searchEverywhere']],
  [/^GET \/support\/bulk$/, ['setRole', 'CheckUpdatesAsync', 'ListPrintersAsync']],
  [/^(GET|POST) \/support\/bulk\?action=update&q=.*$/, ['CheckUpdatesAsync'], ['searchComputers']],
  ...BEHIND_SHOP,
  [/^GET \/$/, ['getDashboard']],
  [/^GET \/\?since=[-0-9T:.]+Z$/, ['getDashboard'], ['listChanges']],
  [/^GET \/support\/times$/, ['listSupportTimes']],
  [/^GET \/support\/settings$/, ['listProblemRules']],
  [/^POST \/support\/settings\/duty$/, ['setDuty'], ['getDuty'], ['listProblemRules']],
  [/^POST \/support\/settings\/rule$/, ['setProblemRule'], ['listProblemRules']],
  [
    /^POST \/support\/settings\/answer$/,
    ['createAnswer', 'changeAnswer'],
    ['listAnswers'],
    ['listProblemRules'],
  ],
  [
    /^POST \/support\/tasks\/\d+\/hand-over$/,
    ['handOverSupportTask'],
    ['listColleagues'],
    ['getSupportTask'],
  ],
  [/^POST \/support\/tasks\/\d+\/files$/, ['keepTaskFile'], ['getSupportTask']],
  [/^GET \/support\/tasks\/\d+\/files\/\d+$/, ['readTaskFile'], ['getSupportTask']],
  [/^GET \/support\/tasks(\.csv)?(\?.*)?$/, ['listSupportTasks']],
  [/^POST \/support\/tasks$/, ['createSupportTask'], ['listSupportTasks']],
  [/^GET \/support\/tasks\/\d+$/, ['getSupportTask']],
  [/^POST \/support\/tasks\/\d+\/claim$/, ['claimSupportTask'], ['getSupportTask']],
  [/^POST \/support\/tasks\/\d+\/release$/, ['releaseSupportTask'], ['getSupportTask']],
  [/^POST \/support\/tasks\/\d+\/take-over$/, ['takeOverSupportTask'], ['getSupportTask']],
  [/^POST \/support\/tasks\/\d+\/done$/, ['resolveSupportTask'], ['getSupportTask']],
  [/^POST \/support\/tasks\/\d+\/reopen$/, ['reopenSupportTask'], ['getSupportTask']],
  [/^POST \/support\/tasks\/\d+\/removal$/, ['removeSupportTask'], ['getSupportTask']],
  [/^POST \/support\/tasks\/\d+\/messages$/, ['sendTaskMessage'], ['getSupportTask']],
]
const FOR_EVERYBODY =
  /^GET (\/sign-in\?.*|\/account|\/account\/second-factor|\/relay(\.csv)?|\/relay(\.csv)?\?.*|\/relay\/P-\d+(\/computers\/\d+)?)$|^POST \/(sign-out|preferences)$/

/** Null for what is for everybody: signing out, display, the list itself, the pages of pharmacies and of their computers. Throws for an address that no one has said the endpoints of. */
export function endpointsBehind(address: string): readonly (readonly PanelEndpoint[])[] | null {
  if (FOR_EVERYBODY.test(address)) return null
  const known = BEHIND.find(([pattern]) => pattern.test(address))
  if (known === undefined) throw new Error(`Which endpoint stands behind ${address}?`)
  const [, ...lists] = known
  return lists
}

/** Every endpoint that something in the panel leads to. */
export const ENDPOINTS_BEHIND_BUTTONS = [...new Set(BEHIND.flatMap(([, ...lists]) => lists.flat()))]
