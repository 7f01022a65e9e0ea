// The walled tables of workplaces and scanners as Kysely types.
import type { Generated, GeneratedAlways } from 'kysely'

export interface DevicesTable {
  readonly id: GeneratedAlways<number>
  pharmacyId: number
  kind: 'workplace' | 'scanner'
  /** Of a workplace. */
  deviceKey: string | null
  name: string
  createdAt: Generated<Date>
  seenAt: Date | null
  /** A workplace that asks for scans does so again before then. */
  listensUntil: Date | null
}

export interface DevicePairsTable {
  readonly id: GeneratedAlways<number>
  pharmacyId: number
  workplaceId: number
  scannerId: number
  pairedBy: string
  pairedAt: Generated<Date>
  endedAt: Date | null
}

export interface DeviceScansTable {
  readonly id: GeneratedAlways<number>
  pharmacyId: number
  workplaceId: number
  scannerId: number
  text: string
  at: Generated<Date>
}
