// What people read about pairing codes, in German.
import type { PairingTexts } from './pairing-en.ts'

export const pairingDe: PairingTexts = {
  title: 'Rechner hinzufügen',
  intro: (pharmacy) => `Mit einem Kopplungscode kommt ein Rechner hinzu. Apotheke: ${pharmacy}.`,
  points: [
    'Er wird nur einmal angezeigt und gilt 10 Minuten lang für einen Rechner.',
    'Nach fünf Fehlversuchen ist er ungültig.',
    'Für Rechner, die schon dazugehören, ändert sich nichts.',
  ],
  needsApproval: 'Der Rechner wartet auf Freigabe',
  needsApprovalHint:
    'Er darf nichts, bis die Administration ihn hier freigibt. Sinnvoll für Codes, die weitergegeben werden.',
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
  run: 'Öffnen Sie dort eine Eingabeaufforderung und führen Sie diesen Befehl aus.',
  fromSource: 'In einem Ordner mit dem Quelltext schreiben Sie „npm run agent --“ statt „agent“.',
  appears: 'Der Rechner erscheint nach wenigen Sekunden auf dieser Seite.',
  appearsToApprove:
    'Der Rechner erscheint nach wenigen Sekunden auf dieser Seite, mit der Schaltfläche zum Freigeben.',
  unused: 'Noch kein Rechner hat den Code benutzt.',
  usedBy: (computer) => `${computer} hat den Code benutzt.`,
  isIn: 'Der Rechner gehört jetzt zur Apotheke.',
  ended: 'Der Code gilt nicht mehr: Er ist abgelaufen, wurde zurückgezogen oder fünfmal falsch eingegeben.',
  notShownAgain: 'Der Code selbst wird nicht noch einmal angezeigt.',
  look: 'Nachsehen, ob ihn ein Rechner benutzt hat',
  open: (n) => (n === 1 ? '1 Kopplungscode ist offen' : `${n} Kopplungscodes sind offen`),
  withApproval: 'mit Freigabe',
  withdraw: 'Zurückziehen',
  withdrawHint: 'Zurückziehen beendet alle offenen Codes dieser Apotheke.',
  withdrawn: 'Die Kopplungscodes sind zurückgezogen.',
  another: 'Weiterer Code',
  toPharmacy: 'Zur Apotheke',
}
