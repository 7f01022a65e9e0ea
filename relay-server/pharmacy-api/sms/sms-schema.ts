// The tables of text messages as Kysely types.
import type { GeneratedAlways, Generated } from 'kysely'
import type { MessageReason, MessageState, MessageTemplate } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'

interface StoreCodesTable {
  readonly id: GeneratedAlways<number>
  phoneHash: Buffer
  addressHash: Buffer
  askedAt: Date
  codeHash: Buffer
  expiresAt: Date
  tries: Generated<number>
  usedAt: Date | null
  ticketHash: Buffer | null
  ticketEndsAt: Date | null
  redeemedAt: Date | null
}

interface SmsLogsTable {
  readonly id: GeneratedAlways<number>
  requestId: string
  pharmacyId: number | null
  template: Exclude<MessageTemplate, 'other'>
  phoneHash: Buffer
  phoneTail: string
  state: MessageState
  reason: MessageReason | null
  segments: number
  smsId: number | null
  createdAt: Date
  updatedAt: Date
}

export interface SmsSchema {
  StoreCodes: StoreCodesTable
  SmsLogs: SmsLogsTable
}
