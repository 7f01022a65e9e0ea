// What helps with a task: its computer as it is now, whether it is the reader's, colleagues to whom he may give it, canned answers.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { SupportTaskDetail } from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { StoreCall } from '../../http/staff.ts'
import { computerIn } from '../../http/named-customer.ts'
import type { TaskPlace } from './computer-region.tsx'
import { isOpen } from './talk-region.tsx'
import type { TaskPageProps } from './task-page.tsx'

const none = { params: null, query: null, body: null } as const

/** Only what the page will show is asked for. */
export async function helpersOf(
  { session, viewer }: RequestContext,
  store: StoreCall,
  task: SupportTaskDetail,
): Promise<Pick<TaskPageProps, 'isMine' | 'colleagues' | 'answers'>> {
  const guid = session?.user.guid
  const isMine = task.claimedBy !== null && task.claimedBy === guid
  const [{ staff }, { answers }] = await Promise.all([
    isMine && may(viewer, storeApi.listColleagues) ? store(storeApi.listColleagues, none) : { staff: [] },
    isOpen(task) && may(viewer, storeApi.listAnswers) ? store(storeApi.listAnswers, none) : { answers: [] },
  ])
  return { isMine, answers, colleagues: staff.filter((one) => one.guid !== guid) }
}

/** Null: it was removed or moved away, or the task is of no computer. */
export async function placeOf(
  store: StoreCall,
  { customerId, computerId }: SupportTaskDetail,
): Promise<TaskPlace | null> {
  if (computerId === null) return null
  const params = { customerId: String(customerId) }
  const customer = await store(storeApi.getCustomer, { params, query: null, body: null })
  const computer = computerIn(customer, String(computerId))
  return computer === null ? null : { customer, computer }
}
