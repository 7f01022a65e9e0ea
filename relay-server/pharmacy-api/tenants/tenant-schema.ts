// What a request of one pharmacy may touch, as Kysely types: the tenant tables and, to read, drugs. Only `inTenant` hands it out.
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { DevicePairsTable, DevicesTable, DeviceScansTable } from '../devices/device-schema.ts'
import type { PatientMessageDaysTable, PatientMessagesTable } from '../patient-sms/message-schema.ts'
import type { z } from 'zod'
import type { AccessAct } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import type { LabelLanguage, LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import type { LabelState, PrescriptionState } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import type { Evidence } from '@pharmacy-relay/shared/print-job.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { PharmacySchema } from '../schema.ts'

interface PharmacyProfilesTable {
  pharmacyId: number
  name: string
  address: string
  phone: string | null
  country: string
  language: z.infer<typeof LabelLanguage>
  timeZone: string
  version: Generated<number>
  updatedAt: Generated<Date>
}

/** What every table with sealed rows has. */
interface SealedColumns {
  readonly id: string
  readonly pharmacyId: number
  sealed: Buffer
  keyId: string
}

interface PatientPhonesTable extends SealedColumns {
  phoneHash: Buffer
  indexKeyId: string
  smsConsent: boolean
  version: Generated<number>
  readonly createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

interface PatientAccessLogTable {
  readonly pharmacyId: number
  /** This, the instant and the hash come from the database. */
  readonly n: GeneratedAlways<number>
  readonly at: GeneratedAlways<Date>
  readonly userGuid: string
  readonly deviceKey: string | null
  readonly patientId: string | null
  readonly act: Exclude<AccessAct, 'other'>
  readonly traceId: string
  readonly hash: GeneratedAlways<Buffer>
}

interface PatientPrescriptionsTable extends SealedColumns {
  readonly patientId: string
  readonly requestId: string
  state: Generated<PrescriptionState>
  drugId: number | null
  readonly dispenseCode: string
  version: Generated<number>
  readonly createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

interface PrescriptionLabelsTable extends SealedColumns {
  readonly prescriptionId: string
  readonly requestId: string
  readonly n: number
  readonly media: JSONColumnType<LabelMedia>
  jobId: string | null
  state: Generated<LabelState>
  evidence: Evidence | null
  reasons: ColumnType<Reasons, string | undefined, string>
  withdrawnAt: Date | null
  readonly userGuid: string
  readonly deviceKey: string | null
  readonly traceId: string
  readonly requestedAt: Generated<Date>
  changedAt: Generated<Date>
}

export interface TenantSchema extends Pick<PharmacySchema, 'Drugs' | 'DrugPacks' | 'OptOutLinks'> {
  PharmacyProfiles: PharmacyProfilesTable
  PatientPhones: PatientPhonesTable
  PatientAccessLog: PatientAccessLogTable
  PatientPrescriptions: PatientPrescriptionsTable
  PrescriptionLabels: PrescriptionLabelsTable
  Devices: DevicesTable
  DevicePairs: DevicePairsTable
  DeviceScans: DeviceScansTable
  PatientMessages: PatientMessagesTable
  PatientMessageDays: PatientMessageDaysTable
}
