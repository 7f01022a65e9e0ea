// POST /shop/orders/{number}/refund: a part or all of what was paid goes back, once for each form that was shown.
import { randomUUID } from 'node:crypto'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import type { ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { readForm, versionText } from '../../../http/forms.ts'
import { redirectWithNotice } from '../../../http/replies.ts'
import type { StaffHandler } from '../../../http/staff.ts'
import { orderPath } from '../../../views/shop-paths.ts'
import { faultyForm } from '../form-problem.ts'
import { RefundForm, readRefund } from './refund-values.ts'
import { numberOf, refusedOrder, sendOrder } from './send-order.ts'

const SentRefund = RefundForm.extend({ version: versionText, once: Uuid })

/** Kept as the answer of their key: what is mended is another request. */
const ANSWERS: ReadonlySet<ProblemCode> = new Set(['invalid', 'state_conflict', 'version_stale'])

export const refund: StaffHandler = async (context, store) => {
  const { version, once, ...values } = readForm(SentRefund, context.request.body)
  const again = { values, once: randomUUID() }
  const params = { number: numberOf(context) }
  const { currency } = await store(storeApi.getPanelOrder, { params, query: null, body: null })
  // How much is left says the API: a second press of a form that was done must get its answer, not what is left since.
  const read = readRefund(values, currency)
  if ('faults' in read)
    return await sendOrder(context, store, { refund: again, refused: faultyForm(read.faults) })
  const call = { params, query: null, body: read.request }
  try {
    await store(storeApi.refundOrder, call, { version, idempotencyKey: once })
  } catch (error) {
    const refused = refusedOrder(context, error)
    return await sendOrder(context, store, {
      refund: ANSWERS.has(refused.code) ? again : { values, once },
      refused,
    })
  }
  await redirectWithNotice(context, orderPath(params.number), 'refunded')
}
