// Reads the whole shop and says what does not add up: no piece sold twice, stock equal to its ledger, no order paid twice, histories
// whole, money to the minor unit, invoices without a hole.
import type { OrderState } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { orderTransition, type OrderEvent } from '../orders/order-states.ts'
import type { BookCheck, BookFault } from './book-check.ts'
import { withBooks, type Books, type StepKind } from './books.queries.ts'
import { ORDER_CHECKS } from './orders.queries.ts'
import { STOCK_CHECKS } from './stock.queries.ts'

export interface BookReport {
  readonly checks: number
  readonly faults: readonly BookFault[]
}

export const BOOK_CHECKS: readonly BookCheck[] = [...STOCK_CHECKS, ...ORDER_CHECKS]

const STEPS = {
  name: 'orders.steps',
  rule: 'every step of an order stands in the table of transitions',
} as const

/** `onCheck` hears each rule before it is looked at. Throws what the database throws. */
export async function checkBooks(
  url: string,
  onCheck: (name: string) => void = () => {},
): Promise<BookReport> {
  return withBooks(url, async (books) => readBooks(books, onCheck))
}

export async function readBooks(books: Books, onCheck: (name: string) => void): Promise<BookReport> {
  const faults: BookFault[] = []
  for (const check of BOOK_CHECKS) {
    onCheck(check.name)
    const fault = await books.faultsOf(check)
    if (fault !== null) faults.push(fault)
  }
  onCheck(STEPS.name)
  return { checks: BOOK_CHECKS.length + 1, faults: [...faults, ...(await wrongSteps(books))] }
}

async function wrongSteps(books: Books): Promise<BookFault[]> {
  const wrong = (await books.stepKinds()).filter((kind) => !isAllowed(kind))
  if (wrong.length === 0) return []
  const rows = wrong.map(
    ({ was, became, cause, count }) => `${count} times ${was ?? '–'} → ${became} by ${cause}`,
  )
  return [{ ...STEPS, count: wrong.reduce((sum, { count }) => sum + count, 0), rows }]
}

const EITHER = [true, false] as const
const FACTS = EITHER.flatMap((isLate) =>
  EITHER.flatMap((hasLivingPayment) =>
    EITHER.map((isCancelAsked) => ({ isLate, hasLivingPayment, isCancelAsked })),
  ),
)

/** Whether the table leads there, whatever else was true then. */
function isAllowed({ was, became, cause }: StepKind): boolean {
  if (was === null) return became === 'awaiting_payment' && cause === 'placed'
  return FACTS.some((facts) => orderTransition(was as OrderState, cause as OrderEvent, facts)?.to === became)
}
