// Named points between a basket and its order at which a store API ends at once, as after a power cut: seen in what it sends to
// PostgreSQL, so that the shop itself knows nothing of them.
import pg from 'pg'

interface KillPoint {
  readonly statement: RegExp
  /** Killed before it is sent, or once it was carried out. */
  readonly when: 'before' | 'after'
}

/** In the order in which placing an order comes by them; then what an order that was not paid comes by. */
export const KILL_POINTS = {
  'key taken': { statement: /^insert into "IdempotencyKeys"/, when: 'after' },
  'basket locked': { statement: /from "Carts" where "id" = \S+ for no key update/, when: 'after' },
  'order written': { statement: /^\s*insert into "Orders"/, when: 'after' },
  'lines written': { statement: /^insert into "OrderLines"/, when: 'after' },
  'basket ordered': { statement: /^update "Carts" set "state"/, when: 'after' },
  'history written': { statement: /^insert into "OrderHistory"/, when: 'after' },
  'stock locked': { statement: /from "Stock" s\s.*for no key update/s, when: 'after' },
  'stock held': { statement: /update "Stock" s set "reserved" = s\."reserved" \+/, when: 'after' },
  'ledger written': { statement: /insert into "StockMovements".*'hold'/s, when: 'after' },
  'answer kept': { statement: /^update "IdempotencyKeys"/, when: 'after' },
  'before the commit': { statement: /^commit$/, when: 'before' },
  'after the commit, before the reply': { statement: /^commit$/, when: 'after' },
  'stock released': { statement: /update "Stock" s set "reserved" = s\."reserved" -/, when: 'after' },
} as const satisfies Readonly<Record<string, KillPoint>>
export type KillPointName = keyof typeof KILL_POINTS

export const killPointNames = Object.keys(KILL_POINTS) as KillPointName[]

/** Of each transaction that took a key or released stock: others commit, too, and are not meant. */
const MEANT = [KILL_POINTS['key taken'].statement, KILL_POINTS['stock released'].statement]

/** Ends this process at the `turn`-th time that it comes by the point. */
export function killAt(name: KillPointName, turn: number): void {
  const point: KillPoint = KILL_POINTS[name]
  const isCommit = point.statement.source === '^commit$'
  const meant = new WeakSet<pg.Client>()
  let left = turn
  const prototype = pg.Client.prototype as unknown as { query: (...args: readonly unknown[]) => unknown }
  const ordinary = prototype.query
  prototype.query = function query(this: pg.Client, ...args: readonly unknown[]) {
    const text = textOf(args[0])
    if (MEANT.some((statement) => statement.test(text))) meant.add(this)
    const isHere = point.statement.test(text) && (!isCommit || meant.has(this)) && (left -= 1) === 0
    if (/^(?:commit|rollback)$/.test(text)) meant.delete(this)
    if (isHere && point.when === 'before') die()
    const answer = ordinary.apply(this, [...args])
    if (isHere && answer instanceof Promise) return answer.then(die, die)
    return answer
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
