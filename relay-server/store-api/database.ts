// What every part of the store API means by its database: the handle, a transaction, the folder, the numbered locks.
import path from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import type { StoreSchema } from './schema.ts'

export type StoreDb = Kysely<StoreSchema>
export type StoreTransaction = Transaction<StoreSchema>

export const MIGRATIONS_FOLDER = path.join(import.meta.dirname, 'migrations')

/**
 * Advisory locks of the store database. Whoever takes several locks takes them in this order, so that no two wait for
 * each other: hub row, `enrolment`, computer rows by id, customer row, pairing codes, assignment rows by computer id,
 * `staffLog`, `outbox`. Adding a computer locks its customer row by a trigger before computer rows are locked; therefore who locks
 * several computers and then their customer holds `enrolment` as well.  `invoices` is only tried, by a job that holds nothing else.
 * `health` comes before all others, and of those only the outbox is taken behind it.
 */
export const LOCKS = {
  sweeper: 5_141_001,
  enrolment: 5_141_002,
  outbox: 5_141_003,
  staffLog: 5_141_004,
  invoices: 5_141_005,
  health: 5_141_006,
} as const
