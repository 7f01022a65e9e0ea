// The window's page on which people ask support for help, in German. A group of the catalogue.
import { byCount } from '../language.ts'
import type { WindowHelpTexts } from '../../en/window/help.ts'

const answers = (n: number) => byCount(n, `${n} neue Antwort`, `${n} neue Antworten`)

export const windowHelpDe: WindowHelpTexts = {
  askTitle: 'Um Hilfe bitten',
  askAgain: 'Wegen etwas anderem um Hilfe bitten',
  askText:
    'Der Support sieht dann, was die Prüfung dieses Rechners findet: welche Stelle Etiketten aufhält. Ein paar Worte können Sie dazuschreiben, müssen aber nicht.',
  words: 'Was ist los? (freiwillig)',
  wordsHint: 'Bitte keine Namen von Patienten schreiben.',
  wordsFault: 'Das ist zu lang: höchstens 4.000 Buchstaben.',
  ask: 'Um Hilfe bitten',
  asking: 'Ihre Anfrage wird aufbewahrt…',
  unpaired:
    'Dieser Rechner gehört noch zu keiner Apotheke, der Support kann ihn deshalb nicht sehen. Koppeln Sie ihn zuerst, oder rufen Sie an.',
  toPairing: 'Zum Kopplungscode',
  noConnection:
    'Im Moment gibt es keine Verbindung. Was Sie schreiben, wird aufbewahrt und gesendet, sobald sie wieder da ist.',

  askedAt: 'Sie haben um Hilfe gebeten',
  withoutWords: 'Sie haben ohne Worte um Hilfe gebeten. Der Support hat die Prüfung dieses Rechners.',
  notSent: 'Noch nicht gesendet: Die Verbindung fehlt. Es wird gesendet, sobald sie wieder da ist.',
  urgent: 'Wenn es eilt, rufen Sie den Support an.',
  beingSent: 'Es wird gesendet…',
  delayed: 'Der Support nimmt das gerade nicht an; es wird erneut versucht:',
  refused: 'Der Support hat das nicht angenommen:',
  sendAgain: 'Noch einmal senden',
  drop: 'Nicht senden',
  states: {
    new: 'Der Support hat Ihre Anfrage. Noch niemand hat sie übernommen.',
    claimed: (name: string) => `${name} kümmert sich darum.`,
    claimedByNobody: 'Jemand kümmert sich darum.',
    released: 'Der Support hat Ihre Anfrage. Im Moment kümmert sich niemand darum.',
    done: 'Der Support sagt, dass das erledigt ist.',
    removed: 'Der Support hat diese Anfrage entfernt.',
  },
  talk: 'Gespräch mit dem Support',
  you: 'Dieser Rechner',
  support: 'Support',
  supportWrites: 'Der Support schreibt gerade…',
  erased: 'Diese Worte wurden entfernt.',
  write: 'An den Support schreiben',
  writeAfterEnd: 'Schreiben Sie noch einmal, und die Anfrage ist wieder offen',
  send: 'Senden',
  bundleText:
    'Das Support-Paket sagt, was dieser Rechner getan hat: sein Zustand, seine Einstellungen, sein Protokoll. Nichts, was auf Etiketten steht, ist darin, und kein Name außer dem dieses Rechners.',
  bundleSee: 'Erst ansehen',
  bundleSend: 'Support-Paket senden',
  bundleMaking: 'Es wird erstellt…',
  label: {
    title: 'Für den Support',
    text: 'Der Support hilft Ihnen gerade. Er kann ein Bild davon bekommen, wie dieses Etikett aufgeteilt ist: jeder Buchstabe ist ein X, Bilder fehlen.',
    show: 'Zeigen, was gesendet würde',
    alt: (n: string) => `Verdecktes Bild von Etikett ${n}`,
    consent: 'Ich bin einverstanden, dass der Support genau dieses Bild bekommt.',
    tickFirst: 'Bitte setzen Sie zuerst das Häkchen.',
    send: 'An den Support senden',
    sent: 'Es geht mit Ihrer Anfrage an den Support.',
    toTalk: 'Zum Gespräch',
    notSent: 'Es wurde nicht gesendet. Zeigen Sie es noch einmal an und versuchen Sie es erneut.',
  },
  solvedQuestion: 'Ist es gelöst?',
  solved: 'Ja, es ist gelöst',
  notSolved: 'Nein, es ist nicht gelöst',
  saidSolved: 'Sie haben gesagt, dass es gelöst ist. Danke.',
  saidNotSolved: 'Sie haben gesagt, dass es nicht gelöst ist. Die Anfrage ist wieder offen.',
  others: 'Ihre anderen Anfragen',
  noSubject: 'Anfrage ohne Worte',
  done: 'erledigt',

  unread: answers,
  news: (n: number) => `Der Support hat Ihnen geschrieben: ${answers(n)}.`,
  read: 'Lesen',
  askHere: 'Den Support um Hilfe bitten',

  menu: 'Den Support um Hilfe bitten…',
  menuUnread: (n: number) => `Der Support hat geschrieben: ${answers(n)}`,
  noticeTitle: (product: string) => `${product}: Der Support hat geschrieben`,
  notice: (n: number) =>
    `${byCount(n, 'Es gibt eine neue Antwort', `Es gibt ${n} neue Antworten`)} für Sie. Zum Lesen klicken.`,
}
