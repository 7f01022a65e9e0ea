// Every text that people read, in German.
import { byCount, count, languageDe, number } from './language.ts'
import type { Texts } from '../en/index.ts'
import { accountDe } from './account.ts'
import { agentDe } from './agent.ts'
import { computersDe } from './computers.ts'
import { diagnosisDe } from './diagnosis.ts'
import { healthDe } from './support/health.ts'
import { openingHoursDe } from './support/opening-hours.ts'
import { messageLogDe } from './message-log.ts'
import { optOutDe } from './opt-out.ts'
import { storefrontDe } from './shop/storefront.ts'
import { messagesDe } from './messages.ts'
import { summaryDe } from './summary.ts'
import { updatesDe } from './updates.ts'
import { crossSaleDe } from './medicines/cross-sale.ts'
import { drugImportsDe } from './medicines/drug-imports.ts'
import { installerDe } from './installer.ts'
import { jobsDe } from './jobs.ts'
import { labelsDe } from './labels.ts'
import { pairingDe } from './pairing.ts'
import { printingDe } from './printing.ts'
import { standbyDe } from './standby.ts'
import { problems } from './problems.ts'
import { scannerDe } from './scanner.ts'
import { settingsDe } from './settings.ts'
import { shopDe } from './shop/shop.ts'
import { reasonsDe } from './reasons.ts'
import { schedulerDe } from './shop/scheduler.ts'
import { invoiceDocumentDe } from './shop/invoice-document.ts'
import { staffHistoryDe } from './staff-history.ts'
import { staffDe } from './staff.ts'
import { supportDe } from './support.ts'
import { searchDe } from './support/search.ts'
import { supportDeskDe } from './support/desk.ts'
import { supportTasksDe } from './support/tasks.ts'
import { trayDe } from './tray.ts'
import { windowDe } from './window/frame.ts'
import { windowCounterDe } from './window/counter.ts'
import { windowDispensingDe } from './window/dispensing.ts'
import { windowHelpDe } from './window/help.ts'
import { windowPagesDe } from './window/pages.ts'
import { waitOf } from '../wait.ts'

