// What people read about the standby printer of a pharmacy in the panel, in German.
import type { StandbyTexts } from '../en/standby.ts'

const others = (n: number) => ` und ${n} weiteren`

export const standbyDe: StandbyTexts = {
  title: 'Ersatzdrucker',
  role: 'Client mit dem Ersatzdrucker',
  means: (computer, printerComputer) =>
    `${computer} druckt über ${printerComputer}. Fehlt dessen Drucker, kommen die Etiketten aller Rechner bei ${computer} heraus.`,
  endsWithClient: 'Die Apotheke hat dann keinen Ersatzdrucker.',
  offline: (computer) =>
    `${computer} ist offline. Für den Ersatzdrucker muss der Rechner online sein, weil er nach seinen Druckern gefragt wird.`,
  after: 'Benutzen nach (Sekunden)',
  afterHint: 'So lange muss der erste Drucker oder sein Rechner ohne Unterbrechung fehlen: 15 bis 3600.',
  afterFault: 'Möglich sind 15 bis 3600 Sekunden.',
  back: 'Zurück zum ersten Drucker',
  auto: 'von selbst, sobald er 30 Sekunden wieder da ist',
  manual: 'wenn jemand die Taste dafür drückt',
  shown: (printer, computer) => `${printer} bei ${computer}`,
  settings: { auto: (n) => `nach ${n} s, von selbst zurück`, manual: (n) => `nach ${n} s, von Hand zurück` },
  none: 'Keiner. Ändern Sie die Rolle eines Clients, um der Apotheke einen zu geben.',
  used: (computer, more, at) =>
    `Etiketten von ${computer}${more === 0 ? '' : others(more)} kommen bei ${at} (Ersatzdrucker) heraus.`,
  printsAt: (computer) => `druckt bei ${computer} (Ersatzdrucker)`,
  mark: 'Ersatzdrucker',
  since: 'Seit',
  why: {
    computer_away: 'Der Rechner mit dem ersten Drucker ist nicht erreichbar.',
    printer_away: 'Der erste Drucker ist aus oder nicht erreichbar.',
  },
  useFirst: (printerComputer) => `Drucker von ${printerComputer} wieder benutzen`,
  toldFirst: 'Die Rechner hören gerade, dass sie den ersten Drucker wieder benutzen sollen.',
}
