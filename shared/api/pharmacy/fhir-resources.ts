// The parts of FHIR R4 resources that a patient and prescriptions become, and those that are read of another program's.
import { z } from 'zod'
import { Instant, Uuid } from '../../ids.ts'

/** Names of ours within FHIR; URNs, as there is no address that everybody could reach. */
export const FHIR_NAMES = {
  dispenseCode: 'urn:pharmacy-relay:dispense-code',
  brand: 'urn:pharmacy-relay:brand',
  flag: 'urn:pharmacy-relay:patient-flag',
} as const

const text = z.string().max(500)
const reference = z.strictObject({ reference: z.string().max(80) })
const codings = z.array(z.strictObject({ system: text, code: text.optional(), display: text.optional() }))
const concept = z.strictObject({ text, coding: codings.max(2).optional() })
const identifier = z.strictObject({ system: text, value: text })
const quantity = z.strictObject({ value: z.number().optional(), unit: text })
const dosage = z.strictObject({
  sequence: z.int().min(1),
  text,
  additionalInstruction: z.array(z.strictObject({ text })).max(6).optional(),
})
const meta = z.strictObject({ versionId: z.string().max(20), lastUpdated: Instant })

const FhirPatient = z
  .strictObject({
    resourceType: z.literal('Patient'),
    id: Uuid,
    meta,
    name: z.array(z.strictObject({ text })).length(1),
    /** E.164. */
    telecom: z.array(z.strictObject({ system: z.literal('phone'), value: z.string().max(16) })).length(1),
    /** The year alone, as no more is kept. */
    birthDate: z.string().length(4).optional(),
    /** What must be known before something is given: `takes_warfarin`. */
    extension: z
      .array(z.strictObject({ url: text, valueCode: text }))
      .max(20)
      .optional(),
  })
  .meta({ id: 'FhirPatient' })

const FhirMedicationRequest = z
  .strictObject({
    resourceType: z.literal('MedicationRequest'),
    id: Uuid,
    meta,
    identifier: z.array(identifier).length(1),
    status: z.enum(['draft', 'active', 'completed', 'cancelled']),
    intent: z.literal('order'),
    medicationCodeableConcept: concept,
    subject: reference,
    authoredOn: Instant,
    requester: z.strictObject({ display: text }).optional(),
    dosageInstruction: z.array(dosage).min(1).max(12),
    dispenseRequest: z.strictObject({ quantity }),
  })
  .meta({ id: 'FhirMedicationRequest' })

const FhirPack = z.strictObject({
  resourceType: z.literal('Medication'),
  id: z.literal('pack'),
  code: z.strictObject({ text }),
  batch: z.strictObject({ lotNumber: text.optional(), expirationDate: z.iso.date().optional() }),
})

const FhirMedicationDispense = z
  .strictObject({
    resourceType: z.literal('MedicationDispense'),
    id: Uuid,
    /** The pack, where a code of it was scanned. */
    contained: z.array(FhirPack).length(1).optional(),
    status: z.literal('completed'),
    medicationReference: z.strictObject({ reference: z.literal('#pack') }).optional(),
    medicationCodeableConcept: concept.optional(),
    subject: reference,
    authorizingPrescription: z.array(reference).length(1),
    quantity,
    whenHandedOver: Instant,
    dosageInstruction: z.array(dosage).min(1).max(12),
  })
  .meta({ id: 'FhirMedicationDispense' })

const FhirResource = z.discriminatedUnion('resourceType', [
  FhirPatient,
  FhirMedicationRequest,
  FhirMedicationDispense,
])
export type FhirResource = z.infer<typeof FhirResource>

export const FhirBundle = z
  .strictObject({
    resourceType: z.literal('Bundle'),
    type: z.literal('collection'),
    timestamp: Instant,
    link: z.array(z.strictObject({ relation: z.enum(['self', 'next']), url: z.string().max(300) })).max(2),
    /** The patient, then each prescription, followed by its hand-over. `fullUrl` is `urn:uuid:` and the id. */
    entry: z.array(z.strictObject({ fullUrl: z.string().max(60), resource: FhirResource })).max(401),
  })
  .meta({ id: 'FhirBundle' })
export type FhirBundle = z.infer<typeof FhirBundle>

/** Of a request that another program wrote; what is not named here is passed over, as FHIR allows it. */
export const ReceivedRequest = z.looseObject({
  resourceType: z.literal('MedicationRequest'),
  id: text.optional(),
  identifier: z
    .array(z.looseObject({ system: text.optional(), value: text.optional() }))
    .max(20)
    .optional(),
  /** Others than these are no order that somebody waits for. */
  status: z.enum(['draft', 'active']),
  intent: z.enum(['order', 'original-order', 'reflex-order', 'filler-order', 'instance-order']),
  medicationCodeableConcept: z.looseObject({
    text: text.optional(),
    coding: z
      .array(z.looseObject({ system: text.optional(), display: text.optional() }))
      .max(20)
      .optional(),
  }),
  requester: z.looseObject({ display: text.optional() }).optional(),
  dosageInstruction: z
    .array(
      z.looseObject({
        text: text.optional(),
        additionalInstruction: z
          .array(z.looseObject({ text: text.optional() }))
          .max(6)
          .optional(),
      }),
    )
    .min(1)
    .max(12),
  dispenseRequest: z.looseObject({
    quantity: z.looseObject({ value: z.number().optional(), unit: text.optional() }),
  }),
})
export type ReceivedRequest = z.infer<typeof ReceivedRequest>

/** Its resources are read one by one, each by its kind. */
export const ReceivedBundle = z
  .looseObject({
    resourceType: z.literal('Bundle'),
    entry: z
      .array(z.looseObject({ resource: z.looseObject({ resourceType: z.string().min(1).max(64) }) }))
      .min(1)
      .max(200),
  })
  .meta({ id: 'ReceivedFhirBundle' })
export type ReceivedBundle = z.infer<typeof ReceivedBundle>
