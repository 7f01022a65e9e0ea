// What changed since a moment, mostly the end of a reader's last visit: problems by kind, computers that went offline, new pharmacies.
import { z } from 'zod'
import { Id, Instant, StoreId, lineOfText } from '../../ids.ts'
import { STAFF_ROLES } from '../../user-role.ts'
import { endpoint, type EndpointTable } from '../endpoint.ts'
import { SupportProblem } from '../relay-support.ts'

/** Counts of changes end here: it means so many or more. */
export const MAX_CHANGES = 1_000
/** Of what is counted, the newest so many are named. */
export const NAMED_CHANGES = 5
/** Changes are told at most so far back. */
export const CHANGES_DAYS = 30
/** Who looks again after so many minutes begins another visit. */
export const VISIT_MINUTES = 30

const Count = z.int().min(0).max(MAX_CHANGES)

/** `began`: computers that have it now and had it not at that moment. */
export const ProblemChange = z
  .strictObject({
    problem: SupportProblem,
    began: Count,
    /** Computers that had it then and have it no longer; null where nobody counted at that moment, or there were too many. */
    ended: Count.nullable(),
  })
  .meta({ id: 'ProblemChange' })
export type ProblemChange = z.infer<typeof ProblemChange>

const Pharmacy = z.strictObject({ storeId: StoreId, name: lineOfText(120) })

export const ChangesSince = z
  .strictObject({
    /** The moment that was asked for, at most CHANGES_DAYS ago. */
    since: Instant,
    asOf: Instant,
    /** Those that changed. Which agent is outdated is no change of a computer, and is left out. */
    problems: z.array(ProblemChange).max(50),
    /** Computers that may connect, were connected since, and are not any more. */
    offline: z.strictObject({
      count: Count,
      newest: z
        .array(Pharmacy.extend({ computerId: Id, computerName: lineOfText(63), at: Instant }))
        .max(NAMED_CHANGES),
    }),
    pharmacies: z.strictObject({ count: Count, newest: z.array(Pharmacy).max(NAMED_CHANGES) }),
  })
  .meta({ id: 'ChangesSince' })
export type ChangesSince = z.infer<typeof ChangesSince>

export const changesApi = {
  recordVisit: endpoint({
    method: 'POST',
    path: '/api/v1/panel/visits',
    summary: 'The caller looks at the overview; when his visit before ended',
    access: STAFF_ROLES,
    /** Null: this is his first visit. */
    reply: { status: 200, schema: z.strictObject({ since: Instant.nullable() }) },
  }),
  listChanges: endpoint({
    method: 'GET',
    path: '/api/v1/panel/changes',
    summary: 'Problems, computers that went offline and new pharmacies since a moment',
    access: STAFF_ROLES,
    query: z.strictObject({ since: Instant }),
    reply: { status: 200, schema: ChangesSince },
  }),
} as const satisfies EndpointTable
