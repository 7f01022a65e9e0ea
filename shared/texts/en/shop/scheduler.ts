// What people read on the pages of the scheduler, in English.
import type { FindingKind, TaskFailure, TaskOutcome } from '../../../api/scheduler.ts'

const numbers = new Intl.NumberFormat('en-GB')
const count = (n: number, one: string, many: string) => `${numbers.format(n)} ${n === 1 ? one : many}`

export const schedulerEn = {
  title: 'Scheduler',
  intro:
    'What the store API does by the clock. A task runs once at a time, however many store APIs there are.',
  noTasks: 'This store API does nothing by the clock.',
  taskList: 'Tasks',
  task: 'Task',
  when: 'When',
  last: 'Last run',
  next: 'Next run',
  change: 'Change',
  never: 'has not run yet',
  running: 'Running now',
  paused: 'Paused',
  pausedBy: (name: string) => `by ${name}`,
  failuresToday: (n: number) => `${count(n, 'failure', 'failures')} in 24 hours`,
  everyMinute: 'every minute',
  everyHour: (minutes: number) => `every hour, ${count(minutes, 'minute', 'minutes')} past`,
  everyDay: (at: string) => `every day at ${at}`,
  run: 'Run now',
  pause: 'Pause',
  resume: 'Resume',
  askedFor: 'The task was asked to run and begins within moments.',
  isPaused: 'The task is paused. A person may still run it.',
  isResumed: 'The task runs by the clock again.',
  alreadyRunning: 'The task is running already.',
  outcomes: { running: 'Running', done: 'Done', failed: 'Failed' } satisfies Record<TaskOutcome, string>,
  failures: {
    unavailable: 'The database or another service did not answer.',
    too_long: 'It took longer than it may and was ended. What it did is kept; the next run goes on.',
    not_reported: 'Its end is not known: the store API or the database went away while it ran.',
    stopped: 'The store API was stopping. The next run goes on.',
    books_differ: 'What must be equal in the books is not. Somebody has to look at it.',
    internal: 'Something went wrong on our side. The log of the store API has the cause.',
  } satisfies Record<TaskFailure, string>,
  nothingToDo: 'nothing to do',
  history: 'Runs',
  kept: 'Runs are kept for 90 days, those that found nothing to do for one.',
  allRuns: 'All runs',
  failedRuns: 'Failed runs',
  whichRuns: 'Which runs',
  runs: (n: number) => count(n, 'run', 'runs'),
  noRuns: 'No runs yet',
  noFailures: 'No run failed',
  started: 'Started',
  took: 'Took',
  outcome: 'Outcome',
  did: 'What it did',
  byHand: 'run by hand',
  attempt: (n: number) => `attempt ${numbers.format(n)}`,
  limit: 'Longest run',
  retries: 'After a failure',
  triedAgain: (n: number) => `tried again ${n === 1 ? 'once' : `${numbers.format(n)} times`}`,
  notTriedAgain: 'waits for the next time',
  findings: {
    reserved: (subject: string, expected: string, found: string) =>
      `Product ${subject}: orders hold ${expected}, the counter says ${found}.`,
    coupon_uses: (subject: string, expected: string, found: string) =>
      `Coupon ${subject}: used ${expected} times, the counter says ${found}.`,
    paid_order: (subject: string, expected: string, found: string) =>
      `Order ${subject}: costs ${expected}, ${found} were captured (in minor units).`,
    other: (subject: string, expected: string, found: string) =>
      `${subject}: ${expected} was expected, ${found} was found.`,
  } satisfies Record<FindingKind, (subject: string, expected: string, found: string) => string>,
  laterTask: 'A task of a later version',
  tasks: {
    'order-time-outs': {
      name: 'Time-outs of orders',
      does: 'Orders that were not paid in time give back what they hold.',
    },
    'order-completion': { name: 'Completion of orders', does: 'Orders sent 14 days ago are completed.' },
    'payment-follow-up': {
      name: 'Follow-up of payments',
      does: 'The payment provider is asked about payments whose end is not known.',
    },
    'refund-messages': {
      name: 'Messages of refunds',
      does: 'Pharmacies are told by text message when money goes back.',
    },
    'lasting-problems': {
      name: 'Problems that last',
      does: 'Problems of computers that last become support tasks; those that are over end.',
    },
    'ended-codes': {
      name: 'Ended codes',
      does: 'Pairing codes that ended 30 days ago are removed, wrong tries after a day.',
    },
    retention: {
      name: 'Removal of old data',
      does: 'Baskets, keys of requests, events of payments and the people of expired orders are removed.',
    },
    'opening-hours': {
      name: 'Opening and closing',
      does: 'Pharmacies open and close by their hours: a computer that is off while its pharmacy is closed is no problem.',
    },
    'learnt-hours': {
      name: 'Learning of opening hours',
      does: 'When pharmacies are open is learnt from the hours in which their computers were online.',
    },
    'fleet-count': {
      name: 'Count of the fleet',
      does: 'Computers online and problems by kind are counted for the overview.',
    },
    'label-hours': {
      name: 'Labels by hour',
      does: 'Labels of the hours that are over are counted.',
    },
    'day-summary': {
      name: 'Summary of the days',
      does: 'Orders, revenue and labels of each day are counted.',
    },
    'books-proof': {
      name: 'Proof of the books',
      does: 'Ledger, counters, coupons and payments are compared.',
    },
  },
  counts: {
    orders: (n: number) => count(n, 'order', 'orders'),
    codes: (n: number) => count(n, 'code', 'codes'),
    tries: (n: number) => count(n, 'address with wrong tries', 'addresses with wrong tries'),
    payments: (n: number) => count(n, 'payment', 'payments'),
    messages: (n: number) => count(n, 'message', 'messages'),
    supportTasks: (n: number) => count(n, 'support task', 'support tasks'),
    keys: (n: number) => count(n, 'key', 'keys'),
    baskets: (n: number) => count(n, 'basket', 'baskets'),
    paymentEvents: (n: number) => count(n, 'event of a payment', 'events of payments'),
    peopleOfOrders: (n: number) => count(n, 'order without its people', 'orders without their people'),
    runs: (n: number) => count(n, 'old run', 'old runs'),
    fleetHours: (n: number) => count(n, 'old hour', 'old hours'),
    supportFiles: (n: number) => count(n, 'old file of a support task', 'old files of support tasks'),
    days: (n: number) => count(n, 'day', 'days'),
  },
  days: {
    title: 'Days',
    intro: 'What each day was like, counted in the night after. Labels that computers report late are added.',
    none: 'No day was counted yet',
    total: (n: number) => count(n, 'day', 'days'),
    day: 'Day',
    orders: 'Orders',
    revenue: 'Revenue',
    labels: 'Labels',
    computers: 'Computers that printed',
    placed: (n: string) => `${n} placed`,
    paid: (n: string) => `${n} paid`,
    shipped: (n: string) => `${n} sent`,
    cancelled: (n: string) => `${n} cancelled`,
    expired: (n: string) => `${n} expired`,
    refunded: (amount: string) => `${amount} refunded`,
    problems: (n: string) => `${n} failed, expired or unknown`,
  },
}
export type SchedulerTexts = typeof schedulerEn
