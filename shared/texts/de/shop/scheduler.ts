// What people read on the pages of the scheduler, in German.
import type { SchedulerTexts } from '../../en/shop/scheduler.ts'

const numbers = new Intl.NumberFormat('de-DE')
const count = (n: number, one: string, many: string) => `${numbers.format(n)} ${n === 1 ? one : many}`

export const schedulerDe: SchedulerTexts = {
  title: 'Zeitplan',
  intro:
    'Was die Store-API nach der Uhr erledigt. Eine Aufgabe läuft nie doppelt, gleich wie viele Store-APIs es gibt.',
  noTasks: 'Diese Store-API erledigt nichts nach der Uhr.',
  taskList: 'Aufgaben',
  task: 'Aufgabe',
  when: 'Wann',
  last: 'Letzter Lauf',
  next: 'Nächster Lauf',
  change: 'Ändern',
  never: 'noch nie gelaufen',
  running: 'Läuft gerade',
  paused: 'Angehalten',
  pausedBy: (name) => `von ${name}`,
  failuresToday: (n) => `${count(n, 'Fehlschlag', 'Fehlschläge')} in 24 Stunden`,
  everyMinute: 'jede Minute',
  everyHour: (minutes) => `jede Stunde, ${count(minutes, 'Minute', 'Minuten')} nach der vollen`,
  everyDay: (at) => `täglich um ${at} Uhr`,
  run: 'Jetzt ausführen',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  askedFor: 'Die Aufgabe wurde angefordert und beginnt gleich.',
  isPaused: 'Die Aufgabe ist angehalten. Von Hand lässt sie sich weiterhin ausführen.',
  isResumed: 'Die Aufgabe läuft wieder nach der Uhr.',
  alreadyRunning: 'Die Aufgabe läuft bereits.',
  outcomes: { running: 'Läuft', done: 'Erledigt', failed: 'Fehlgeschlagen' },
  failures: {
    unavailable: 'Die Datenbank oder ein anderer Dienst hat nicht geantwortet.',
    too_long:
      'Der Lauf dauerte länger als erlaubt und wurde beendet. Was er getan hat, bleibt; der nächste macht weiter.',
    not_reported:
      'Wie der Lauf endete, ist nicht bekannt: Währenddessen fiel die Store-API oder die Datenbank aus.',
    stopped: 'Die Store-API wurde gerade beendet. Der nächste Lauf macht weiter.',
    books_differ: 'In den Büchern ist nicht gleich, was gleich sein muss. Jemand muss es sich ansehen.',
    internal: 'Bei uns ist etwas schiefgegangen. Die Ursache steht im Log der Store-API.',
  },
  nothingToDo: 'nichts zu tun',
  history: 'Läufe',
  kept: 'Läufe werden 90 Tage aufbewahrt, solche ohne etwas zu tun einen Tag.',
  allRuns: 'Alle Läufe',
  failedRuns: 'Fehlgeschlagene Läufe',
  whichRuns: 'Welche Läufe',
  runs: (n) => count(n, 'Lauf', 'Läufe'),
  noRuns: 'Noch keine Läufe',
  noFailures: 'Kein Lauf ist fehlgeschlagen',
  started: 'Begonnen',
  took: 'Dauer',
  outcome: 'Ergebnis',
  did: 'Was getan wurde',
  byHand: 'von Hand ausgeführt',
  attempt: (n) => `Versuch ${numbers.format(n)}`,
  limit: 'Längster Lauf',
  retries: 'Nach einem Fehlschlag',
  triedAgain: (n) => (n === 1 ? 'ein weiterer Versuch' : `${numbers.format(n)} weitere Versuche`),
  notTriedAgain: 'wartet auf das nächste Mal',
  findings: {
    reserved: (subject, expected, found) =>
      `Produkt ${subject}: Bestellungen halten ${expected}, der Zähler sagt ${found}.`,
    coupon_uses: (subject, expected, found) =>
      `Gutschein ${subject}: ${expected}-mal benutzt, der Zähler sagt ${found}.`,
    paid_order: (subject, expected, found) =>
      `Bestellung ${subject}: kostet ${expected}, eingezogen wurden ${found} (in kleinsten Einheiten).`,
    other: (subject, expected, found) => `${subject}: ${expected} erwartet, ${found} gefunden.`,
  },
  laterTask: 'Eine Aufgabe einer späteren Version',
  tasks: {
    'order-time-outs': {
      name: 'Fristen von Bestellungen',
      does: 'Bestellungen, die nicht rechtzeitig bezahlt wurden, geben frei, was sie halten.',
    },
    'order-completion': {
      name: 'Abschluss von Bestellungen',
      does: 'Bestellungen, die vor 14 Tagen versandt wurden, werden abgeschlossen.',
    },
    'payment-follow-up': {
      name: 'Nachverfolgung von Zahlungen',
      does: 'Der Zahlungsanbieter wird nach Zahlungen gefragt, deren Ausgang nicht bekannt ist.',
    },
    'refund-messages': {
      name: 'Nachrichten über Erstattungen',
      does: 'Apotheken wird per SMS gesagt, dass Geld zurückgeht.',
    },
    'lasting-problems': {
      name: 'Anhaltende Störungen',
      does: 'Störungen von Rechnern, die anhalten, werden Supportaufgaben; behobene enden.',
    },
    'ended-codes': {
      name: 'Abgelaufene Codes',
      does: 'Kopplungscodes werden 30 Tage nach ihrem Ende entfernt, Fehlversuche nach einem Tag.',
    },
    retention: {
      name: 'Löschen alter Daten',
      does: 'Warenkörbe, Schlüssel von Anfragen, Ereignisse von Zahlungen und die Personen abgelaufener Bestellungen werden entfernt.',
    },
    'opening-hours': {
      name: 'Öffnen und Schließen',
      does: 'Apotheken öffnen und schließen nach ihren Zeiten: ein Rechner, der aus ist, während seine Apotheke geschlossen ist, ist kein Problem.',
    },
    'learnt-hours': {
      name: 'Lernen der Öffnungszeiten',
      does: 'Wann Apotheken geöffnet sind, wird aus den Stunden gelernt, in denen ihre Rechner verbunden waren.',
    },
    'fleet-count': {
      name: 'Zählung der Rechner',
      does: 'Rechner online und Probleme nach Art werden für die Übersicht gezählt.',
    },
    'label-hours': {
      name: 'Etiketten je Stunde',
      does: 'Die Etiketten der vergangenen Stunden werden gezählt.',
    },
    'day-summary': {
      name: 'Zusammenfassung der Tage',
      does: 'Bestellungen, Umsatz und Etiketten jedes Tages werden gezählt.',
    },
    'books-proof': {
      name: 'Prüfung der Bücher',
      does: 'Bestandsbuch, Zähler, Gutscheine und Zahlungen werden verglichen.',
    },
  },
  counts: {
    orders: (n) => count(n, 'Bestellung', 'Bestellungen'),
    codes: (n) => count(n, 'Code', 'Codes'),
    tries: (n) => count(n, 'Adresse mit Fehlversuchen', 'Adressen mit Fehlversuchen'),
    payments: (n) => count(n, 'Zahlung', 'Zahlungen'),
    messages: (n) => count(n, 'Nachricht', 'Nachrichten'),
    supportTasks: (n) => count(n, 'Supportaufgabe', 'Supportaufgaben'),
    keys: (n) => count(n, 'Schlüssel', 'Schlüssel'),
    baskets: (n) => count(n, 'Warenkorb', 'Warenkörbe'),
    paymentEvents: (n) => count(n, 'Ereignis einer Zahlung', 'Ereignisse von Zahlungen'),
    peopleOfOrders: (n) => count(n, 'Bestellung ohne Personen', 'Bestellungen ohne Personen'),
    runs: (n) => count(n, 'alter Lauf', 'alte Läufe'),
    fleetHours: (n) => count(n, 'alte Stunde', 'alte Stunden'),
    supportFiles: (n) => count(n, 'alte Datei einer Supportaufgabe', 'alte Dateien von Supportaufgaben'),
    days: (n) => count(n, 'Tag', 'Tage'),
  },
  days: {
    title: 'Tage',
    intro: 'Wie jeder Tag war, gezählt in der Nacht danach. Spät gemeldete Etiketten kommen noch hinzu.',
    none: 'Noch kein Tag wurde gezählt',
    total: (n) => count(n, 'Tag', 'Tage'),
    day: 'Tag',
    orders: 'Bestellungen',
    revenue: 'Umsatz',
    labels: 'Etiketten',
    computers: 'Rechner, die druckten',
    placed: (n) => `${n} aufgegeben`,
    paid: (n) => `${n} bezahlt`,
    shipped: (n) => `${n} versandt`,
    cancelled: (n) => `${n} storniert`,
    expired: (n) => `${n} abgelaufen`,
    refunded: (amount) => `${amount} erstattet`,
    problems: (n) => `${n} fehlgeschlagen, abgelaufen oder ungewiss`,
  },
}
