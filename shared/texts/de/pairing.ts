// What people read about pairing codes, in German.
import { byCount } from './language.ts'
import type { PairingTexts } from '../en/pairing.ts'

export const pairingDe: PairingTexts = {
  title: 'Rechner hinzufügen',
  intro: (pharmacy) => `Mit einem Kopplungscode kommt ein Rechner hinzu. Apotheke: ${pharmacy}.`,
  points: [
    'Er wird nur einmal angezeigt und gilt 10 Minuten lang für einen Rechner.',
    'Nach fünf Fehlversuchen ist er ungültig.',
    'Für Rechner, die schon dazugehören, ändert sich nichts.',
  ],
  needsApproval: 'Der Rechner wartet auf Freigabe',
  needsApprovalHint: (roles) =>
    `Er darf nichts, bis ${roles} ihn hier freigibt. Sinnvoll für Codes, die weitergegeben werden.`,
  bySms: (phone: string) => `Den Code auch per SMS an ${phone} senden`,
  bySmsHint: 'An das Telefon der Apotheke. Fragen Sie dort vorher, wer sie liest.',
  sms: {
    sent: (phone: string) => `Der Code wurde an ${phone} gesendet.`,
    failed: (phone: string) =>
      `Der Code konnte nicht an ${phone} gesendet werden. Sagen Sie ihn auf anderem Weg.`,
    unknown: (phone: string) =>
      `Noch weiß niemand, ob der Code bei ${phone} angekommen ist. Er wird nicht von selbst noch einmal gesendet: Fragen Sie dort nach, oder sagen Sie ihn auf anderem Weg.`,
    not_set_up: () => 'Die Plattform sendet keine SMS. Sagen Sie den Code auf anderem Weg.',
  },
  make: 'Kopplungscode erzeugen',
  outdated: 'Das Formular war zu alt, deshalb wurde kein Code erzeugt. Bitte bestätigen Sie noch einmal.',
  full: 'Diese Apotheke hat zu viele offene Kopplungscodes. Ziehen Sie sie zurück, oder warten Sie, bis sie abgelaufen sind.',
  madeAlready:
    'Das Formular wurde ein zweites Mal abgeschickt. Es wurde kein weiterer Code erzeugt, und der erste wird nicht noch einmal angezeigt. Hat ihn niemand notiert, ziehen Sie ihn zurück und erzeugen Sie einen neuen.',
  code: 'Kopplungscode',
  once: 'Der Code wird nur jetzt angezeigt. Wer ihn hat, kann dieser Apotheke einen Rechner hinzufügen.',
  goodFor: (time) => `Noch ${time} gültig`,
  goodUntil: (time) => `Gültig bis ${time}`,
  ranOut: 'Der Code ist abgelaufen.',
  stepsTitle: 'So geht es weiter',
  install: 'Installieren Sie den Agenten auf dem Rechner der Apotheke.',
  type: 'Öffnen Sie dort sein Fenster über das Symbol neben der Uhr, und geben Sie diese Adresse und den Code ein.',
  address: 'Adresse des Portals',
  run: 'Linux und macOS ohne das Fenster: Führen Sie in einem Terminal diesen Befehl aus.',
  fromSource: 'In einem Ordner mit dem Quelltext schreiben Sie „npm run agent --“ statt „pharmacy-relay“.',
  appears: 'Der Rechner erscheint nach wenigen Sekunden auf dieser Seite.',
  appearsToApprove:
    'Der Rechner erscheint nach wenigen Sekunden auf dieser Seite, mit der Schaltfläche zum Freigeben.',
  unused: 'Noch kein Rechner hat den Code benutzt.',
  usedBy: (computer) => `Gekoppelt mit ${computer}.`,
  chooseRole: 'Rolle wählen',
  isIn: 'Der Rechner gehört jetzt zur Apotheke.',
  ended: 'Der Code gilt nicht mehr.',
  withdrawnBy: (staff) => `${staff} hat den Code zurückgezogen.`,
  wasWithdrawn: 'Der Code wurde zurückgezogen.',
  triedFrom: (address) => `Fünf falsche Versuche haben den Code beendet, der letzte kam von ${address}.`,
  wasTried: 'Fünf falsche Versuche haben den Code beendet.',
  wasUsed: 'Ein Rechner hat den Code benutzt.',
  makeNew: 'Neuen Code erzeugen',
  notShownAgain: 'Der Code selbst wird nicht noch einmal angezeigt.',
  look: 'Nachsehen, ob ihn ein Rechner benutzt hat',
  open: (n) => byCount(n, `${n} Kopplungscode ist offen`, `${n} Kopplungscodes sind offen`),
  withApproval: 'mit Freigabe',
  withdraw: 'Zurückziehen',
  withdrawHint: 'Zurückziehen beendet alle offenen Codes dieser Apotheke.',
  withdrawn: 'Die Kopplungscodes sind zurückgezogen.',
  another: 'Weiterer Code',
  toPharmacy: 'Zur Apotheke',
}
