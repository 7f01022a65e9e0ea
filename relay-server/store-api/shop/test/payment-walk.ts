// The valid calls of the endpoints of payments, for the walk over the store API's table.
import { randomUUID } from 'node:crypto'
import type { shopPaymentsApi } from '@pharmacy-relay/shared/api/shop/payments.ts'
import { signed } from '../../../payment-provider/webhook-sender.ts'
import type { WalkSite } from '../../../http/table-walk/table-walk.ts'
import { storeApi } from '../../test/test-app.ts'
import { RETURN_URL, WEBHOOK_SECRET, pay, type PayingPlace } from './paying.ts'

type Calls = WalkSite<typeof shopPaymentsApi>['calls']
type Ordered = () => Promise<{ readonly params: { readonly number: string } }>

/** `ordered`: an order of the walk's Pharmacist, with those who may not see it. */
export function paymentCalls(place: () => PayingPlace, ordered: Ordered): Calls {
  const begun = async () => {
    const { params } = await ordered()
    const { id } = await pay(place(), { token: place().site.tokens.tokens.Pharmacist }, params)
    return { number: params.number, id }
  }
  const none = { params: null, query: null, body: null }
  return {
    startPayment: async () => ({
      ...none,
      ...(await ordered()),
      body: { returnUrl: RETURN_URL, language: 'de' as const },
      otherBody: { returnUrl: `${RETURN_URL}/2`, language: 'de' as const },
    }),
    listOwnPayments: async () => ({ ...none, ...(await ordered()) }),
    takePaymentEvent: () => {
      const body = JSON.stringify({ id: `evt_${randomUUID()}`, kind: 'of-a-later-version' })
      const signature = signed(body, WEBHOOK_SECRET, Date.now())
      return { ...none, body: { bytes: Buffer.from(body), signature } }
    },
    listPayments: async () => ({
      ...none,
      query: {
        page: '1',
        pageSize: '5',
        number: (await begun()).number,
        state: 'captured' as const,
        attention: 'true' as const,
      },
    }),
    refundOrder: async () => {
      const { number, id } = await begun()
      await captured(place(), id)
      const order = await place().site.call(
        storeApi.getOwnOrder,
        { params: { number } },
        { token: place().site.tokens.tokens.Pharmacist },
      )
      return {
        ...none,
        params: { number },
        version: order.version,
        body: { amountMinor: 10, reason: 'A roll was torn' },
        otherBody: { amountMinor: 11, reason: 'A roll was torn' },
      }
    },
    retryPayment: async () => ({ ...none, params: { paymentId: (await begun()).id } }),
  }
}

/** As if the provider had said so. */
async function captured({ store }: PayingPlace, paymentId: string): Promise<void> {
  await store.db
    .updateTable('Payments')
    .set((eb) => ({ state: 'captured', capturedMinor: eb.ref('amountMinor') }))
    .where('id', '=', paymentId)
    .execute()
}
