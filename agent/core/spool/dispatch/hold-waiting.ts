// Holds the labels that wait when their computer moves: a person says there whether they are printed.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { Ledger } from '../ledger.ts'
import { goneElsewhere } from '../rules/forward-rule.ts'
import { asSending, type Queue } from './queue.ts'

/**
 * What waits is held, with this reason; what may be at another computer is unknown. After `Dispatcher.quiet`. Throws what the store
 * throws; then those that were not held yet wait on.
 */
export async function holdWaiting(
  { queue, ledger }: { readonly queue: Queue; readonly ledger: Ledger },
  why: Reason,
): Promise<void> {
  const change = { state: 'held', reasons: [why], code: 'moved' } as const
  for (let job = queue.first(); job !== null; job = queue.first()) {
    await queue.takeOut(job)
    try {
      if (job.at === null) await ledger.change(job.row, change)
      else ledger.settle(asSending(job), goneElsewhere(job.at))
    } catch (error) {
      queue.putBack(job)
      throw error
    }
  }
}
