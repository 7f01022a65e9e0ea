// What each table may grow by, and why: with what people and computers do, or by what its retention keeps. One without a rule may not grow.

/** What happened between two samples. */
export interface Happened {
  readonly hours: number
  readonly devices: number
  readonly pharmacies: number
  /** Of the load's counts: how many more. */
  readonly more: Readonly<Record<string, number>>
}

export interface TableRule {
  /** Rows, at most. */
  readonly atMost: (happened: Happened) => number
  readonly why: string
}

/** What happens within it while a sample is taken counts one way and not the other. */
const SAMPLE_HOURS = 20 / 3_600
const UNDER_WAY = 5

/** Kinds of the load, and how many rows one of them makes at most. */
function grows(perOne: Readonly<Record<string, number>>, why: string): TableRule {
  return {
    atMost: ({ more, hours }) =>
      Object.entries(perOne).reduce((sum, [kind, rows]) => {
        const count = more[kind] ?? 0
        return sum + rows * (count * (1 + SAMPLE_HOURS / hours) + UNDER_WAY)
      }, 0),
    why,
  }
}

/** With time alone; one hour more, as its beginning falls somewhere into the first. */
function timed(perHour: number, why: string): TableRule {
  return { atMost: ({ hours }) => Math.ceil(perHour * (hours + 1)), why }
}

/** Rows of people and computers, of which there are so many at most. */
function bounded(of: (happened: Happened) => number, why: string): TableRule {
  return { atMost: of, why }
}

function withMore({ atMost, why }: TableRule, more: (happened: Happened) => number): TableRule {
  return { atMost: (happened) => atMost(happened) + more(happened), why }
}

const ORDERS = 'every order is kept, for the books'
const MEDICAL = 'every one is kept until its retention (pharmacy-api/retention) takes it away'
const BASKETS = 'a basket each, gone 30 days after its last change (scheduler/work/retention)'
const PRESENCE = 'what computers did is kept for 30 days (presence/sweeper)'
const SUPPORT = 'every task is kept, with its words'
const SCHEDULER =
  'one each time a task runs, kept for a day where it found nothing to do (scheduler/work/retention, boss-options)'
/** Seven tasks run each minute, some more each hour. */
const TASK_RUNS_AN_HOUR = 8 * 60

/** Test printers, which keep the bytes of every label on their roll: the account counts what came out by them. */
export const ROLLS = /^printer-/
/** 8 KB in the middle (agent/test-printer/labels), one of them 110 KB: in an hour chance makes half as much more of it. */
export const ROLL_LABEL_BYTES = 12_288
export const ROLL_WHY = 'it keeps every label for the account, 50,000 and 2 GiB at most (tests/kit/printer)'

/** By database and table. */
export const RULES: Readonly<Record<string, TableRule>> = {
  'identity.AccountEvents': grows({ signIns: 1 }, 'each end of a session, kept for a day'),
  'identity.Attempts': bounded(
    ({ pharmacies }) => 2 * pharmacies,
    'one of each account and address, gone after a day',
  ),
  'identity.RefreshFamilies': grows(
    { signIns: 1 },
    'one each sign-in, until it ends or runs out; 100 of one person',
  ),
  'store.pgboss.job': timed(2 * TASK_RUNS_AN_HOUR, SCHEDULER),
  'store.pgboss.job_common': timed(2 * TASK_RUNS_AN_HOUR, SCHEDULER),
  'store.TaskRuns': timed(TASK_RUNS_AN_HOUR, SCHEDULER),
  'store.FleetHours': timed(1, 'one each hour, kept for 90 days (support-desk/fleet-counts)'),
  'store.RelayJobHours': timed(
    20,
    'one each hour, computer that printed, and kind of outcome, kept for 30 days (jobs/job-reports)',
  ),
  'store.RelaySessions': grows({ absences: 1 }, PRESENCE),
  'store.RelayTransitions': grows({ absences: 3 }, PRESENCE),
  'store.RelayEvents': withMore(
    grows(
      { absences: 4, tickets: 12 },
      `${PRESENCE}; one more of each pharmacy when its health is known, after ten minutes`,
    ),
    ({ pharmacies }) => pharmacies,
  ),
  'store.Carts': grows({ baskets: 1, orders: 1 }, BASKETS),
  'store.CartLines': grows({ baskets: 1, orders: 1 }, BASKETS),
  'store.Orders': grows({ orders: 1 }, ORDERS),
  'store.OrderLines': grows({ orders: 1, baskets: 1 }, ORDERS),
  'store.OrderHistory': grows({ orders: 2 }, ORDERS),
  'store.StockMovements': grows({ orders: 4, baskets: 2 }, ORDERS),
  'store.IdempotencyKeys': grows({ orders: 1 }, 'kept for 48 hours (scheduler/work/retention)'),
  'store.SupportTasks': grows({ tickets: 1 }, SUPPORT),
  'store.SupportMessages': grows({ tickets: 3 }, SUPPORT),
  'store.SupportTaskLog': grows({ tickets: 3 }, SUPPORT),
  'store.StaffOperationHistory': grows({ tickets: 3 }, 'every operation of staff is kept, in its chain'),
  'store.Staffs': bounded(() => 20, 'each member of staff, once he does something'),
  'store.SupportReads': grows({ tickets: 1 }, SUPPORT),
  'pharmacy.PatientPrescriptions': grows({ prescriptions: 1 }, MEDICAL),
  'pharmacy.PrescriptionLabels': grows({ prescriptions: 1 }, MEDICAL),
  'pharmacy.PatientPhones': grows({ patients: 1 }, MEDICAL),
  'pharmacy.PatientAccessLog': grows(
    { prescriptions: 6, patients: 1 },
    'who looked at whom, for as long as the patient is kept',
  ),
}
