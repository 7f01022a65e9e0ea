// The frame of the window at a pharmacy's computer and its overview, in German.
import type { WindowTexts } from '../en/window.ts'

export const windowDe: WindowTexts = {
  pages: {
    overview: 'Übersicht',
    labels: 'Etiketten',
    printers: 'Drucker',
    doctor: 'Verbindung prüfen',
    pairing: 'Apotheke',
    settings: 'Einstellungen',
    logs: 'Protokoll',
    about: 'Version',
  },
  loading: 'Einen Moment …',
  tryAgain: 'Erneut versuchen',
  back: 'Zurück',
  agentSays: 'Das Programm meldet auf Englisch:',
  noSuchPage: 'Diese Seite gibt es hier nicht.',
  toOverview: 'Zur Übersicht',
  silence: {
    not_running: {
      title: 'Pharmacy Relay antwortet nicht',
      words:
        'Möglicherweise kommen gerade keine Etiketten heraus. Diese Seite versucht es von selbst erneut.',
      tray: 'Wenn es nach einer Minute noch so ist: Starten Sie den Rechner neu oder rufen Sie den Support an.',
      browser:
        'Wenn es so bleibt, geben Sie an diesem Rechner ein: pharmacy-relay open. Es erscheint ein neuer Link zu dieser Seite.',
    },
    ended: {
      title: 'Diese Seite ist abgelaufen',
      words:
        'Zur Sicherheit läuft sie ab, wenn sie eine Viertelstunde nicht benutzt wird. Der Etikettendruck hängt nicht von ihr ab.',
      tray: 'Schließen Sie das Fenster und öffnen Sie es über das Symbol erneut.',
      browser:
        'Geben Sie an diesem Rechner ein: pharmacy-relay open. Es erscheint ein neuer Link zu dieser Seite.',
    },
    not_supported: {
      title: 'Das Programm wurde aktualisiert',
      words: 'Diese Seite gehört noch zur vorigen Version. Der Etikettendruck läuft weiter.',
      tray: 'Schließen Sie das Fenster und öffnen Sie es über das Symbol erneut.',
      browser: 'Laden Sie die Seite neu.',
    },
    role_not_allowed: {
      title: 'Dieser Benutzer darf Pharmacy Relay nicht ansehen',
      words: 'Etiketten kommen möglicherweise trotzdem heraus.',
      tray: 'Melden Sie sich mit dem Benutzer an, der es eingerichtet hat, oder bitten Sie den Support, diesen zuzulassen.',
      browser:
        'Öffnen Sie die Seite mit dem Benutzer, der es eingerichtet hat, oder bitten Sie den Support, diesen zuzulassen.',
    },
  },
  refusals: {
    state_conflict: 'Das ist im Moment nicht möglich.',
    not_found: 'Das gibt es nicht mehr.',
    rate_limited: 'Das war zu oft. Warten Sie einen Moment und versuchen Sie es dann erneut.',
    device_timeout:
      'Es kam nicht rechtzeitig eine Antwort. Sehen Sie am Drucker nach, bevor Sie es erneut versuchen.',
    other: 'Das hat nicht geklappt.',
  },
  overview: {
    what: 'Dieser Rechner',
    computer: 'Name',
    pharmacy: 'Apotheke',
    noPharmacy: 'noch keine',
    role: 'Aufgabe beim Drucken',
    roles: {
      None: 'noch keine: Der Support legt sie fest',
      Server: 'Er hat den Drucker',
      Client: 'Er druckt über einen anderen Rechner',
    },
    printer: 'Drucker',
    noPrinter: 'keiner gewählt',
    printerFine: 'meldet keine Störung',
    printerMute: 'meldet seinen Zustand nicht',
    target: 'Druckrechner',
    noTarget: 'noch keiner',
    way: 'Weg der Etiketten',
    ways: {
      printer: 'Von diesem Rechner direkt zum Drucker',
      lan: (computer) => `Über das lokale Netz zu ${computer}`,
      hub: (computer) => `Über das Internet zu ${computer}, weil das lokale Netz nicht funktioniert`,
      none: (computer) => `Zurzeit keiner zu ${computer}`,
      nowhere: 'Noch keiner',
    },
    port: 'Etikettenprogramme senden an',
    portOpen: (port) => `Port ${port} dieses Rechners`,
    portClosed: 'Es ist kein Port offen',
    hub: 'Support',
    hubs: {
      online: 'Verbunden: Der Support kann diesen Rechner sehen',
      connecting: 'Verbindung wird aufgebaut …',
      waiting: 'Nicht verbunden; es wird von selbst erneut versucht',
      refused: 'Nicht zugelassen',
      off: 'Nicht eingerichtet',
    },
    lastLabel: 'Letztes Etikett',
    noLabel: 'Es kam noch keines.',
    look: 'Ansehen',
    allLabels: 'Alle Etiketten',
    test: 'Testetikett drucken',
    testing: 'Das Testetikett ist unterwegs …',
    testNotNow: 'Möglich, sobald dieser Rechner seine Aufgabe beim Drucken hat.',
    testPaused: 'Nicht, solange das Drucken angehalten ist.',
    tested: (n, state) => `Testetikett, Nummer ${n}: ${state}`,
  },
  pause: {
    button: 'Drucken anhalten …',
    title: 'Drucken anhalten',
    words: 'Etiketten werden angenommen, aufbewahrt und danach gedruckt. Wie lange soll die Pause dauern?',
    minutes: (n) => (n < 60 ? `${n} Minuten` : n === 60 ? '1 Stunde' : `${n / 60} Stunden`),
    cancel: 'Nicht anhalten',
    resume: 'Jetzt weiterdrucken',
  },
}
