// What people read where one thing is done with many computers, in German.
import { byCount, number } from '../language.ts'
import type { BulkTexts } from '../../en/support/bulk.ts'

const computers = (n: number) => `${number(n)} Rechner`

export const bulkDe: BulkTexts = {
  title: 'Für viele Rechner auf einmal',
  legend: 'Für alle Rechner dieser Liste',
  action: 'Was zu tun ist',
  choose: 'Zeigen, was es betrifft',
  hint: (most) =>
    `Die nächste Seite nennt jeden Rechner, höchstens ${number(most)}. Vor Ihrer Bestätigung dort geschieht nichts.`,
  actions: {
    'role-none': 'Ihnen die Rolle „Keine“ geben',
    update: 'Jetzt aktualisieren',
    printers: 'Nach ihren Druckern fragen',
  },
  about: {
    'role-none': (days) =>
      `Für Rechner, die es nicht mehr gibt: seit mindestens ${days} Tagen offline, oder ihr Zugang wurde entzogen. Ihre Etiketten haben danach keinen Drucker; die Rolle kann wieder gegeben werden.`,
    update: () =>
      'Jeder verbundene Rechner sucht nach einem Update und übernimmt es, sobald kein Etikett gesendet wird. Was auf dem neuesten Stand ist, ändert sich nicht.',
    printers: () => 'Jeder verbundene Rechner wird gefragt, welche Drucker er hat. Gedruckt wird nichts.',
  },
  touched: (n) => `${computers(n)} ${byCount(n, 'wäre', 'wären')} betroffen`,
  left: (n) => `${computers(n)} ${byCount(n, 'bliebe', 'blieben')}, wie ${byCount(n, 'er ist', 'sie sind')}`,
  nobody: 'Keiner dieser Rechner kommt dafür infrage.',
  empty: 'Die Liste hat keine Rechner.',
  cut: (most) => `Die Liste ist länger: Hier stehen nur ihre ersten ${number(most)} Rechner.`,
  confirm: (n) => `Für ${computers(n)} ausführen`,
  back: 'Zurück zur Liste',
  why: 'Warum nicht',
  obstacles: {
    none: 'Er hat die Rolle „Keine“.',
    printer: 'Die Etiketten seiner Apotheke gehen zu seinem Drucker: Wählen Sie dort zuerst einen anderen.',
    connected: 'Er ist verbunden.',
    recent: 'Er war in den letzten Tagen verbunden.',
    offline: 'Er ist offline.',
    gone: 'Er gehört nicht mehr zu dieser Apotheke.',
  },
  progress: (done, all) => `${number(done)} von ${number(all)} erledigt`,
  refresh: 'Stand anzeigen',
  ended: (done, left, failed) =>
    `Fertig: ${number(done)} erledigt, ${number(left)} unverändert, ${number(failed)} fehlgeschlagen.`,
  stopped: 'Vorzeitig beendet: Ihre Sitzung ist zu Ende. Was geschehen ist, steht hier.',
  result: 'Ergebnis',
  waits: 'noch nicht',
  roleGiven: 'Er hat jetzt die Rolle „Keine“.',
  printers: (n) => `${number(n)} Drucker`,
  logged: 'Jeder davon steht als Zeile im Mitarbeiterverlauf.',
  goneTitle: 'Hierüber ist nichts mehr bekannt',
  goneAdvice: 'Ergebnisse werden eine Stunde aufgehoben. Was geschehen ist, steht im Mitarbeiterverlauf.',
  busy: 'Von Ihnen läuft schon etwas für viele Rechner. Warten Sie dessen Ende ab.',
}
