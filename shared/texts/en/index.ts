// Every text that people read, in English. The shape of this catalogue is the type the other languages keep to.
import { byCount, count, languageEn, number } from './language.ts'
import type { RoleName } from '../../device-role.ts'
import type { CloseReason } from '../../device.ts'
import type { UserRole } from '../../user-role.ts'
import { accountEn } from './account.ts'
import { agentEn } from './agent.ts'
import { computersEn } from './computers.ts'
import { diagnosisEn } from './diagnosis.ts'
import { healthEn } from './support/health.ts'
import { openingHoursEn } from './support/opening-hours.ts'
import { messageLogEn } from './message-log.ts'
import { optOutEn } from './opt-out.ts'
import { storefrontEn } from './shop/storefront.ts'
import { messagesEn } from './messages.ts'
import { summaryEn } from './summary.ts'
import { updatesEn } from './updates.ts'
import { crossSaleEn } from './medicines/cross-sale.ts'
import { drugImportsEn } from './medicines/drug-imports.ts'
import { installerEn } from './installer.ts'
import { jobsEn } from './jobs.ts'
import { labelsEn } from './labels.ts'
import { pairingEn } from './pairing.ts'
import { printingEn } from './printing.ts'
import { standbyEn } from './standby.ts'
import { problems } from './problems.ts'
import { scannerEn } from './scanner.ts'
import { settingsEn } from './settings.ts'
import { shopEn } from './shop/shop.ts'
import { reasonsEn } from './reasons.ts'
import { schedulerEn } from './shop/scheduler.ts'
import { invoiceDocumentEn } from './shop/invoice-document.ts'
import { staffHistoryEn } from './staff-history.ts'
import { staffEn } from './staff.ts'
import { supportEn } from './support.ts'
import { searchEn } from './support/search.ts'
import { supportDeskEn } from './support/desk.ts'
import { supportTasksEn } from './support/tasks.ts'
import { trayEn } from './tray.ts'
import { windowEn } from './window/frame.ts'
import { windowCounterEn } from './window/counter.ts'
import { windowDispensingEn } from './window/dispensing.ts'
import { windowHelpEn } from './window/help.ts'
import { windowPagesEn } from './window/pages.ts'
import { waitOf } from '../wait.ts'

