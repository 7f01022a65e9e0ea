// What the store API tells the support team over all pharmacies: computers by problem, computers found by name or address,
// and how the connection of one came and went within 30 days.
import { z } from 'zod'
import { growing } from '../wire.ts'
import { ClockAheadMs, CloseReason, Presence } from '../device.ts'
import { RoleNumber } from '../device-role.ts'
import { Health } from '../labels/health.ts'
import { Id, IdText, Instant, StoreId, lineOfText } from '../ids.ts'
import { AssignmentFault } from '../printer-assignment.ts'
import { STAFF_ROLES } from '../user-role.ts'
import { endpoint, pageOf, paging, type EndpointTable } from './endpoint.ts'
import { COMPUTER, PANEL } from './panel-paths.ts'
import { Access } from './relay-panel.ts'

/**
 * printer, way and stopped: labels do not come out, told of the computer that has the cause: its printer; it has the printer
 * and is off or is not reached; anything else. offline: for longer than an hour; conflict: two computers with one identity take turns; configuration: it could not apply
 * its newest assignment; answers: labels wait until a person at the pharmacy answers; expired: labels that expired within
 * 24 hours; approval: paired, and an Admin has not approved it yet; outdated: its agent is too old for the hub, or older
 * than the newest release that runs anywhere; clock: it is connected, and its clock is off by more than 120 s. Of computers that may not connect only `approval` is told.
 */
/** Asked for by whoever reads it: one that is not known here comes back to nobody. */
export const SupportProblem = growing(
  z.enum([
    'printer',
    'way',
    'stopped',
    'offline',
    'conflict',
    'configuration',
    'answers',
    'expired',
    'approval',
    'outdated',
    'clock',
  ]),
  'offline',
).meta({ id: 'SupportProblem' })
export type SupportProblem = z.infer<typeof SupportProblem>
export const supportProblems = SupportProblem.options

/** Offline for so long is a problem. */
export const OFFLINE_PROBLEM_HOURS = 1
/** Labels that expired longer ago are none any more. */
export const EXPIRED_PROBLEM_HOURS = 24
/** Counts of problems end here: it means so many or more. */
export const MAX_COUNTED = 5_000
/** Of more computers than that a search finds any so many. */
export const MAX_FOUND = 500
/** A search for fewer characters finds nothing. */
export const SHORTEST_SEARCH = 2
/** So far back the history of a computer goes. */
export const HISTORY_DAYS = 30

/** A computer as it is told among those of other pharmacies. */
export const FoundComputer = z
  .strictObject({
    id: Id,
    customerId: Id,
    storeId: StoreId,
    customerName: lineOfText(120),
    pcName: lineOfText(63),
    /** What staff call it; null: as it calls itself. */
    displayName: lineOfText(63).nullable(),
    localIpAddress: z.string().max(45),
    publicIpAddress: z.string().max(45).nullable(),
    softwareVersion: z.string().max(64),
    isTooOld: z.boolean(),
    access: Access,
    /** What staff want it to be. */
    role: RoleNumber.optional(),
    presence: Presence,
    lastOnlineAt: Instant.nullable(),
    /** Why its connection ended; null while it is there, and when it never was. */
    offlineReason: CloseReason.nullable(),
    /** How wrong its clock was at its last heartbeat; null within 120 s of the hub's. */
    clockAheadMs: ClockAheadMs.nullable(),
  })
  .meta({ id: 'FoundComputer' })
export type FoundComputer = z.infer<typeof FoundComputer>

/** A computer with the problem that was asked for. */
export const ProblemComputer = FoundComputer.extend({
  /** Since when it has the problem. */
  since: Instant,
  /** How many labels wait for the printer or for an answer, or expired; 0 with every other problem. */
  labels: z.int().min(0),
  /** With `configuration` only. */
  failure: AssignmentFault.nullable(),
  /** With `printer`, `way` and `stopped` only. */
  health: Health.nullable().optional(),
}).meta({ id: 'ProblemComputer' })
export type ProblemComputer = z.infer<typeof ProblemComputer>

const ProblemCounts = z.record(SupportProblem, z.int().min(0)).meta({ id: 'ProblemCounts' })
export type ProblemCounts = z.infer<typeof ProblemCounts>

export const ProblemListQuery = z.strictObject({
  page: paging.page,
  pageSize: paging.pageSize,
  problem: SupportProblem.default('offline'),
})
export type ProblemListQuery = z.infer<typeof ProblemListQuery>

/**
 * `q` is part of a computer's name, of the name that staff gave it, of its user or e-mail, of its local or public address, of
 * its support number (with or without what stands between the digits), or of its printer's id, which has the serial number of
 * one at USB; with two characters the beginning of one, fewer find nothing. Words stand in one of them in any order, without regard to
 * case, accents and blanks (ü is u and ue). Five digits and more are also looked for in the phone number of its pharmacy.
 */
export const ComputerSearchQuery = z.strictObject(paging)
export type ComputerSearchQuery = z.infer<typeof ComputerSearchQuery>

/** From `at` on it was so. `reason`: how the connection ended before; null where none ended. */
export const PresenceTransition = z
  .strictObject({ at: Instant, presence: Presence, reason: CloseReason.nullable() })
  .meta({ id: 'PresenceTransition' })
export type PresenceTransition = z.infer<typeof PresenceTransition>

/** Of a computer whose connection came and went more often, the newest are told. */
export const MAX_TRANSITIONS = 1_000

export const ComputerHistory = z
  .strictObject({
    computerId: Id,
    /** What is told begins here: 30 days ago, or at the oldest transition of `MAX_TRANSITIONS`. */
    from: Instant,
    /** When it was told. */
    to: Instant,
    /** At `from`; null when nothing is known of that time. */
    before: Presence.nullable(),
    /** Oldest first. */
    transitions: z.array(PresenceTransition).max(MAX_TRANSITIONS),
    /** There were more. */
    isCut: z.boolean(),
    /** The newest relay event that this contains. */
    lastEventId: z.int().min(0),
  })
  .meta({ id: 'ComputerHistory' })
export type ComputerHistory = z.infer<typeof ComputerHistory>

/** A part of the store API's table. */
export const supportApi = {
  listProblems: endpoint({
    method: 'GET',
    path: `${PANEL}/problems`,
    summary: 'Computers of all pharmacies that have a problem, the longest first, and how many have which',
    access: STAFF_ROLES,
    query: ProblemListQuery,
    reply: {
      status: 200,
      schema: pageOf(ProblemComputer).extend({
        problem: SupportProblem,
        counts: ProblemCounts,
        /** The newest release that runs anywhere; null while none does. */
        newestVersion: z.string().max(64).nullable(),
        /** When it was read. */
        asOf: Instant,
        lastEventId: z.int().min(0),
      }),
    },
  }),
  searchComputers: endpoint({
    method: 'GET',
    path: `${PANEL}/computers`,
    summary: 'Computers of all pharmacies by name or address',
    access: STAFF_ROLES,
    query: ComputerSearchQuery,
    reply: {
      status: 200,
      /** `total` MAX_FOUND means so many or more. */
      schema: pageOf(FoundComputer).extend({ lastEventId: z.int().min(0) }),
    },
  }),
  computerHistory: endpoint({
    method: 'GET',
    path: `${COMPUTER}/history`,
    summary: 'How the connection of a computer came and went within 30 days, and why',
    access: STAFF_ROLES,
    params: z.strictObject({ customerId: IdText, computerId: IdText }),
    reply: { status: 200, schema: ComputerHistory },
  }),
} as const satisfies EndpointTable
