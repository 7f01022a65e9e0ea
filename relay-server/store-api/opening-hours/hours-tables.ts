// The table of opening hours as Kysely types.
import type { ColumnType, Generated } from 'kysely'
import type { OpenWeek } from '@pharmacy-relay/shared/opening-hours/opening-hours.ts'

/** Written as JSON text: pg makes an array of PostgreSQL of an array. */
type Week = ColumnType<OpenWeek | null, string | null, string | null>

interface OpeningHoursTable {
  customerId: number
  timeZone: string
  setWeek: Week
  learntWeek: Week
  learntAt: Date | null
  isOpen: Generated<boolean>
  openSince: Date | null
  nextLookAt: Date
}

export interface OpeningHoursSchema {
  OpeningHours: OpeningHoursTable
}
