// Every address of the portal that pages link to or post to, in one place for pages and routes.
import type { JobPage } from '@pharmacy-relay/shared/labels/job-lists.ts'

export const PATHS = {
  signIn: '/sign-in',
  /** The code of a second factor, after the password. */
  signInCode: '/sign-in/code',
  /** POST is for the browser script: what it asks the browser for; and the answer, fields `credential`, `returnTo`. */
  signInPasskeyOptions: '/sign-in/passkey/options',
  signInPasskey: '/sign-in/passkey',
  /** The same in place of a code. */
  codePasskeyOptions: '/sign-in/code/passkey/options',
  codePasskey: '/sign-in/code/passkey',
  forgotPassword: '/sign-in/forgot',
  /** A link for a new password was followed; its token is in a cookie. */
  passwordLink: '/password-link',
  /** The same of a change of the e-mail address. */
  emailLink: '/email-link',
  /** The same of a reset of the second factor, to which its owner objects. */
  resetLink: '/reset-link',
  /** The same of the end of text messages of a pharmacy, in each of those messages. */
  noSms: '/no-sms',
  /** A phone as a scanner: POST sends a scan, field `scan`. Its cookie is told to these addresses alone. */
  scanner: '/scanner',
  /** POST pairs it with a workplace, fields `code`, `name`. */
  pairScanner: '/scanner/pair',
  /** GET asks, POST has it forgotten. */
  forgetScanner: '/scanner/forget',
  signOut: '/sign-out',
  /** POST proves once more who is there, fields `password`, `code`, and what was being done. */
  confirm: '/confirm',
  /** The same by a passkey; fields `credential` and what was being done. */
  confirmPasskeyOptions: '/confirm/passkey/options',
  confirmPasskey: '/confirm/passkey',
  /** One's own account. */
  account: '/account',
  accountPassword: '/account/password',
  accountEmail: '/account/email',
  /** GET asks, POST begins to set one up. */
  secondFactor: '/account/second-factor',
  /** POST takes it into use. */
  activateFactor: '/account/second-factor/activate',
  /** POST makes new ones. */
  recoveryCodes: '/account/second-factor/recovery-codes',
  /** The same by a passkey, field `credential`; its options are those of a confirmation. */
  recoveryCodesPasskey: '/account/second-factor/recovery-codes/passkey',
  /** POST begins to make one, field `name`. */
  passkeys: '/account/passkeys',
  /** POST keeps it, fields `name`, `credential`. */
  addPasskey: '/account/passkeys/add',
  /** POST, fields `passkey`, `name`. */
  namePasskey: '/account/passkeys/name',
  /** POST, field `passkey`. */
  removePasskey: '/account/passkeys/remove',
  /** POST ends one, field `session`. */
  endSession: '/account/sessions/end',
  endOtherSessions: '/account/sessions/end-others',
  /** How long the session lasts, for the browser script. */
  session: '/session',
  /** POST, fields `language` or `theme`, and `returnTo`. */
  preferences: '/preferences',
  relay: '/relay',
  /** The live part of the list, with the same query as the list. */
  listTable: '/relay/table',
  newCustomer: '/relay/new',
  /** Computers of all pharmacies by problem. */
  support: '/support',
  /** The live part of it, with the same query. */
  supportTable: '/support/table',
  /** Computers of all pharmacies by a part of their name or address. */
  search: '/support/computers',
  /** What the search found, with the same query. */
  searchTable: '/support/computers/table',
  /** Support tasks; POST creates one, fields `storeId`, `subject`, `priority`, `clientId`. */
  supportTasks: '/support/tasks',
  /** The live part of it, with the same query. */
  supportTasksTable: '/support/tasks/table',
  /** Everybody who has an account. */
  staff: '/staff',
  /** GET is the form, POST invites. */
  invite: '/staff/invite',
  /** What staff did. */
  staffHistory: '/staff-history',
  /** What the store API does by the clock. */
  scheduler: '/scheduler',
  /** Text messages that were sent. */
  smsLog: '/sms-log',
  /** Those that the pharmacy API wanted to send. */
  messageLog: '/sms-log/pharmacy',
  /** Imports of drug lists; POST brings the files of one and has it checked. */
  medicines: '/medicines',
  /** The live part of it, with the same query. */
  importsTable: '/medicines/table',
  /** Cross-sale: rules, and pairs that were found. */
  crossSales: '/medicines/suggestions',
  /** GET finds groups and is the form, POST makes a rule. */
  newCrossSale: '/medicines/suggestions/new',
  events: '/events',
} as const

/** The page of one user. */
export function userPath(guid: string): string {
  return `${PATHS.staff}/${guid}`
}

/** What this user did. */
export function staffHistoryPath(guid: string): string {
  return `${PATHS.staffHistory}?staffGuid=${guid}`
}

export function customerPath(storeId: string): string {
  return `${PATHS.relay}/${encodeURIComponent(storeId)}`
}

/** The fragment with the computers of a pharmacy. */
export function computersPath(storeId: string): string {
  return `${customerPath(storeId)}/computers`
}

/** GET shows the form, POST saves it. */
export function editPath(storeId: string): string {
  return `${customerPath(storeId)}/edit`
}

/** GET shows the form of its opening hours, POST saves them. */
export function hoursPath(storeId: string): string {
  return `${customerPath(storeId)}/hours`
}

