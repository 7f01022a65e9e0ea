// A payment at the stand-in and what may be done with it; pure. As Stripe has it: a page for a person, capture apart, partial refunds.
import type { PaymentFault, PaymentState } from '@pharmacy-relay/shared/api/shop/payments.ts'
import type { Language } from '@pharmacy-relay/shared/texts/languages.ts'

export interface Intent {
  readonly id: string
  /** The shop's own id of it. */
  readonly reference: string
  readonly state: Exclude<PaymentState, 'created'>
  readonly amountMinor: number
  readonly currency: string
  readonly capturedMinor: number
  readonly refundedMinor: number
  readonly lastFour: string | null
  readonly fault: PaymentFault | null
  /** Of the page: nobody finds another one's. */
  readonly pageToken: string
  readonly returnUrl: string
  readonly language: Language
  readonly createdMs: number
  readonly changedMs: number
}

export type IntentAct =
  /** Digits of a card; null: the person left. */
  | { readonly kind: 'card'; readonly number: string | null }
  /** At the bank's page. */
  | { readonly kind: 'answer'; readonly isApproved: boolean }
  | { readonly kind: 'capture' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'refund'; readonly amountMinor: number }
  /** A promise of money ends. */
  | { readonly kind: 'lapse' }

/** What cards that end so do; any other asks the person at the bank's page. */
export const CARDS = { declined: '0002', withoutPage: '0003' } as const
const DAY_MS = 86_400_000
/** How long a person may take, and how long a promise of money lasts. */
const PAGE_MS = DAY_MS
const PROMISE_MS = 7 * DAY_MS

/** Null where its state does not allow it. */
export function acted(intent: Intent, act: IntentAct, nowMs: number): Intent | null {
  const change = changeOf(intent, act)
  return change === null ? null : { ...intent, ...change, changedMs: nowMs }
}

type Change = Partial<Pick<Intent, 'state' | 'capturedMinor' | 'refundedMinor' | 'lastFour' | 'fault'>>

function changeOf(intent: Intent, act: IntentAct): Change | null {
  const { state, amountMinor, capturedMinor, refundedMinor } = intent
  const isOpen = state === 'requires_action'
  switch (act.kind) {
    case 'card':
      return isOpen ? cardChange(act.number) : null
    case 'answer':
      if (!isOpen || intent.lastFour === null) return null
      return act.isApproved ? { state: 'authorised' } : { state: 'failed', fault: 'not_confirmed' }
    case 'capture':
      return state === 'authorised' ? { state: 'captured', capturedMinor: amountMinor } : null
    case 'cancel':
      return isOpen || state === 'authorised' ? { state: 'canceled', fault: 'withdrawn' } : null
    case 'refund':
      return state === 'captured' && refundedMinor + act.amountMinor <= capturedMinor
        ? { refundedMinor: refundedMinor + act.amountMinor }
        : null
    case 'lapse':
      return isOpen || state === 'authorised' ? { state: 'canceled', fault: lapseFault(state) } : null
  }
}

function cardChange(number: string | null): Change {
  if (number === null) return { state: 'failed', fault: 'abandoned' }
  const lastFour = number.slice(-4)
  if (lastFour === CARDS.declined) return { state: 'failed', fault: 'declined', lastFour }
  return lastFour === CARDS.withoutPage ? { state: 'authorised', lastFour } : { lastFour }
}

const lapseFault = (state: Intent['state']): PaymentFault =>
  state === 'requires_action' ? 'abandoned' : 'authorisation_over'

/** Whether its time is over: a day for the person, a week for the promise. */
export function isOver({ state, changedMs }: Intent, nowMs: number): boolean {
  const limit = state === 'requires_action' ? PAGE_MS : state === 'authorised' ? PROMISE_MS : Infinity
  return nowMs - changedMs >= limit
}
