// Was Menschen auf den Seiten der Gutscheine lesen, auf Deutsch.
import type { Texts } from '../../en/index.ts'

const numbers = new Intl.NumberFormat('de-DE')
const count = (n: number, one: string, many: string) => `${numbers.format(n)} ${n === 1 ? one : many}`

export const shopCouponsDe: Texts['shop']['coupons'] = {
  title: 'Gutscheine',
  make: 'Gutschein anlegen',
  found: (n) => count(n, 'Gutschein', 'Gutscheine'),
  noneTitle: 'Noch keine Gutscheine',
  noneAdvice: 'Ein Gutschein zieht einen Teil oder einen Betrag von der Nettosumme einer Bestellung ab.',
  code: 'Code',
  codeHint: '3 bis 40 Großbuchstaben, Ziffern und Bindestriche, zum Beispiel SPRING-10',
  codeFault: 'Das ist kein Code: 3 bis 40 Großbuchstaben, Ziffern und Bindestriche.',
  codeTaken: 'Es gibt schon einen Gutschein mit diesem Code.',
  takesOff: 'Zieht ab',
  kinds: { percent: 'einen Teil der Nettosumme, in %', amount: 'einen Betrag' },
  kind: 'Er zieht ab',
  value: 'Wie viel',
  valueHint: 'Zum Beispiel 10 oder 12,50',
  valueFault: 'Eine Zahl über 0 mit höchstens zwei Nachkommastellen; ein Teil ist höchstens 100.',
  max: 'Nutzungen insgesamt',
  maxEach: 'Nutzungen einer Apotheke',
  usesHint: 'Eine ganze Zahl ab 1',
  usesFault: 'Eine ganze Zahl von 1 bis 1.000.000.',
  tooFew: 'Er wurde schon öfter genutzt.',
  from: 'Erster Tag',
  until: 'Letzter Tag',
  dayFault: 'Das ist kein Tag.',
  untilFault: 'Der letzte Tag darf nicht vor dem ersten liegen.',
  uses: 'Nutzungen',
  used: (used, max) => `${numbers.format(used)} von ${numbers.format(max)}`,
  state: 'Zustand',
  states: { waits: 'noch nicht', open: 'nutzbar', usedUp: 'aufgebraucht', over: 'vorbei' },
  form: 'Was er tut',
  end: 'Jetzt beenden',
  endPoints: ['Er zieht nichts mehr ab. Bestellungen, die mit ihm aufgegeben wurden, behalten ihn.'],
  notices: {
    made: 'Der Gutschein ist angelegt.',
    saved: 'Die Änderungen sind gespeichert.',
    ended: 'Der Gutschein ist beendet.',
  },
}
