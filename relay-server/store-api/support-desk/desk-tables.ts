// The tables of the desk of support as Kysely types: sums of the fleet, canned answers, who is on call.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ProblemCounts } from '@pharmacy-relay/shared/api/relay-support.ts'
import type { Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { AnswerTexts } from '@pharmacy-relay/shared/api/support/desk-api.ts'

interface FleetHoursTable {
  hour: Date
  online: number
  fewestOnline: number
  computers: number
  labels: number | null
  labelProblems: number | null
}

interface FleetNowTable {
  readonly only: Generated<boolean>
  countedAt: Date
  pharmacies: number
  computers: number
  online: number
  problems: ColumnType<ProblemCounts, string, string>
}

interface SupportAnswersTable {
  readonly id: GeneratedAlways<number>
  title: string
  texts: ColumnType<AnswerTexts, string, string>
  version: Generated<number>
  changedAt: Generated<Date>
  changedByName: string
}

interface StaffVisitsTable {
  readonly staffGuid: string
  seenAt: Date
  countedAt: Date
  problems: ColumnType<ProblemCounts, string, string>
  since: Date | null
  problemsThen: ColumnType<ProblemCounts, string, string> | null
}

interface SupportDutyTable {
  readonly only: Generated<boolean>
  version: Generated<number>
  phone: string | null
  language: Generated<Language>
  changedAt: Generated<Date>
  changedByName: string | null
}

export interface SupportDeskSchema {
  SupportDuty: SupportDutyTable
  FleetHours: FleetHoursTable
  FleetNow: FleetNowTable
  SupportAnswers: SupportAnswersTable
  StaffVisits: StaffVisitsTable
}
