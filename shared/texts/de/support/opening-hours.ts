// Opening hours of a pharmacy, in German.
import type { OpeningHoursTexts } from '../../en/support/opening-hours.ts'

export const openingHoursDe: OpeningHoursTexts = {
  title: 'Öffnungszeiten',
  of: (name) => `Öffnungszeiten von ${name}`,
  change: 'Ändern',
  from: { set: 'vom Personal festgelegt', learnt: 'gelernt', unknown: 'noch nicht bekannt' },
  closedNow: 'jetzt geschlossen',
  closedDay: 'geschlossen',
  allDay: 'ganztägig',
  lead: 'Ein Rechner, der außerhalb dieser Zeiten aus ist, wird als geschlossen gezeigt und nicht als Problem. Ein Etikett, das wartet, und ein Drucker, der an einem eingeschalteten Rechner steht, werden jederzeit gezeigt.',
  source: {
    set: 'Diese Zeiten hat das Personal festgelegt.',
    learnt:
      'Diese Zeiten sind gelernt: In den meisten der letzten Wochen war dann mindestens die Hälfte der Rechner verbunden. Sie werden jede Nacht neu gelernt.',
    unknown:
      'Es sind keine Zeiten bekannt: Sie werden gelernt, wenn Rechner zwei Wochen lang verbunden waren. Bis dahin gilt die Apotheke als geöffnet.',
  },
  timeZone: 'Zeitzone',
  timeZoneHint: 'Wie Europe/Berlin',
  spanFrom: (day, n) => `${day}, Zeit ${n}, von`,
  spanTo: (day, n) => `${day}, Zeit ${n}, bis`,
  hint: 'Lassen Sie einen Tag leer, an dem die Apotheke geschlossen ist. Die zweite Zeit ist für nach einer Pause; 00:00 als Ende ist Mitternacht.',
  save: 'Diese Zeiten speichern',
  learn: 'Gelernte Zeiten verwenden',
  zoneFault: 'Diese Zeitzone gibt es nicht.',
  weekFault:
    'Jede Zeit braucht einen Beginn und ein späteres Ende, und die Zeiten eines Tages dürfen sich nicht überschneiden.',
}
