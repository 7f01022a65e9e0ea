// What every part of the pharmacy API means by its database: the handle, the folder of its migrations, the numbered locks.
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { PharmacySchema } from './schema.ts'

export type PharmacyDb = Kysely<PharmacySchema>

export const MIGRATIONS_FOLDER = path.join(import.meta.dirname, 'migrations')

/**
 * Advisory locks of the pharmacy database. `apply`: lists are carried out one after the other, whatever their source; `mine`:
 * one process looks for pairs at a time. `codeOfPhone`, `codeOfAddress`: with a second number, who asks for a code; `codeCeiling`:
 * who counts all codes.
 */
export const LOCKS = {
  apply: 5_100_001,
  mine: 5_100_005,
  codeOfPhone: 5_100_070,
  codeOfAddress: 5_100_071,
  codeCeiling: 5_100_072,
} as const
