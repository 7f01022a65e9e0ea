// What people read on the pages of support tasks, in English.
import type { TaskAction, TaskState } from '../../../api/support/support-task.ts'
import type { TaskView } from '../../../api/support/support-tasks-api.ts'

const numbers = new Intl.NumberFormat('en-GB')
const count = (n: number, one: string, many: string) => `${numbers.format(n)} ${n === 1 ? one : many}`

export const supportTasksEn = {
  title: 'Support tasks',
  intro:
    'What pharmacies ask for and what does not get well by itself. What should have been answered first stands first.',
  viewsLabel: 'Lists of tasks',
  views: {
    free: 'Free',
    mine: 'Mine',
    all: 'All open',
    done: 'Done',
  } satisfies Record<TaskView, string>,
  unanswered: (n: number) => `${numbers.format(n)} without an answer`,
  overdue: (n: number) => `${numbers.format(n)} overdue`,
  unread: (n: number) => count(n, 'new message', 'new messages'),
  tasks: (n: number) => count(n, 'task', 'tasks'),
  pharmacy: 'Pharmacy',
  what: 'What is wrong',
  due: 'Answer until',
  who: 'Who',
  state: 'State',
  number: (id: number) => `T-${id}`,
  helpAsked: 'Help is asked for',
  blocked: (place: string) => `Labels stop at: ${place}`,
  since: 'began',
  states: {
    new: 'new',
    claimed: 'taken',
    released: 'given back',
    done: 'done',
    removed: 'removed',
  } satisfies Record<TaskState, string>,
  priorities: {
    1: 'urgent',
    2: 'normal',
    3: 'can wait',
  } as Readonly<Record<number, string>>,
  answered: 'answered',
  nobody: 'nobody yet',
  wholePharmacy: 'the whole pharmacy',
  none: {
    free: 'No task is free.',
    mine: 'You have no task.',
    all: 'No task is open.',
    done: 'No task was done yet.',
  } satisfies Record<TaskView, string>,
  noneAdvice:
    'A task appears here when a pharmacy asks for help, when a problem lasts, or when you create one.',
  newTitle: 'New task',
  storeId: 'Store ID of the pharmacy',
  subject: 'What it is about',
  priority: 'How urgent',
  create: 'Create the task',
  claim: 'Take it',
  release: 'Give it back',
  takeOver: 'Take it over',
  resolve: 'It is done',
  reopen: 'Open it again',
  remove: 'Remove it',
  note: 'Note for the next (optional)',
  resolution: 'What helped (optional)',
  removeWhy: 'Why it is removed',
  removeAdvice: 'All that was written, and the diagnosis, is erased. The steps stay.',
  moreSteps: 'More',
  handover: 'From the one before',
  helped: 'What helped',
  talk: 'Conversation',
  noTalk: 'Nobody has written yet.',
  noteMark: 'note, only for staff',
  erased: 'The words were erased.',
  readHere: 'read at the pharmacy',
  write: 'Your message',
  writeHint:
    'The person at the pharmacy reads this in the window of the agent. Do not write names of patients.',
  send: 'Send',
  sendNote: 'Keep as a note',
  computer: 'Computer',
  asked: 'Asked from',
  diagnosis: 'Diagnosis when help was asked for',
  noDiagnosis: 'No diagnosis came with it.',
  steps: 'What happened',
  system: 'the platform',
  pharmacySays: 'the pharmacy',
  actions: {
    create: 'created',
    claim: 'taken',
    release: 'given back',
    hand_over: 'handed over',
    take_over: 'taken over',
    resolve: 'done',
    recover: 'well again by itself',
    reopen: 'opened again',
    remove: 'removed',
    other: 'changed',
  } satisfies Record<TaskAction, string>,
  reopened: (n: number) => (n === 1 ? 'opened again once' : `opened again ${numbers.format(n)} times`),
  solved: 'The pharmacy says that it is solved.',
  people: {
    looks: (name: string) => `${name} is looking at this`,
    writes: (name: string) => `${name} is writing`,
    computerWrites: (name: string) => `Somebody at ${name} is writing`,
  },
  incident: {
    title: 'Incident',
    hit: (now: number, all: number) => {
      if (now === 0) return `over at ${count(all, 'pharmacy', 'pharmacies')}`
      if (now === all) return count(all, 'pharmacy', 'pharmacies')
      return `${numbers.format(now)} of ${count(all, 'pharmacy', 'pharmacies')} still have it`
    },
    places: 'Pharmacies that it hit',
    placesHint:
      'They got the problem within ten minutes of each other, so there is one task for all. It ends by itself ten minutes after the problem is over everywhere, unless somebody has it or wrote.',
    computers: (n: number) => count(n, 'computer', 'computers'),
    overSince: 'ended',
    more: (n: number) => `and ${numbers.format(n)} more`,
    writeHint: 'A note among staff: an incident has no pharmacy that could read it.',
  },
  noSuchStore: 'There is no pharmacy with this store ID.',
}

export type SupportTaskTexts = typeof supportTasksEn
