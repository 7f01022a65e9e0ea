// What people read on the pages of support tasks, in German.
import type { TaskAction, TaskState } from '../../../api/support/support-task.ts'
import type { TaskView } from '../../../api/support/support-tasks-api.ts'
import type { SupportTaskTexts } from '../../en/support/tasks.ts'

const numbers = new Intl.NumberFormat('de-DE')
const count = (n: number, one: string, many: string) => `${numbers.format(n)} ${n === 1 ? one : many}`

export const supportTasksDe: SupportTaskTexts = {
  title: 'Supportaufgaben',
  intro:
    'Worum Apotheken bitten und was nicht von selbst gut wird. Oben steht, was zuerst hätte beantwortet werden sollen.',
  viewsLabel: 'Aufgabenlisten',
  views: {
    free: 'Frei',
    mine: 'Meine',
    all: 'Alle offenen',
    done: 'Erledigt',
  } satisfies Record<TaskView, string>,
  unanswered: (n: number) => `${numbers.format(n)} ohne Antwort`,
  overdue: (n: number) => `${numbers.format(n)} überfällig`,
  unread: (n: number) => count(n, 'neue Nachricht', 'neue Nachrichten'),
  tasks: (n: number) => count(n, 'Aufgabe', 'Aufgaben'),
  pharmacy: 'Apotheke',
  what: 'Was ist los',
  due: 'Antwort bis',
  who: 'Wer',
  state: 'Zustand',
  number: (id: number) => `T-${id}`,
  helpAsked: 'Bittet um Hilfe',
  blocked: (place: string) => `Etiketten bleiben stehen bei: ${place}`,
  since: 'begann',
  states: {
    new: 'neu',
    claimed: 'übernommen',
    released: 'zurückgegeben',
    done: 'erledigt',
    removed: 'entfernt',
  } satisfies Record<TaskState, string>,
  priorities: {
    1: 'dringend',
    2: 'normal',
    3: 'kann warten',
  } as Readonly<Record<number, string>>,
  answered: 'beantwortet',
  nobody: 'noch niemand',
  wholePharmacy: 'die ganze Apotheke',
  none: {
    free: 'Keine Aufgabe ist frei.',
    mine: 'Sie haben keine Aufgabe.',
    all: 'Keine Aufgabe ist offen.',
    done: 'Noch keine Aufgabe wurde erledigt.',
  } satisfies Record<TaskView, string>,
  noneAdvice:
    'Eine Aufgabe erscheint hier, wenn eine Apotheke um Hilfe bittet, ein Problem anhält oder Sie eine anlegen.',
  newTitle: 'Neue Aufgabe',
  storeId: 'Store-ID der Apotheke',
  subject: 'Worum es geht',
  priority: 'Wie dringend',
  create: 'Aufgabe anlegen',
  claim: 'Übernehmen',
  release: 'Zurückgeben',
  takeOver: 'Dem anderen abnehmen',
  resolve: 'Ist erledigt',
  reopen: 'Wieder öffnen',
  remove: 'Entfernen',
  note: 'Notiz für die Nächsten (freiwillig)',
  resolution: 'Was geholfen hat (freiwillig)',
  removeWhy: 'Warum sie entfernt wird',
  removeAdvice: 'Alles Geschriebene und die Diagnose werden gelöscht. Die Schritte bleiben.',
  moreSteps: 'Mehr',
  handover: 'Von der Vorgängerin oder dem Vorgänger',
  helped: 'Was geholfen hat',
  talk: 'Gespräch',
  noTalk: 'Noch hat niemand geschrieben.',
  noteMark: 'Notiz, nur fürs Team',
  erased: 'Die Worte wurden gelöscht.',
  readHere: 'in der Apotheke gelesen',
  write: 'Ihre Nachricht',
  writeHint:
    'Die Person in der Apotheke liest das im Fenster des Agenten. Bitte keine Namen von Patienten schreiben.',
  send: 'Senden',
  sendNote: 'Als Notiz behalten',
  computer: 'Rechner',
  asked: 'Gefragt von',
  diagnosis: 'Diagnose bei der Bitte um Hilfe',
  noDiagnosis: 'Es kam keine Diagnose mit.',
  steps: 'Was geschah',
  system: 'die Plattform',
  pharmacySays: 'die Apotheke',
  actions: {
    create: 'angelegt',
    claim: 'übernommen',
    release: 'zurückgegeben',
    hand_over: 'übergeben',
    take_over: 'jemandem abgenommen',
    resolve: 'erledigt',
    recover: 'von selbst wieder gut',
    reopen: 'wieder geöffnet',
    remove: 'entfernt',
    other: 'geändert',
  } satisfies Record<TaskAction, string>,
  reopened: (n: number) => (n === 1 ? 'einmal wieder geöffnet' : `${numbers.format(n)}-mal wieder geöffnet`),
  solved: 'Die Apotheke sagt, dass es gelöst ist.',
  people: {
    looks: (name: string) => `${name} sieht sich das an`,
    writes: (name: string) => `${name} schreibt gerade`,
    computerWrites: (name: string) => `Jemand an ${name} schreibt gerade`,
  },
  incident: {
    title: 'Vorfall',
    hit: (now: number, all: number) => {
      if (now === 0) return `in ${count(all, 'Apotheke', 'Apotheken')} vorbei`
      if (now === all) return count(all, 'Apotheke', 'Apotheken')
      return `${numbers.format(now)} von ${count(all, 'Apotheke', 'Apotheken')} haben es noch`
    },
    places: 'Betroffene Apotheken',
    placesHint:
      'Sie bekamen das Problem binnen zehn Minuten, deshalb gibt es eine Aufgabe für alle. Sie endet von selbst zehn Minuten, nachdem das Problem überall vorbei ist, wenn niemand sie hat und niemand etwas schrieb.',
    computers: (n: number) => count(n, 'Rechner', 'Rechner'),
    overSince: 'endete',
    more: (n: number) => `und ${numbers.format(n)} weitere`,
    writeHint: 'Eine Notiz für das Team: Ein Vorfall hat keine Apotheke, die sie lesen könnte.',
  },
  noSuchStore: 'Es gibt keine Apotheke mit dieser Store-ID.',
}
