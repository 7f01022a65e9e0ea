// The answers of requests that may come again, as Kysely types.
import type { ColumnType, Generated } from 'kysely'

interface IdempotencyKeysTable {
  /** Who asked: keys of two callers have nothing to do with each other. */
  caller: string
  key: string
  fingerprint: string
  /** Null only within the transaction that made it. Written as JSON text. */
  reply: ColumnType<unknown, string | null, string>
  at: Generated<Date>
}

export interface RepeatSchema {
  IdempotencyKeys: IdempotencyKeysTable
}
