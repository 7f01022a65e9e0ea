// What the shop asks of a payment provider, whichever it is, and what it hears from one.
import { z } from 'zod'
import type { PaymentFault, PaymentState } from '@pharmacy-relay/shared/api/shop/payments.ts'
import type { Language } from '@pharmacy-relay/shared/texts/languages.ts'

/** An attempt as it is made there. Sent again with the same key it must be the same, field by field. */
export interface PaymentDraft {
  /** Our payment; the key of the call as well. */
  readonly id: string
  readonly amountMinor: number
  readonly currency: string
  readonly returnUrl: string
  readonly language: Language
}

/** What the provider says of a payment at some moment; what it said earlier may arrive later. */
export interface PaymentWord {
  readonly providerId: string
  /** Our payment. */
  readonly reference: string
  readonly state: PaymentState
  readonly amountMinor: number
  readonly currency: string
  readonly capturedMinor: number
  readonly refundedMinor: number
  readonly lastFour: string | null
  readonly fault: PaymentFault | null
  /** Its page for a person; null where nobody has to go there. */
  readonly pageUrl: string | null
}

export interface ProviderEvent {
  /** Comes again with each repeat. */
  readonly id: string
  readonly kind: string
  /** Null for what speaks of no payment. */
  readonly word: PaymentWord | null
}

/**
 * Each call may be made any number of times: the key lets the provider do it once and answer alike. All throw ProviderFault. The answer
 * of `create` may be that of the first call: whoever wants to know how things stand asks with `get`.
 */
export interface PaymentProvider {
  create(draft: PaymentDraft): Promise<PaymentWord>
  get(providerId: string): Promise<PaymentWord>
  capture(providerId: string, key: string): Promise<PaymentWord>
  cancel(providerId: string, key: string): Promise<PaymentWord>
  refund(providerId: string, amountMinor: number, key: string): Promise<PaymentWord>
  /** Of a webhook. Throws ProblemError `request_refused` for what the provider did not sign just now. */
  readEvent(bytes: Uint8Array, signature: string, now: Date): ProviderEvent
}

/** `refused`: it was heard and will not be done. The others may pass: what became of the call nobody knows. */
export const FaultKind = z.enum(['refused', 'unreachable', 'no_answer', 'unreadable', 'away', 'not_trusted'])
export type FaultKind = z.infer<typeof FaultKind>

export class ProviderFault extends Error {
  readonly kind: FaultKind
  /** The provider's own word for it; at most 40 characters. */
  readonly code: string

  constructor(kind: FaultKind, code: string, cause?: unknown) {
    super(`The payment provider: ${kind} ${code}`.trim(), cause === undefined ? undefined : { cause })
    this.name = 'ProviderFault'
    this.kind = kind
    this.code = code
  }
}
