// Prints a label as the job of a given id: whoever hands it over once more, also after a restart, makes no second label.
import { OWN_SENDER, type PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { Arrival } from './rules/arrival.ts'
import type { Spool } from './spool.ts'
import type { SpoolStore } from './store/spool-store.ts'
import { jobView } from './view/job-view.ts'

export interface PrintOnceParts {
  readonly spool: Pick<Spool, 'accept'>
  readonly store: Pick<SpoolStore, 'find'>
  /** What is found out about a whole payload. */
  readonly judge: (payload: Uint8Array) => Arrival['verdict']
}

/** Committed when it resolves, the payload overwritten; a job that was there is answered as it stands. Throws as Spool.accept. */
export async function printOnce(
  { spool, store, judge }: PrintOnceParts,
  { id, payload }: { readonly id: string; readonly payload: Uint8Array },
): Promise<PrintJob> {
  const verdict = judge(payload)
  try {
    return await spool.accept({ id, payload, sender: OWN_SENDER, endedBy: 'asked', verdict })
  } catch (error) {
    const before = await store.find(id)
    if (before === null) throw error
    return jobView(before)
  }
}
