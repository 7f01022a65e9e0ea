// How a change of one computer ends: on the page of its pharmacy, which says what was done.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { PageNotice } from '../../views/page-notices.ts'
import type { FoundComputer } from '../../http/named-customer.ts'
import { redirectToPharmacy } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'

interface Done {
  readonly found: FoundComputer
  readonly notice: PageNotice
  /** When the state of things forbids it; somebody else was faster unless that says more. */
  readonly refused?: PageNotice
  /** The pharmacy that it is in afterwards; its own unless it was moved. */
  readonly storeId?: string
}

/** When it cannot be done any more the page of its pharmacy says so, and shows how it is now. */
export async function changed(
  context: RequestContext,
  done: Done,
  change: () => Promise<void>,
): Promise<void> {
  const { storeId } = done.found.customer
  try {
    await change()
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'state_conflict') throw error
    return await redirectToPharmacy(context, storeId, done.refused ?? 'changed')
  }
  await redirectToPharmacy(context, done.storeId ?? storeId, done.notice)
}
