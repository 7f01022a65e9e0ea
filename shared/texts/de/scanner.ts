// The page that makes a phone a scanner of a workplace, in German.
import type { ScannerTexts } from '../en/scanner.ts'

export const scannerDe: ScannerTexts = {
  title: 'Telefon als Scanner',
  intro:
    'Geben Sie den Code ein, den der Arbeitsplatz zeigt: Dort ist ein Apotheker angemeldet und drückt „Scanner koppeln“.',
  code: 'Code des Arbeitsplatzes',
  codeHint: 'Acht Buchstaben, zum Beispiel BCDF-GHJK. Der Code gilt 2 Minuten.',
  codeFault: 'Das ist kein Code: Ein Code hat acht Buchstaben, zum Beispiel BCDF-GHJK.',
  codeOver:
    'Dieser Code ist falsch, wurde schon benutzt oder ist älter als 2 Minuten. Lassen Sie sich am Arbeitsplatz einen neuen zeigen.',
  name: 'Name dieses Telefons',
  nameHint: 'Der Arbeitsplatz zeigt ihn neben jedem Scan.',
  nameFault: 'Geben Sie einen Namen mit höchstens 60 Zeichen ein.',
  full: 'Die Apotheke hat so viele Arbeitsplätze und Scanner, wie sie haben darf. Ein Scanner, der nicht mehr benutzt wird, muss zuerst entfernt werden.',
  pair: 'Koppeln',
  forgotten: 'Dieses Telefon ist kein Scanner mehr.',
  ended: 'Dieses Telefon ist nicht mehr gekoppelt. Koppeln Sie es mit einem neuen Code.',
  paired: (workplace) => `Dieses Telefon ist mit ${workplace} gekoppelt.`,
  speaksFor: (name, workplace) => `${name} scannt für ${workplace}.`,
  scan: 'Code',
  scanHint: 'Scannen Sie einen Code, oder geben Sie ihn ein und drücken Sie die Eingabetaste.',
  send: 'Senden',
  sending: 'Wird gesendet …',
  taken: (workplace) => `Angenommen: ${workplace} hat den Scan.`,
  nobody: (workplace) =>
    `An ${workplace} ist niemand angemeldet. Melden Sie sich dort an, und scannen Sie dann noch einmal.`,
  unreadable:
    'Das wurde nicht gesendet: Ein Code hat höchstens 256 Buchstaben, Ziffern und Zeichen, ohne Umlaute.',
  notSent:
    'Es ist nicht bekannt, ob der Scan angekommen ist. Sehen Sie am Arbeitsplatz nach, oder laden Sie diese Seite neu und scannen Sie noch einmal.',
  camera: 'Mit der Kamera scannen',
  cameraStop: 'Kamera beenden',
  noCamera:
    'Dieser Browser liest keine Codes mit der Kamera. Geben Sie den Code ein, oder nehmen Sie einen Scanner, der wie eine Tastatur schreibt.',
  cameraRefused:
    'Die Kamera ließ sich nicht öffnen. Erlauben Sie sie dieser Seite im Browser, oder geben Sie den Code ein.',
  other: 'Mit anderem Arbeitsplatz koppeln',
  forget: 'Dieses Telefon vergessen',
  forgetMeans: (name) =>
    `${name} scannt dann für keinen Arbeitsplatz mehr. Um es wieder zu benutzen, koppeln Sie es mit einem neuen Code.`,
}
