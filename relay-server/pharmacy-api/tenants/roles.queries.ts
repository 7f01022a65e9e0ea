// Whether the roles of the wall are there and cannot climb it; asked before anything is served.
import { sql } from 'kysely'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { PharmacyDb } from '../database.ts'

const ROLES = ['pharmacy_request', 'pharmacy_keeper']

/** Throws ProblemError `state_conflict` in words: a role is missing (a database brought from another server), or bypasses. */
export async function refuseUnfitRoles(db: PharmacyDb): Promise<void> {
  const { rows } = await sql<{ readonly name: string; readonly climbs: boolean }>`
    select rolname as "name", rolsuper or rolbypassrls as "climbs" from pg_roles where rolname = any (${ROLES}::text[])
  `.execute(db)
  const missing = ROLES.filter((role) => !rows.some(({ name }) => name === role))
  const climbing = rows.filter(({ climbs }) => climbs).map(({ name }) => name)
  if (missing.length > 0)
    throw unfit(missing, 'missing on this server: create them and grant them to its owner')
  if (climbing.length > 0)
    throw unfit(
      climbing,
      'superuser or BYPASSRLS, and would see the patients of every pharmacy: take that away',
    )
}

function unfit(roles: readonly string[], what: string): ProblemError {
  return new ProblemError('state_conflict', `Roles of the pharmacy database are ${what}: ${roles.join(', ')}`)
}
