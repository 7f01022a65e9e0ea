// The table of tasks: what the store API does by the clock. A new task is an entry here, its work in work/, its name and what it
// counts in shared/texts.
import type { StoreDb } from '../database.ts'
import { countFleet, countLabels } from '../support-desk/fleet-counts.queries.ts'
import { ORDERS_PER_LOOK, expireLateOrders } from '../shop/orders/expiry.ts'
import { ASKS_PER_ROUND } from '../shop/payments/follow-up.ts'
import { tellRefunds } from '../shop/payments/refund-messages.ts'
import type { SendSms } from '../sms/sms-sender.ts'
import { followOpeningHours, learnOpeningHours } from '../opening-hours/follow-hours.ts'
import { lookAtProblems } from '../support-tasks/incidents/on-call.ts'
import type { ScheduledTask } from './scheduled-task.ts'
import { proveBooks } from './work/books.ts'
import { completeOrders } from './work/completed-orders.ts'
import { sumUpDays } from './work/day-summary.ts'
import { removeEndedCodes, removeOldTries } from './work/ended-codes.queries.ts'
import { removeOld } from './work/retention.ts'
import { untilDone } from './work/until-done.ts'

const MINUTE_MS = 60_000
/** So that a run is over before its next minute. */
const WITHIN_A_MINUTE_MS = 50_000

/** Each may take its 8 s where identity is slow; what is left waits a minute. */
const MESSAGES_PER_MINUTE = 5

export interface TaskParts {
  readonly db: StoreDb
  /** IANA. */
  readonly timeZone: string
  readonly currency: string
  /** Asks the payment provider about some payments whose end is not known and that are due; how many. */
  readonly followUpPayments: () => Promise<number>
  readonly sendSms: SendSms
}

export function scheduledTasks(parts: TaskParts): readonly ScheduledTask[] {
  return [...orderTasks(parts), ...minuteTasks(parts), ...fleetTasks(parts), ...nightlyTasks(parts)]
}

function orderTasks({ db }: TaskParts): ScheduledTask[] {
  return [
    {
      // Orders that were not paid in time give back what they hold.
      name: 'order-time-outs',
      schedule: { every: 'minute' },
      limitMs: WITHIN_A_MINUTE_MS,
      retries: 0,
      work: async (signal) => {
        const looks = { size: ORDERS_PER_LOOK, most: 10, portion: () => expireLateOrders(db) }
        return { counts: { orders: await untilDone({ signal, ...looks }) } }
      },
    },
    {
      // Orders that were sent 14 days ago are completed.
      name: 'order-completion',
      schedule: { every: 'hour', minute: 7 },
      limitMs: 10 * MINUTE_MS,
      retries: 1,
      work: async (signal) => {
        const portion = async (size: number) => completeOrders(db, size)
        return { counts: { orders: await untilDone({ signal, size: 100, portion }) } }
      },
    },
    {
      // Pairing codes that are over, and wrong tries, are removed.
      name: 'ended-codes',
      schedule: { every: 'hour', minute: 23 },
      limitMs: 5 * MINUTE_MS,
      retries: 1,
      work: async (signal) => {
        const portions = { signal, size: 1_000 }
        const codes = await untilDone({ ...portions, portion: async (size) => removeEndedCodes(db, size) })
        const tries = await untilDone({ ...portions, portion: async (size) => removeOldTries(db, size) })
        return { counts: { codes, tries } }
      },
    },
  ]
}

function minuteTasks({ db, followUpPayments, sendSms }: TaskParts): ScheduledTask[] {
  const everyMinute = { schedule: { every: 'minute' }, limitMs: WITHIN_A_MINUTE_MS, retries: 0 } as const
  return [
    {
      // Payments whose end is not known are asked about: a webhook may never have come.
      ...everyMinute,
      name: 'payment-follow-up',
      work: async (signal) => {
        const asks = { size: ASKS_PER_ROUND, most: 20, portion: followUpPayments }
        return { counts: { payments: await untilDone({ signal, ...asks }) } }
      },
    },
    {
      // Pharmacies are told by text message that money went back.
      ...everyMinute,
      name: 'refund-messages',
      work: async () => ({ counts: { messages: await tellRefunds({ db, sendSms }, MESSAGES_PER_MINUTE) } }),
    },
    {
      // Problems of computers that last become tasks of support, and those that are over end.
      ...everyMinute,
      name: 'lasting-problems',
      work: async () => ({ counts: { supportTasks: await lookAtProblems({ db, sendSms }) } }),
    },
  ]
}

function fleetTasks({ db }: TaskParts): ScheduledTask[] {
  return [
    {
      // Who opens and who closes by his hours.
      name: 'opening-hours',
      schedule: { every: 'minute' },
      limitMs: WITHIN_A_MINUTE_MS,
      retries: 0,
      work: async (signal) => {
        await untilDone({
          signal,
          size: 500,
          most: 40,
          portion: async (size) => followOpeningHours(db, size),
        })
        return { counts: {} }
      },
    },
    {
      // Computers online and problems by kind are counted, for all who look at the dashboard.
      name: 'fleet-count',
      schedule: { every: 'minute' },
      limitMs: WITHIN_A_MINUTE_MS,
      retries: 0,
      work: async () => {
        await countFleet(db)
        // Nothing that is worth a row for 90 days.
        return { counts: {} }
      },
    },
    {
      // Labels of the hours that are over are counted.
      name: 'label-hours',
      schedule: { every: 'hour', minute: 3 },
      limitMs: 5 * MINUTE_MS,
      retries: 1,
      work: async () => {
        await countLabels(db)
        return { counts: {} }
      },
    },
  ]
}

function nightlyTasks({ db, timeZone, currency }: TaskParts): ScheduledTask[] {
  const nightly = { limitMs: 30 * MINUTE_MS, retries: 3 }
  return [
    {
      // When pharmacies are open is learnt from the connections of their computers.
      ...nightly,
      name: 'learnt-hours',
      schedule: { every: 'day', hour: 4, minute: 30 },
      work: async (signal) => {
        await learnOpeningHours(db, timeZone, signal)
        return { counts: {} }
      },
    },
    {
      // What is older than it is kept is removed.
      ...nightly,
      name: 'retention',
      schedule: { every: 'day', hour: 4, minute: 10 },
      work: async (signal) => removeOld(db, signal),
    },
    {
      // What the days that are over were like is counted.
      ...nightly,
      name: 'day-summary',
      schedule: { every: 'day', hour: 4, minute: 20 },
      work: async (signal) => sumUpDays(db, { timeZone, currency }, signal),
    },
    {
      // Ledger, counters, coupons and payments are compared.
      ...nightly,
      name: 'books-proof',
      schedule: { every: 'day', hour: 4, minute: 40 },
      work: async (signal) => proveBooks(db, signal),
    },
  ]
}
