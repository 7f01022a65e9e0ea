// The tables of messages to patients as Kysely types; both belong to a pharmacy.
import type { ColumnType, Generated } from 'kysely'
import type { MessageReason, MessageState } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import type { Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { PatientTemplate } from '../sms/patient-texts.ts'

export interface PatientMessagesTable {
  readonly id: string
  readonly pharmacyId: number
  readonly patientId: string
  readonly requestId: string
  readonly template: PatientTemplate
  readonly language: Language
  readonly pharmacy: string
  readonly hours: string
  phoneHash: Buffer
  phoneTail: string
  segments: number
  state: Generated<MessageState>
  reason: MessageReason | null
  dueAt: Date
  takenAt: Date | null
  smsId: number | null
  readonly userGuid: string
  readonly deviceKey: string | null
  readonly traceId: string
  readonly createdAt: Date
  updatedAt: Date
}

export interface PatientMessageDaysTable {
  readonly pharmacyId: number
  /** `2026-11-26`. */
  readonly day: ColumnType<Date, string, string>
  count: number
}
