// What people read about the labels of a computer, in German.
import { byCount } from './language.ts'
import type { jobsEn } from '../en/jobs.ts'

const labels = (n: number) => byCount(n, `${n} Etikett`, `${n} Etiketten`)
const wait = (n: number) => byCount(n, 'wartet', 'warten')

export const jobsDe: typeof jobsEn = {
  forPerson: (n) => `${labels(n)} ${wait(n)} auf eine Antwort in der Apotheke`,
  held: (n) => `${labels(n)} zurückgehalten, bis jemand in der Apotheke entscheidet`,
  older: 'Ältere Etiketten',
  newest: 'Zu den neuesten',
  noOlder: 'Ältere gibt es nicht.',
  again: (n) => `Noch einmal gedruckt als Etikett ${n}`,
  find: {
    title: 'Etikett suchen',
    label: 'Nummer eines Etiketts',
    button: 'Suchen',
    hint: 'Wie sie im Fenster eines Rechners steht, zum Beispiel B-75. Sie führt zu dem Rechner, der das Etikett angenommen hat; dessen Liste beginnt damit.',
    noNumber: (n) => `${n} ist keine Nummer eines Etiketts. Geschrieben wird sie wie B-75.`,
    noComputer: (n) =>
      `Kein Rechner dieser Apotheke nimmt Etiketten an, die wie ${n} beginnen. Prüfen Sie den Buchstaben.`,
  },
  lists: {
    title: 'Listen der Etiketten',
    intro:
      'Neueste zuerst, wie der Rechner sie meldet. Was auf einem Etikett steht, verlässt die Apotheke nie.',
    all: 'Alle',
    'not-out': 'Nicht herausgekommen',
    waits: 'Warten',
    asks: 'Brauchen eine Antwort',
    none: 'Ein solches Etikett gibt es nicht.',
  },
  forPrinter: (n) => `${labels(n)} ${wait(n)} auf den Drucker`,
  lastKnown: 'Stand, als er zuletzt online war.',
  link: 'Etiketten',
  title: (computer) => `Etiketten von ${computer}`,
  now: 'Etiketten jetzt',
  intro:
    'Erst die wartenden, dann die neuesten Etiketten, wie der Rechner sie meldet. Was auf einem Etikett steht, verlässt die Apotheke nie.',
  ask: 'Rechner nach seinen Etiketten fragen',
  askAgain: 'Noch einmal fragen',
  asking: 'Der Rechner wird nach seinen Etiketten gefragt. Das dauert höchstens 10 Sekunden.',
  offline: 'Der Rechner ist offline. Seine Etiketten sind zu sehen, wenn er wieder da ist.',
  silent:
    'Der Rechner hat nicht innerhalb von 10 Sekunden geantwortet. Prüfen Sie, ob er wach ist, und fragen Sie noch einmal.',
  noAnswer: 'Es kam keine Antwort. Prüfen Sie Ihre Verbindung und fragen Sie noch einmal.',
  refused: 'Der Rechner konnte das nicht ausführen.',
  none: 'In den letzten Tagen kam kein Etikett zu diesem Rechner.',
  number: 'Etikett',
  accepted: 'Angenommen',
  state: 'Zustand',
  size: 'Größe',
  sender: 'Von',
  itself: 'dem Rechner selbst',
  destination: 'An',
  attempts: 'Versuche',
  cancel: 'Stornieren …',
  cancelOf: (n) => `Etikett ${n} stornieren`,
  cancelAsk: (n) => `Etikett ${n} wird dann nicht gedruckt. Das lässt sich nicht rückgängig machen.`,
  cancelled: (n) => `Etikett ${n} ist storniert. Es wird nicht gedruckt.`,
  cancelUnsure:
    'Der Rechner hat nicht rechtzeitig geantwortet. Fragen Sie noch einmal nach seinen Etiketten, um zu sehen, ob das Etikett storniert ist.',
  counters: 'Was aus den Etiketten wurde',
  what: 'Etiketten',
  lastDay: 'Letzte 24 Stunden',
  last90Days: 'Letzte 90 Tage',
  overTime: {
    day: 'Die letzten 24 Stunden',
    month: 'Die letzten 30 Tage',
    took: 'Dauer eines Etiketts',
    when: 'Wann',
    accepted: 'Angenommen',
    trouble: 'Unbekannt, fehlgeschlagen oder abgelaufen',
    hint: 'Dunkel: Niemand weiß, ob sie herauskamen, oder sie kamen nicht heraus.',
    tookHint: 'Die Hälfte der Etiketten eines Tages brauchte höchstens so lange.',
    title: 'Etiketten',
    onceHint:
      'Dunkel: Niemand weiß, ob sie herauskamen, oder sie kamen nicht heraus. Ein Etikett, das von einem Rechner zum anderen geht, zählt einmal.',
  },
  countersNote:
    'Wie der Rechner sie gemeldet hat, höchstens alle 30 Sekunden. Ein gesendetes und dann bestätigtes Etikett zählt in beiden Zeilen.',
  counted: {
    accepted: 'Angenommen',
    printed: 'Gedruckt (vom Drucker bestätigt)',
    sent_to_printer: 'An den Drucker gesendet',
    forwarded: 'An den Druckrechner weitergegeben',
    unknown: 'Nicht bekannt, ob gedruckt',
    failed: 'Fehlgeschlagen',
    expired: 'Abgelaufen',
    cancelled: 'Storniert',
  },
  p50: 'Die Hälfte war weg innerhalb von',
  p99: '99 von 100 waren weg innerhalb von',
}
