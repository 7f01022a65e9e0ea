// The settings of an agent as people at its computer read them, in German.
import { PRINTER_EXAMPLES } from '../../printers/printer-kinds.ts'
import type { SettingsTexts } from '../en/settings.ts'
import { languageChoices } from '../languages.ts'

export const settingsDe: SettingsTexts = {
  intro: 'Das meiste davon wird vom Support festgelegt oder von selbst gefunden. Eine Änderung gilt sofort.',
  groups: {
    computer: 'Dieser Rechner',
    labels: 'Etiketten',
    connection: 'Verbindung',
    support: 'Für den Support',
  },
  names: {
    HubUrl: {
      name: 'Adresse des Portals',
      help: 'Wohin sich dieser Rechner verbindet.',
      allowed: 'eine Adresse wie portal.example oder https://portal.example:8443',
    },
    GatewayUrl: {
      name: 'Adresse des Gateways',
      help: 'Darüber melden sich Apotheker an diesem Rechner an.',
      allowed: 'eine Adresse wie gateway.example oder https://gateway.example:8443',
    },
    ComputerName: {
      name: 'Name dieses Rechners',
      help: 'Unter diesem Namen sieht ihn der Support.',
      allowed: '1 bis 63 Zeichen',
    },
    Username: {
      name: 'Benutzername',
      help: 'Wird dem Support neben dem Namen des Rechners gezeigt.',
      allowed: '1 bis 104 Zeichen',
    },
    Email: {
      name: 'E-Mail-Adresse',
      help: 'Wird dem Support gezeigt, damit er Ihnen schreiben kann.',
      allowed: 'eine Adresse wie name@apotheke.example',
    },
    SupportAppNumber: {
      name: 'Nummer für die Fernwartung',
      help: 'Die Nummer, die das Fernwartungsprogramm auf diesem Rechner zeigt.',
      allowed: '1 bis 32 Zeichen',
    },
    Language: { name: 'Sprache', help: 'Des Symbols neben der Uhr und dieses Fensters.' },
    Printers: {
      name: 'Netzwerkdrucker und serielle Drucker',
      help: 'Netzwerkdrucker einfacher auf der Seite Drucker. Hier mit der Art vor der Adresse und Kommas dazwischen; tls:, wenn der Drucker verschlüsselt. Bei einem seriellen Anschluss sind baud, data, parity, stop und flow (none, rtscts, xonxoff) das, was im Menü des Druckers steht.',
      allowed: `bis zu 20 Drucker, zum Beispiel ${PRINTER_EXAMPLES}`,
    },
    LabelSenders: {
      name: 'Wer Etiketten hierher senden darf',
      help: 'Gilt, solange dieser Rechner den Drucker hat.',
    },
    LabelMedia: {
      name: 'Etiketten im Drucker',
      help: 'Größe der Etiketten und Auflösung des Druckers, für Etiketten von Verordnungen. Gilt, solange dieser Rechner den Drucker hat; die anderen erfahren es von ihm.',
      allowed: 'Breite x Höhe in Millimetern @ dpi, wie 100x50@203 oder 76x51@300',
    },
    TcpPort: {
      name: 'Port für Etikettenprogramme',
      help: 'Gilt, solange dieser Rechner über einen anderen druckt. Etikettenprogramme erwarten 9100.',
      allowed: 'eine Zahl von 1 bis 65535',
    },
    LocalAddress: {
      name: 'Eigene Netzwerkadresse',
      help: 'Nur für einen Rechner mit mehreren Netzwerkkarten. Leer: Das System wählt.',
      allowed: 'eine Adresse wie 192.168.1.20',
    },
    LogLevel: {
      name: 'Was das Protokoll festhält',
      help: 'Mehr als „Hinweise“ nur, solange der Support etwas sucht.',
    },
    UpdateUrl: {
      name: 'Adresse für Updates',
      help: 'Wo dieser Rechner nach neuen Versionen sucht.',
      allowed: 'eine Adresse wie updates.example/agent',
    },
    UpdateKey: {
      name: 'Schlüssel für Updates',
      help: 'Nur Updates, die damit signiert sind, werden übernommen.',
    },
    BrowserSignIn: {
      name: 'Anmeldung im Browser',
      help: 'Ob sich Apotheker auch auf den Seiten von agent open anmelden dürfen.',
    },
    DataFolder: { name: 'Datenordner', help: 'Wo Etiketten, Einstellungen und Schlüssel liegen.' },
    ControlSocket: { name: 'Steuer-Socket', help: 'Wo dieses Fenster das Programm fragt.' },
  },
  choices: {
    Language: languageChoices('Wie im System'),
    LabelSenders: {
      computer: 'Nur Programme auf diesem Rechner',
      network: 'Auch andere Geräte im Netz der Apotheke',
    },
    LogLevel: { debug: 'Alles, ausführlich', info: 'Hinweise', warn: 'Warnungen', error: 'Nur Fehler' },
  },
  allowed: (range) => `Möglich: ${range}`,
  empty: 'nicht festgelegt',
  save: 'Speichern',
  reset: 'Auf Standard zurücksetzen',
  saveOf: (name) => `Speichern: ${name}`,
  resetOf: (name) => `Auf Standard zurücksetzen: ${name}`,
  saved: {
    now: 'Gespeichert. Es gilt ab jetzt.',
    restart: 'Gespeichert. Es gilt ab dem nächsten Start des Programms.',
    overridden:
      'Gespeichert, aber nicht benutzt: Wer diesen Rechner eingerichtet hat, hat einen anderen Wert vorgegeben.',
  },
  fixed: 'Vorgegeben von der Person, die diesen Rechner eingerichtet hat.',
  faulty: 'Der gespeicherte Wert ist nicht brauchbar.',
  refused: 'Nicht gespeichert: Dieser Wert ist nicht möglich.',
  more: 'Weitere Einstellungen',
  moreHint: 'Ändern Sie diese nur zusammen mit dem Support.',
}
