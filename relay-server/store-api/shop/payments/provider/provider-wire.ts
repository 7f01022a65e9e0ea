// What the provider's API speaks, read by a reader that is tolerant of what a later version of it adds.
import { z } from 'zod'
import { PAYMENT_STATES, PaymentFault } from '@pharmacy-relay/shared/api/shop/payments.ts'
import { SumMinor } from '@pharmacy-relay/shared/api/shop/amounts.ts'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import type { PaymentWord } from './provider.ts'

const ProviderId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/)

export const Intent = readerOf(
  z.strictObject({
    id: ProviderId,
    reference: Uuid,
    state: z.enum(PAYMENT_STATES),
    amountMinor: SumMinor,
    currency: z.string().length(3),
    capturedMinor: SumMinor,
    refundedMinor: SumMinor,
    lastFour: z
      .string()
      .regex(/^\d{4}$/)
      .nullable(),
    fault: PaymentFault.nullable(),
    pageUrl: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .nullable(),
  }),
)

/** `intent` is read apart: a kind that is not known may carry anything. */
export const Event = z.object({
  id: ProviderId,
  kind: z.string().max(100),
  intent: z.unknown().optional(),
})

export const Refusal = z.object({ code: z.string().max(40) })

export function wordOf({ id, ...said }: z.output<typeof Intent>): PaymentWord {
  return { providerId: id, ...said }
}
