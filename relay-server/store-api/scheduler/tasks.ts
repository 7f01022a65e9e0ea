// The table of tasks: what the store API does by the clock. A new task is one entry here, its work in work/, its name and its
// counts in shared/texts.
import { ORDERS_PER_LOOK, expireLateOrders } from '../shop/orders/expiry.ts'
import type { StoreDb } from '../database.ts'
import type { ScheduledTask } from './scheduled-task.ts'
import { untilDone } from './work/until-done.ts'

export interface TaskParts {
  readonly db: StoreDb
}

export function scheduledTasks({ db }: TaskParts): readonly ScheduledTask[] {
  return [
    {
      // Orders that were not paid in time give back what they hold.
      name: 'order-time-outs',
      schedule: { every: 'minute' },
      limitMs: 50_000,
      retries: 0,
      work: async (signal) => {
        const looks = { size: ORDERS_PER_LOOK, most: 10, portion: () => expireLateOrders(db) }
        return { counts: { orders: await untilDone({ signal, ...looks }) } }
      },
    },
  ]
}