export const de: Texts = {
  locale: languageDe.locale,
  frame: {
    product: 'Pharmacy Relay',
    skipToContent: 'Zum Inhalt springen',
    mainNavigation: 'Hauptmenü',
    pharmacies: 'Apotheken',
    display: 'Darstellung',
    language: 'Sprache',
    theme: 'Farbschema',
    themes: { auto: 'Wie im System', light: 'Hell', dark: 'Dunkel' },
    signOut: 'Abmelden',
    signedInAs: (name) => `Angemeldet als ${name}`,
  },
  sessionEnd: {
    idle: 'Das Panel wurde eine Weile nicht benutzt: Sie werden gleich abgemeldet. Mit einer beliebigen Taste oder einem Klick bleiben Sie angemeldet.',
    final:
      'Ihre Sitzung geht gleich zu Ende. Speichern Sie, woran Sie arbeiten, und melden Sie sich dann neu an.',
    over: 'Sie sind abgemeldet. Was Sie eingegeben haben, steht noch hier, ist aber nicht gespeichert. Melden Sie sich in einem anderen Tab an und speichern Sie es dann hier.',
    again: 'Sie sind wieder angemeldet. Was Sie eingegeben haben, steht noch hier: Speichern Sie es.',
    other:
      'Jetzt ist jemand anderes angemeldet. Was Sie eingegeben haben, lässt sich von dieser Seite nicht speichern: Kopieren Sie es und laden Sie die Seite neu.',
    signIn: 'In einem anderen Tab anmelden',
    left: 'Verbleibende Zeit:',
    stay: 'Angemeldet bleiben',
  },
  live: {
    live: 'Live',
    connecting: 'Verbindung wird aufgebaut …',
    reconnecting: (time) => `Verbindung wird wiederhergestellt … Stand ${time}`,
    natsAway: 'NATS ist weg, die Hubs erreichen einander nicht.',
    natsAwayMeans:
      'Rechner einer Apotheke, die mit verschiedenen Hubs verbunden sind, finden einander nur im Netz ihrer Apotheke; Etiketten, die diesen Weg nicht gehen können, warten auf ihrem Rechner. Alles andere läuft weiter: Was Sie hier von einem Rechner verlangen, der online ist, erreicht ihn nach wie vor.',
  },
  common: {
    copy: 'Kopieren',
    copyThing: (thing) => `Kopieren: ${thing}`,
    copied: 'Kopiert',
    copyFailed: 'Bitte markieren und von Hand kopieren',
    cancel: 'Abbrechen',
    back: 'Zurück zu den Apotheken',
    tryAgain: 'Erneut versuchen',
    unknown: 'unbekannt',
    breadcrumb: 'Seitenpfad',
  },
  userRoles: {
    Admin: 'Admin',
    Support: 'Support',
    SuperSupport: 'Leitender Support',
    Pharmacist: 'Apotheke',
    Customer: 'Kundschaft',
    Service: 'Dienst',
  },
  deviceRoles: { None: 'Keine', PrinterComputer: 'Druckrechner', Client: 'Client' },
  signIn: {
    title: 'Anmelden',
    intro: 'Für das Support-Team.',
    email: 'E-Mail',
    password: 'Passwort',
    submit: 'Anmelden',
    ended:
      'Ihre Sitzung ist zu Ende: Das Panel wurde eine Weile nicht benutzt, ihre Zeit war um, sie wurde in einem anderen Browser beendet, oder ein Admin hat Ihr Konto geändert. Melden Sie sich an, um weiterzumachen.',
    signedOut: 'Sie sind abgemeldet.',
    tooOften: 'Zu viele Anmeldeversuche.',
    notSent:
      'Sie waren abgemeldet, deshalb wurde nichts gespeichert. Melden Sie sich an und wiederholen Sie es.',
    wrong: 'E-Mail oder Passwort stimmt nicht.',
    notStaff: 'Mit diesem Konto ist das Panel nicht zugänglich.',
  },
  pharmacies: {
    title: 'Apotheken',
    add: 'Apotheke hinzufügen',
    filters: 'Apotheken filtern',
    storeId: 'Filialnummer',
    name: 'Name',
    email: 'E-Mail',
    phone: 'Telefon',
    computers: 'Rechner',
    connected: 'Verbunden',
    apply: 'Filtern',
    clear: 'Filter löschen',
    total: (total) => count(total, 'Apotheke', 'Apotheken'),
    matching: (total) => byCount(total, `${total} Apotheke passt`, `${number(total)} Apotheken passen`),
    range: (first, last, total) => `${number(first)}–${number(last)} von ${number(total)}`,
    online: (online, all) => (all === 0 ? 'keine Rechner' : `${online} von ${all} online`),
    sortBy: (column) => `Sortieren nach ${column}`,
    emptyTitle: 'Noch keine Apotheken',
    emptyAdvice: 'Neue Apotheken erscheinen hier, ihre Rechner, sobald sie sich verbinden.',
    noMatchTitle: 'Keine Apotheke passt zu diesen Filtern',
    noMatchAdvice: 'Jeder Filter sucht einen Teil des Feldes; Groß- und Kleinschreibung ist egal.',
    noSuchPage: 'Auf dieser Seite der Liste steht nichts.',
    toFirstPage: 'Zur ersten Seite',
    paging: 'Seiten der Liste',
    page: (page, pages) => `Seite ${number(page)} von ${number(pages)}`,
    previous: 'Zurück',
    next: 'Weiter',
    pageSize: 'Zeilen pro Seite',
    downloadCsv: 'Als CSV herunterladen',
    csvCut: (n: number) =>
      `Nur die ersten ${number(n)} Zeilen. Die übrigen gibt es, wenn die Liste gefiltert wird.`,
  },
  pharmacy: {
    edit: 'Bearbeiten',
    addComputer: 'Rechner hinzufügen',
    contact: 'Kontakt',
    noPhone: 'keine Telefonnummer',
    created: 'Die Apotheke wurde hinzugefügt.',
    saved: 'Die Änderungen sind gespeichert.',
    since: 'Angelegt',
    computers: 'Rechner',
    computer: 'Rechner',
    status: 'Status',
    role: 'Rolle',
    printing: 'Druck',
    lastLabel: 'Letztes Etikett',
    noLabel: 'noch keins',
    version: 'Version',
    memory: 'Speicher',
    addresses: 'Adressen',
    localIp: 'Lokal',
    publicIp: 'Öffentlich',
    latency: 'Latenz',
    supportNumber: 'Support-Nummer',
    online: 'Online',
    offline: 'Offline',
    neverSeen: 'Noch nie verbunden',
    lastOnline: 'zuletzt online',
    milliseconds: (ms) => `${number(ms)} ms`,
    tooOld: 'zu alt',
    tooOldAdvice: 'Dieser Agent ist zu alt für den Hub. Bitte auf dem Rechner aktualisieren.',
    reports: (role) => (role === null ? 'noch nicht übernommen' : `arbeitet noch als: ${role}`),
    reportsAdvice: 'Der Rechner hat seine Rolle noch nicht übernommen.',
    port: (port) => `Port ${port}`,
    printsThrough: (computer) => `druckt über ${computer}`,
    noTarget: 'kein Druckrechner zugewiesen',
    noPrinter: 'kein Drucker gewählt',
    notPrinting: 'keine Rolle',
    counts: (online, all) =>
      all === 0 ? 'Keine Rechner' : `${online} von ${count(all, 'Rechner', 'Rechnern')} online`,
    tooOldCount: (n) => count(n, 'Agent zu alt', 'Agenten zu alt'),
    noComputersTitle: 'Noch keine Rechner',
    noComputersAdvice:
      'Erzeugen Sie mit „Rechner hinzufügen“ einen Kopplungscode und geben Sie ihn auf einem Rechner der Apotheke ein.',
    printerConfig: 'Druckereinrichtung',
    printer: 'Drucker',
    printerComputer: 'Druckrechner',
    tcpPort: 'TCP-Port',
    updated: 'Aktualisiert',
    noPrinterConfig: 'Für diese Apotheke ist kein Drucker eingerichtet.',
    printerOffline: 'Der Druckrechner ist offline: Die Etiketten der anderen Rechner warten.',
  },
  closeReasons: {
    bye: 'Der Agent wurde beendet.',
    ping_timeout: 'Der Rechner antwortet nicht mehr: Ruhezustand, abgestürzt oder ohne Netz.',
    transport_close: 'Die Verbindung riss ab: Der Agent endete plötzlich, oder das Netz brach ab.',
    transport_error: 'Die Verbindung ist abgebrochen.',
    replaced: 'Eine neuere Verbindung desselben Rechners hat übernommen.',
    revoked: 'Der Zugang wurde entzogen.',
    deleted: 'Der Rechner wurde aus der Apotheke entfernt.',
    conflict: 'Zwei Rechner verwenden dieselbe Identität.',
    hub_drain: 'Der Hub wurde neu gestartet.',
    hub_lost: 'Der Hub ist ausgefallen, und der Rechner hat sich noch nicht zurückgemeldet.',
    protocol_error: 'Der Rechner hat etwas gesendet, das der Hub nicht versteht.',
    backpressure: 'Die Verbindung war zu langsam für die Nachrichten.',
    other: 'Aus einem Grund, den diese Version nicht kennt.',
  },
  customerForm: {
    createTitle: 'Apotheke hinzufügen',
    editTitle: (name) => `${name} bearbeiten`,
    storeIdHint: 'P- und 1 bis 9 Ziffern, zum Beispiel P-1042',
    nameHint: 'Eine Zeile, höchstens 120 Zeichen',
    emailHint: 'Zum Beispiel counter@pharmacy.example',
    phoneHint: 'Freiwillig; mit Ländervorwahl, zum Beispiel +4930123456',
    storeIdFault: 'Das ist keine Filialnummer: P- und 1 bis 9 Ziffern, zum Beispiel P-1042.',
    nameFault: 'Das ist kein Name: eine Zeile mit 1 bis 120 Zeichen.',
    emailFault: 'Das ist keine E-Mail-Adresse; eine sieht so aus: counter@pharmacy.example.',
    phoneFault: '+ und Ländervorwahl, dann die Nummer: 7 bis 15 Ziffern, zum Beispiel +4930123456.',
    create: 'Apotheke hinzufügen',
    save: 'Speichern',
    faultsTitle: 'Bitte korrigieren Sie die markierten Felder.',
    conflict: 'Diese Filialnummer gehört schon einer anderen Apotheke.',
    stale:
      'Jemand anderes hat diese Apotheke inzwischen geändert. Ihre Eingaben stehen noch unten, sind aber nicht gespeichert; bei jeder, die abweicht, steht der gespeicherte Wert. Speichern ersetzt ihn.',
    savedNow: (value) => `Jetzt gespeichert: ${value}`,
    savedEmpty: 'Jetzt gespeichert: nichts',
    saveAnyway: 'Trotzdem speichern',
    reload: 'Aktuelle Werte laden',
  },
  pairing: pairingDe,
  settings: settingsDe,
  shop: shopDe,
  windowPages: windowPagesDe,
  windowDispensing: windowDispensingDe,
  windowCounter: windowCounterDe,
  windowHelp: windowHelpDe,
  messageLog: messageLogDe,
  optOut: optOutDe,
  storefront: storefrontDe,
  messages: messagesDe,
  account: accountDe,
  agent: agentDe,
  computers: computersDe,
  problems,
  formExpired: {
    title: 'Das Formular ist abgelaufen',
    advice:
      'Ihre Eingaben wurden nicht gespeichert. Laden Sie die Seite neu und geben Sie alles noch einmal ein.',
    reload: 'Seite neu laden',
  },
  jobs: jobsDe,
  diagnosis: diagnosisDe,
  health: healthDe,
  openingHours: openingHoursDe,
  crossSale: crossSaleDe,
  drugImports: drugImportsDe,
  summary: summaryDe,
  installer: installerDe,
  updates: updatesDe,
  window: windowDe,
  labels: labelsDe,
  reasons: reasonsDe,
  newerReason: (said) => `eine neuere Version meldet: ${said}`,
  printing: printingDe,
  scanner: scannerDe,
  standby: standbyDe,
  support: supportDe,
  supportTasks: supportTasksDe,
  supportDesk: supportDeskDe,
  search: searchDe,
  staff: staffDe,
  scheduler: schedulerDe,
  invoiceDocument: invoiceDocumentDe,
  staffHistory: staffHistoryDe,
  tray: trayDe,
  problemPage: {
    reference: 'Referenz',
    fields: 'Bitte prüfen',
    retryAfter: (seconds) => {
      const { n, unit } = waitOf(seconds)
      const wait = unit === 'second' ? count(n, 'Sekunde', 'Sekunden') : count(n, 'Minute', 'Minuten')
      return `Versuchen Sie es in ${wait} erneut.`
    },
    foreignForm: {
      title: 'Das kam nicht aus dem Panel',
      advice:
        'Öffnen Sie das Panel unter seiner eigenen Adresse und tun Sie es dort. War es so, stimmt die Einstellung Portal__PublicUrl nicht.',
    },
  },
}
