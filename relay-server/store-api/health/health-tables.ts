// The tables of health as Kysely types: of each computer and pharmacy, and how far they are judged.
import type { Generated } from 'kysely'
import type { HealthCause, HealthLevel } from '@pharmacy-relay/shared/labels/health.ts'

interface RelayHealthTable {
  computerId: number
  customerId: number
  level: HealthLevel
  /** Null with `well`, and only with it. */
  cause: HealthCause | null
  atComputerId: number | null
  since: Date
  group: 'printer' | 'way' | 'stopped' | null
}

interface PharmacyHealthTable {
  customerId: number
  /** Null without computers. */
  level: HealthLevel | null
  cause: HealthCause | null
  atComputerId: number | null
  since: Date
}

export interface HealthSchema {
  RelayHealth: RelayHealthTable
  PharmacyHealth: PharmacyHealthTable
  HealthProgress: { onlyRow: Generated<boolean>; lastEventId: number; fromCustomerId: number | null }
}
