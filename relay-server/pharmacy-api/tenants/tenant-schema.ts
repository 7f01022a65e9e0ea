// What a request of one pharmacy may touch, as Kysely types: the tenant tables and, to read, drugs. Only `inTenant` hands it out.
import type { Generated } from 'kysely'
import type { z } from 'zod'
import type { LabelLanguage } from '@pharmacy-relay/shared/api/pharmacy-labels.ts'
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

export interface TenantSchema extends Pick<PharmacySchema, 'Drugs' | 'DrugPacks'> {
  PharmacyProfiles: PharmacyProfilesTable
}