/** GET asks for a pairing code and lists those that are open, POST makes one and shows it once. */
export function pairingPath(storeId: string): string {
  return `${customerPath(storeId)}/pairing`
}

/** What became of a pairing code: a page, or for the browser script its live part. */
export function pairingCodePath(storeId: string, codeId: number): string {
  return `${pairingPath(storeId)}/${codeId}`
}

/** POST withdraws the open pairing codes of the pharmacy. */
export function withdrawCodesPath(storeId: string): string {
  return `${pairingPath(storeId)}/withdraw`
}

/** POST has the computers of the pharmacy use the first printer again, field `version`. */
export function firstAgainPath(storeId: string): string {
  return `${customerPath(storeId)}/first-printer`
}

/** POST approves a computer, field `computer`. */
export function approvePath(storeId: string): string {
  return `${customerPath(storeId)}/approve`
}

/** POST gives a computer its access back, field `computer`. */
export function restorePath(storeId: string): string {
  return `${customerPath(storeId)}/restore`
}

/** POST gives one of two copies a new identity, field `side`: computer id, a space, boot id. */
export function newIdentityPath(storeId: string): string {
  return `${customerPath(storeId)}/new-identity`
}

/** The page on which a computer is renamed, moved, removed; with `q` it finds pharmacies to move it to. */
export function computerPath(storeId: string, computerId: number): string {
  return `${computersPath(storeId)}/${computerId}`
}

/** POST saves the name, field `displayName`. */
export function renamePath(storeId: string, computerId: number): string {
  return `${computerPath(storeId, computerId)}/name`
}

/** POST withdraws the access of the computer. */
export function revokePath(storeId: string, computerId: number): string {
  return `${computerPath(storeId, computerId)}/revoke`
}

/** POST removes the computer. */
export function removePath(storeId: string, computerId: number): string {
  return `${computerPath(storeId, computerId)}/remove`
}

/** GET with `to`, a store id, asks whether to move the computer there, POST with the same field moves it. */
export function movePath(storeId: string, computerId: number): string {
  return `${computerPath(storeId, computerId)}/move`
}

/** The row of a computer on the page of its pharmacy. */
export function computerRowPath(storeId: string, computerId: number): string {
  return `${customerPath(storeId)}#${computerRowId(computerId)}`
}

export function computerRowId(computerId: number): string {
  return `computer-${computerId}`
}

/** Above the rows of its pharmacy: the two computers that have this one's identity. */
export function clonePath(storeId: string, computerId: number): string {
  return `${customerPath(storeId)}#${cloneId(computerId)}`
}

export function cloneId(computerId: number): string {
  return `clone-${computerId}`
}

/** Above the rows of a pharmacy: its computers that wait for approval. */
export function waitingPath(storeId: string): string {
  return `${customerPath(storeId)}#${WAITING_ID}`
}

export const WAITING_ID = 'waiting-title'

/** How the connection of a computer came and went. */
export function historyPath(storeId: string, computerId: number): string {
  return `${computerPath(storeId, computerId)}/history`
}

/** The same as a fragment. */
export function historyTablePath(storeId: string, computerId: number): string {
  return `${historyPath(storeId, computerId)}/table`
}

/** The page of the pharmacy with the editor for the role of one computer. */
export function editorPath(storeId: string, computerId: number): string {
  return `${customerPath(storeId)}?edit=${computerId}`
}

/** The same with the printer computer chosen. */
export function choosePrinterPath(storeId: string, computerId: number): string {
  return `${editorPath(storeId, computerId)}&role=1`
}

/** GET is the editor as a fragment, POST saves the role, or the printer and its port. */
export function rolePath(storeId: string, computerId: number): string {
  return `${computersPath(storeId)}/${computerId}/role`
}

/** POST asks the computer for its printers. */
export function printersPath(storeId: string, computerId: number): string {
  return `${computersPath(storeId)}/${computerId}/printers`
}

/** POST prints a test label, fields `computer` and `once`. */
export function testLabelPath(storeId: string): string {
  return `${customerPath(storeId)}/test-label`
}

/** POST asks a computer, field `computer`; `segment` says for what. */
export function requestPath(storeId: string, segment: string): string {
  return `${customerPath(storeId)}/${segment}`
}

/** The page of a computer's labels, or of one page of a list of them; with `?list=1` it asks the computer for them. */
export function jobsPath(storeId: string, computerId: number, which: WhichJobs = {}): string {
  return `${computersPath(storeId)}/${computerId}/jobs${jobQuery(which)}`
}

interface WhichJobs extends Partial<JobPage> {
  readonly isAsked?: boolean
}

/** The labels of a computer as a fragment. */
export function jobListPath(storeId: string, computerId: number, page: JobPage): string {
  return `${jobsPath(storeId, computerId)}/list${jobQuery(page)}`
}

function jobQuery({ only = null, before = null, isAsked = false }: WhichJobs): string {
  const query = new URLSearchParams()
  if (only !== null) query.set('only', only)
  if (before !== null) query.set('before', String(before))
  if (isAsked) query.set('list', '1')
  return query.size === 0 ? '' : `?${query.toString()}`
}

/** POST has the computer cancel a label. */
export function cancelJobPath(storeId: string, computerId: number, jobId: string): string {
  return `${jobsPath(storeId, computerId)}/${jobId}/cancel`
}
