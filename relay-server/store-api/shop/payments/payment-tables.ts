// The tables of payments, of refunds, and of what the provider said and must be told, as Kysely types.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { TaxTotal } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import type { PaymentFault } from '@pharmacy-relay/shared/api/shop/payments.ts'
import type { Language } from '@pharmacy-relay/shared/texts/languages.ts'

interface PaymentsTable {
  /** The provider's key for it as well. */
  id: Generated<string>
  orderId: number
  providerId: string | null
  state: Generated<'created' | 'requires_action' | 'authorised' | 'captured' | 'failed' | 'canceled'>
  readonly rank: GeneratedAlways<number>
  amountMinor: number
  capturedMinor: Generated<number>
  refundedMinor: Generated<number>
  /** Done or not, without what the provider refused. */
  refundAskedMinor: Generated<number>
  lastFour: string | null
  fault: PaymentFault | null
  returnUrl: Generated<string>
  language: Generated<Language>
  redirectUrl: string | null
  /** How often its word was asked for since something new was heard. */
  asks: Generated<number>
  nextAskAt: Generated<Date>
  /** By a page that shows it. */
  askedAt: Date | null
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

interface RefundsTable {
  id: Generated<string>
  paymentId: string
  /** Of its task as well. */
  n: number
  amountMinor: number
  reason: string
  cause: 'staff' | 'order_cancelled' | 'too_late' | 'provider'
  actor: string
  state: Generated<'asked' | 'done' | 'failed'>
  /** Written as JSON text. */
  taxes: ColumnType<TaxTotal[], string, never>
  at: Generated<Date>
  doneAt: Date | null
  /** The pharmacy was sent a message. */
  toldAt: Generated<Date | null>
}

interface ProviderTasksTable {
  paymentId: string
  kind: 'capture' | 'cancel' | 'refund'
  n: Generated<number>
  doneAt: Date | null
  givenUpAt: Date | null
  /** When the next try may begin; while one runs, until when nobody else tries. */
  dueAt: Generated<Date>
  tries: Generated<number>
  fault: string | null
  createdAt: Generated<Date>
}

interface PaymentEventsTable {
  /** The provider's. */
  id: string
  paymentId: string | null
  kind: string
  at: Generated<Date>
}

export interface PaymentSchema {
  Payments: PaymentsTable
  Refunds: RefundsTable
  ProviderTasks: ProviderTasksTable
  PaymentEvents: PaymentEventsTable
}
