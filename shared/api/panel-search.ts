// What the search from anywhere in the panel finds: the first few pharmacies and computers, and whether there are more.
import { z } from 'zod'
import { Presence } from '../device.ts'
import { Id, SearchText, StoreId, lineOfText } from '../ids.ts'
import { healthLevels } from '../labels/health.ts'
import { STAFF_ROLES } from '../user-role.ts'
import { growing } from '../wire.ts'
import { endpoint, type EndpointTable } from './endpoint.ts'
import { PANEL } from './panel-paths.ts'
import { Access } from './relay-panel.ts'

/** Of each kind at most so many are told. */
export const MAX_HITS = 6

/** Whether labels come out; null for a pharmacy without computers. */
const HIT_HEALTH = {
  health: growing(z.enum(healthLevels), 'warning').nullable(),
  /** Something is being set up there, which says more than the level. Left out by the version before. */
  isSettling: z.boolean().optional(),
}

export const PharmacyHit = z
  .strictObject({
    id: Id,
    storeId: StoreId,
    name: lineOfText(120),
    phone: z.string().max(20).nullable(),
    ...HIT_HEALTH,
  })
  .meta({ id: 'PharmacyHit' })
export type PharmacyHit = z.infer<typeof PharmacyHit>

export const ComputerHit = z
  .strictObject({
    id: Id,
    storeId: StoreId,
    customerName: lineOfText(120),
    pcName: lineOfText(63),
    /** What staff call it; null: as it calls itself. */
    displayName: lineOfText(63).nullable(),
    localIpAddress: z.string().max(45),
    supportAppNumber: z.string().max(32).nullable(),
    access: Access,
    presence: Presence,
    isSettling: HIT_HEALTH.isSettling,
    /** Left out by the version before. */
    health: HIT_HEALTH.health.optional(),
  })
  .meta({ id: 'ComputerHit' })
export type ComputerHit = z.infer<typeof ComputerHit>

function hitsOf<S extends z.ZodType>(hit: S) {
  return z.strictObject({ items: z.array(hit).max(MAX_HITS), hasMore: z.boolean() })
}

/** A part of the store API's table. */
export const panelSearchApi = {
  /**
   * `q` as the lists of pharmacies and of computers take it; fewer than two characters find nothing. What begins with it, or
   * is it, comes first. A kind whose list the caller may not see is empty.
   */
  searchEverywhere: endpoint({
    method: 'GET',
    path: `${PANEL}/search`,
    summary: 'The first pharmacies and computers by name, number, address, phone or support number',
    access: STAFF_ROLES,
    query: z.strictObject({ q: SearchText }),
    reply: {
      status: 200,
      schema: z.strictObject({ pharmacies: hitsOf(PharmacyHit), computers: hitsOf(ComputerHit) }),
    },
  }),
} as const satisfies EndpointTable