export const en = {
  locale: languageEn.locale,
  frame: {
    product: 'Pharmacy Relay',
    skipToContent: 'Skip to content',
    mainNavigation: 'Main',
    pharmacies: 'Pharmacies',
    display: 'Display',
    language: 'Language',
    theme: 'Theme',
    themes: { auto: 'Like the system', light: 'Light', dark: 'Dark' },
    signOut: 'Sign out',
    signedInAs: (name: string) => `Signed in as ${name}`,
  },
  /** The warning before a session ends. */
  sessionEnd: {
    idle: 'Nobody has used the panel for a while: you are about to be signed out. Any key or click keeps you signed in.',
    final: 'Your session is about to end. Save what you are doing; then sign in again.',
    over: 'You are signed out. What you typed is still here, but it is not saved. Sign in in another tab, then come back and save it here.',
    again: 'You are signed in again. What you typed is still here: save it.',
    other:
      'Somebody else is signed in now. What you typed cannot be saved from this page: copy it, then reload.',
    signIn: 'Sign in in another tab',
    left: 'Time left:',
    stay: 'Stay signed in',
  },
  live: {
    live: 'Live',
    connecting: 'Connecting…',
    reconnecting: (time: string) => `Reconnecting… as of ${time}`,
    natsAway: 'NATS is away, so the hubs do not reach each other.',
    natsAwayMeans:
      'Computers of a pharmacy that are connected to different hubs find each other only within the network of their pharmacy; labels that cannot go that way wait on their computer. Everything else goes on: what you ask here of a computer that is online still reaches it.',
  },
  common: {
    copy: 'Copy',
    copyThing: (thing: string) => `Copy ${thing}`,
    copied: 'Copied',
    copyFailed: 'Select and copy it by hand',
    cancel: 'Cancel',
    back: 'Back to the pharmacies',
    tryAgain: 'Try again',
    unknown: 'unknown',
    breadcrumb: 'Breadcrumb',
  },
  userRoles: {
    Admin: 'Admin',
    Support: 'Support',
    SuperSupport: 'Super support',
    Pharmacist: 'Pharmacist',
    Customer: 'Customer',
    Service: 'Service',
  } satisfies Record<UserRole, string>,
  deviceRoles: {
    None: 'None',
    PrinterComputer: 'Printer computer',
    Client: 'Client',
  } satisfies Record<RoleName, string>,
  signIn: {
    title: 'Sign in',
    intro: 'For the support team.',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    ended:
      'Your session has ended: nobody used the panel for a while, its time was over, it was ended in another browser, or an Admin changed your account. Sign in to go on.',
    signedOut: 'You are signed out.',
    tooOften: 'Too many tries to sign in.',
    notSent: 'You were signed out, so nothing was saved. Sign in and do it again.',
    wrong: 'E-mail or password is not right.',
    notStaff: 'This account may not use the panel.',
  },
  pharmacies: {
    title: 'Pharmacies',
    add: 'Add a pharmacy',
    filters: 'Filter the pharmacies',
    storeId: 'Store ID',
    name: 'Name',
    email: 'E-mail',
    phone: 'Phone',
    computers: 'Computers',
    connected: 'Connected',
    apply: 'Filter',
    clear: 'Clear filters',
    total: (total: number) => count(total, 'pharmacy', 'pharmacies'),
    matching: (total: number) =>
      byCount(total, `${total} pharmacy matches`, `${number(total)} pharmacies match`),
    range: (first: number, last: number, total: number) =>
      `${number(first)}–${number(last)} of ${number(total)}`,
    online: (online: number, all: number) => (all === 0 ? 'no computers' : `${online} of ${all} online`),
    sortBy: (column: string) => `Sort by ${column}`,
    emptyTitle: 'No pharmacies yet',
    emptyAdvice: 'A pharmacy that is added appears here, with its computers as soon as they connect.',
    noMatchTitle: 'No pharmacy matches these filters',
    noMatchAdvice: 'Each filter looks for a part of the field, in capital or small letters.',
    noSuchPage: 'There is nothing on this page of the list.',
    toFirstPage: 'To the first page',
    paging: 'Pages of the list',
    page: (page: number, pages: number) => `Page ${number(page)} of ${number(pages)}`,
    previous: 'Previous',
    next: 'Next',
    pageSize: 'Rows per page',
    downloadCsv: 'Download as CSV',
    csvCut: (n: number) => `Only the first ${number(n)} rows. Filter the list to get the others.`,
  },
  pharmacy: {
    edit: 'Edit',
    addComputer: 'Add a computer',
    contact: 'Contact',
    noPhone: 'no phone number',
    created: 'The pharmacy was added.',
    saved: 'The changes are saved.',
    since: 'Customer since',
    computers: 'Computers',
    computer: 'Computer',
    status: 'Status',
    role: 'Role',
    printing: 'Printing',
    lastLabel: 'Last label',
    noLabel: 'none yet',
    version: 'Version',
    memory: 'Memory',
    addresses: 'Addresses',
    localIp: 'Local',
    publicIp: 'Public',
    latency: 'Latency',
    supportNumber: 'Support number',
    online: 'Online',
    offline: 'Offline',
    neverSeen: 'Never connected',
    lastOnline: 'last online',
    milliseconds: (ms: number) => `${number(ms)} ms`,
    tooOld: 'too old',
    tooOldAdvice: 'This agent is too old for the hub. Update it on the computer.',
    reports: (role: string | null) => (role === null ? 'not taken over yet' : `still works as: ${role}`),
    reportsAdvice: 'The computer has not taken over its role yet.',
    port: (port: number) => `port ${port}`,
    printsThrough: (computer: string) => `prints through ${computer}`,
    noTarget: 'no printer computer assigned',
    noPrinter: 'no printer chosen',
    notPrinting: 'no role',
    counts: (online: number, all: number) =>
      all === 0 ? 'No computers' : `${online} of ${count(all, 'computer', 'computers')} online`,
    tooOldCount: (n: number) => count(n, 'agent too old', 'agents too old'),
    noComputersTitle: 'No computers yet',
    noComputersAdvice: 'Make a pairing code with “Add a computer” and type it on a computer of the pharmacy.',
    printerConfig: 'Printer configuration',
    printer: 'Printer',
    printerComputer: 'Printer computer',
    tcpPort: 'TCP port',
    updated: 'Updated',
    noPrinterConfig: 'No printer is set up for this pharmacy.',
    printerOffline: 'The printer computer is offline: labels of the other computers wait.',
  },
  closeReasons: {
    bye: 'The agent was shut down.',
    ping_timeout: 'The computer stopped answering: asleep, frozen or without network.',
    transport_close: 'The connection was cut: its agent ended suddenly, or the network did it.',
    transport_error: 'The connection broke off.',
    replaced: 'A newer connection of the same computer took over.',
    revoked: 'Its access was withdrawn.',
    deleted: 'It was removed from the pharmacy.',
    conflict: 'Two computers use the same identity.',
    hub_drain: 'The relay was restarted.',
    hub_lost: 'The relay failed, and the computer has not come back yet.',
    protocol_error: 'It sent something that the relay does not understand.',
    backpressure: 'Its connection was too slow for its messages.',
    other: 'For a reason that this version does not know.',
  } satisfies Record<CloseReason, string>,
  customerForm: {
    createTitle: 'Add a pharmacy',
    editTitle: (name: string) => `Edit ${name}`,
    storeIdHint: 'P- and 1 to 9 digits, for example P-1042',
    nameHint: 'One line, at most 120 characters',
    emailHint: 'For example counter@pharmacy.example',
    phoneHint: 'Optional; with country code, for example +441234567890',
    storeIdFault: 'This is no store ID: P- and 1 to 9 digits, for example P-1042.',
    nameFault: 'This is no name: one line of 1 to 120 characters.',
    emailFault: 'This is no e-mail address; one looks like counter@pharmacy.example.',
    phoneFault: 'Write + and the country code, then the number: 7 to 15 digits, for example +441234567890.',
    create: 'Add the pharmacy',
    save: 'Save',
    faultsTitle: 'Please correct the marked fields.',
    conflict: 'Another pharmacy already has this store ID.',
    stale:
      'Somebody else changed this pharmacy in the meantime. Your entries are kept below, but not saved; beside each that differs stands what is saved now. Saving replaces it.',
    savedNow: (value: string) => `Saved now: ${value}`,
    savedEmpty: 'Saved now: nothing',
    saveAnyway: 'Save my entries anyway',
    reload: 'Load the current values',
  },
  pairing: pairingEn,
  settings: settingsEn,
  shop: shopEn,
  windowPages: windowPagesEn,
  windowDispensing: windowDispensingEn,
  windowCounter: windowCounterEn,
  windowHelp: windowHelpEn,
  messageLog: messageLogEn,
  optOut: optOutEn,
  storefront: storefrontEn,
  messages: messagesEn,
  account: accountEn,
  agent: agentEn,
  computers: computersEn,
  problems,
  formExpired: {
    title: 'The form has expired',
    advice: 'What you typed was not saved. Load the page again and enter it once more.',
    reload: 'Load the page again',
  },
  jobs: jobsEn,
  diagnosis: diagnosisEn,
  health: healthEn,
  openingHours: openingHoursEn,
  crossSale: crossSaleEn,
  drugImports: drugImportsEn,
  summary: summaryEn,
  installer: installerEn,
  updates: updatesEn,
  window: windowEn,
  labels: labelsEn,
  reasons: reasonsEn,
  newerReason: (said: string) => `a newer version says: ${said}`,
  printing: printingEn,
  scanner: scannerEn,
  standby: standbyEn,
  support: supportEn,
  supportTasks: supportTasksEn,
  supportDesk: supportDeskEn,
  search: searchEn,
  staff: staffEn,
  scheduler: schedulerEn,
  invoiceDocument: invoiceDocumentEn,
  staffHistory: staffHistoryEn,
  tray: trayEn,
  problemPage: {
    reference: 'Reference',
    fields: 'Please check',
    retryAfter: (seconds: number) => {
      const { n, unit } = waitOf(seconds)
      return `Try again in ${count(n, unit, `${unit}s`)}.`
    },
    foreignForm: {
      title: 'This was not sent from the panel',
      advice:
        'Open the panel at its own address and do it there. If you did, its setting Portal__PublicUrl is wrong.',
    },
  },
}

/** What every language must have: the same keys, the same parameters. */
export type Texts = typeof en
