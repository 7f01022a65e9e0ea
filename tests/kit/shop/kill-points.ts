// Named points between a basket and the invoice of its order at which a store API ends at once, as after a power cut: seen in what it
// sends to PostgreSQL and asks of the payment provider, so that the shop itself knows nothing of them.
import pg from 'pg'
import type { PaymentProvider } from '@pharmacy-relay/relay-server/store-api/shop/payments/provider/provider.ts'

interface Statement {
  readonly statement: RegExp
  /** Killed before it is sent, or once it was carried out. */
  readonly when: 'before' | 'after'
  /** Of transactions that had one of these alone. */
  readonly of?: readonly RegExp[]
}

interface ProviderCall {
  readonly call: 'create' | 'capture' | 'cancel' | 'refund'
  /** Killed before it is asked, or once it answered and nothing of that is kept yet. */
  readonly when: 'before' | 'after'
}

/** Not where a refusal is kept: that is no transaction. */
const KEY_TAKEN = /^insert into "IdempotencyKeys".*prepared/
const STOCK_RELEASED = /update "Stock" s set "reserved" = s\."reserved" -/
const EVENT_KEPT = /^insert into "PaymentEvents"/
const NUMBER_TAKEN = /insert into "InvoiceCounters"/
/** Others commit, too, and are not meant. */
const ORDERING = [KEY_TAKEN, STOCK_RELEASED]

/** In the order in which an order comes by them; then what one that is not paid comes by, and what goes back. */
export const KILL_POINTS = {
  'key taken': { statement: KEY_TAKEN, when: 'after' },
  'basket locked': { statement: /from "Carts"\s+where "id" = .* for no key update/, when: 'after' },
  'order written, stock held': { statement: /insert into "Orders"/, when: 'after' },
  'answer kept': { statement: /^update "IdempotencyKeys"/, when: 'after' },
  'before the commit': { statement: /^commit$/, when: 'before', of: ORDERING },
  'after the commit, before the reply': { statement: /^commit$/, when: 'after', of: ORDERING },
  'attempt begun': { statement: /^\s*insert into "Payments"/, when: 'after' },
  'authorise asked': { call: 'create', when: 'before' },
  'authorise answered': { call: 'create', when: 'after' },
  'webhook taken': { statement: EVENT_KEPT, when: 'after' },
  'webhook committed, before the reply': { statement: /^commit$/, when: 'after', of: [EVENT_KEPT] },
  'step written': { statement: /^insert into "OrderHistory"/, when: 'after' },
  'word merged': { statement: /^update "Payments" set "providerId"/, when: 'after' },
  'capture planned': { statement: /^insert into "ProviderTasks"/, when: 'after' },
  'capture asked': { call: 'capture', when: 'before' },
  'capture answered': { call: 'capture', when: 'after' },
  'invoice asked for': { statement: /insert into "InvoiceTasks"/, when: 'after' },
  'invoice number taken': { statement: NUMBER_TAKEN, when: 'after' },
  'invoice written': { statement: /^insert into "Invoices"/, when: 'after' },
  'invoice committed': { statement: /^commit$/, when: 'after', of: [NUMBER_TAKEN] },
  'PDF stored': { statement: /^insert into "InvoicePdfs"/, when: 'after' },
  'stock released': { statement: STOCK_RELEASED, when: 'after' },
  'cancel answered': { call: 'cancel', when: 'after' },
  'refund written': { statement: /^insert into "Refunds"/, when: 'after' },
  'refund asked': { call: 'refund', when: 'before' },
  'refund answered': { call: 'refund', when: 'after' },
} as const satisfies Readonly<Record<string, Statement | ProviderCall>>
export type KillPointName = keyof typeof KILL_POINTS

export const killPointNames = Object.keys(KILL_POINTS) as KillPointName[]

/** Ends this process at the `turn`-th time that it comes by the point. */
export function killAt(name: KillPointName, turn: number, ordinary: PaymentProvider): PaymentProvider {
  const point: Statement | ProviderCall = KILL_POINTS[name]
  if ('call' in point) return providerThatKills(ordinary, point, turn)
  killAtStatement(point, turn)
  return ordinary
}

function killAtStatement(point: Statement, turn: number): void {
  const { statement, when, of } = point
  const meant = new WeakSet<pg.Client>()
  let left = turn
  const prototype = pg.Client.prototype as unknown as { query: (...args: readonly unknown[]) => unknown }
  const ordinary = prototype.query
  prototype.query = function query(this: pg.Client, ...args: readonly unknown[]) {
    const text = textOf(args[0])
    if (of?.some((one) => one.test(text)) === true) meant.add(this)
    const isHere = statement.test(text) && (of === undefined || meant.has(this)) && (left -= 1) === 0
    if (/^(?:commit|rollback)$/.test(text)) meant.delete(this)
    if (isHere && when === 'before') die()
    const answer = ordinary.apply(this, [...args])
    if (isHere && answer instanceof Promise) return answer.then(die, die)
    return answer
  }
}

function providerThatKills(
  ordinary: PaymentProvider,
  { call, when }: ProviderCall,
  turn: number,
): PaymentProvider {
  let left = turn
  const through = async <R>(name: ProviderCall['call'], ask: () => Promise<R>): Promise<R> => {
    const isHere = name === call && (left -= 1) === 0
    if (isHere && when === 'before') die()
    return isHere ? ask().then(die, die) : ask()
  }
  return {
    ...ordinary,
    create: async (draft) => through('create', async () => ordinary.create(draft)),
    capture: async (id, key) => through('capture', async () => ordinary.capture(id, key)),
    cancel: async (id, key) => through('cancel', async () => ordinary.cancel(id, key)),
    refund: async (id, minor, key) => through('refund', async () => ordinary.refund(id, minor, key)),
  }
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('killed')
}
