// What a pharmacy says of itself to the pharmacy API: how its phones are read, and what stands on its labels.
import { z } from 'zod'
import { isTimeZone } from '../../time-zone.ts'
import { endpoint, type EndpointTable } from '../endpoint.ts'
import { LabelLanguage, labelWords } from './labels.ts'

/** ISO 3166-1 alpha-2: `TR`. */
export const Country = z.string().regex(/^[A-Z]{2}$/, 'must look like TR')

const profileFields = {
  /** As it stands on labels. The law of many countries asks for name and address of the pharmacy there. */
  name: labelWords(120),
  address: labelWords(200),
  phone: labelWords(40).nullable(),
  /** Phones that people write without a country code are of this one: `0532 …` is Turkish in TR, a valid fixed line in DE. */
  country: Country,
  /** Of the phrases that every label carries. */
  language: LabelLanguage,
  /** IANA, `Europe/Istanbul`: the day on a label is of the pharmacy's own calendar. */
  timeZone: z.string().min(1).max(64).refine(isTimeZone, 'must be a time zone like Europe/Istanbul'),
}

export const PharmacyProfileFields = z.strictObject(profileFields).meta({ id: 'PharmacyProfileFields' })
export type PharmacyProfileFields = z.infer<typeof PharmacyProfileFields>

export const PharmacyProfile = z
  .strictObject({ ...profileFields, version: z.int().min(1) })
  .meta({ id: 'PharmacyProfile' })
export type PharmacyProfile = z.infer<typeof PharmacyProfile>

const PATH = '/api/v1/pharmacy-profile'

/** Part of `pharmacyApi`. The pharmacy is the token's. */
export const pharmacyProfileApi = {
  getPharmacyProfile: endpoint({
    method: 'GET',
    path: PATH,
    summary: 'What the own pharmacy says of itself; not_found until it did',
    access: ['Pharmacist'],
    reply: { status: 200, schema: PharmacyProfile },
    refusals: ['not_found'],
  }),
  putPharmacyProfile: endpoint({
    method: 'PUT',
    path: PATH,
    summary:
      'Say or change it; If-Match "0" says that there is none yet. Labels that were made stay as they are',
    access: ['Pharmacist'],
    body: PharmacyProfileFields,
    versioned: true,
    reply: { status: 200, schema: PharmacyProfile },
  }),
} as const satisfies EndpointTable
