// Cross-sale: rules and mined pairs, and how a pharmacist of ours approves them.
import { z } from 'zod'
import { Id, IdText, Instant, SearchText, lineOfText } from '../../ids.ts'
import { growing } from '../../wire.ts'
import { endpoint, pageOf, paging, type EndpointTable } from '../endpoint.ts'

/** What a medicine may warn of. The counter answers yes or no to each; what it does not answer is unknown. */
export const CROSS_SALE_FLAGS = [
  'pregnancy',
  'breast_feeding',
  'anticoagulant',
  'stomach_ulcer',
  'kidney_disease',
  'liver_disease',
  'heart_disease',
  'asthma',
] as const
export const KnownFlag = z.enum(CROSS_SALE_FLAGS)
export type KnownFlag = z.infer<typeof KnownFlag>
export const CrossSaleFlag = growing(z.enum([...CROSS_SALE_FLAGS, 'other']), 'other').meta({
  id: 'CrossSaleFlag',
})
export type CrossSaleFlag = z.infer<typeof CrossSaleFlag>

/** Why a rule suggests something, as texts have it in each language; mined pairs have `bought_together`. Never stock or margin. */
export const CROSS_SALE_REASONS = [
  'probiotic_with_antibiotic',
  'rehydration_with_diarrhoea',
  'saline_with_cold',
  'moisturiser_with_skin_treatment',
  'lubricant_with_eye_drops',
  'fibre_with_opioid',
  'sun_protection',
  'mouth_rinse_with_inhaler',
  'bought_together',
] as const
const KnownReason = z.enum(CROSS_SALE_REASONS)
export const CrossSaleReason = growing(z.enum([...CROSS_SALE_REASONS, 'other']), 'other').meta({
  id: 'CrossSaleReason',
})
export type CrossSaleReason = z.infer<typeof CrossSaleReason>

/** Medicines that count as one: an ATC code of level 5, or where a list has none, substances and form. */
const GroupKey = lineOfText(200)

/** What the lists have of a group; without a drug its substances are empty. */
export const CrossSaleGroup = z
  .strictObject({
    key: GroupKey,
    substances: z.array(z.string().max(500)).max(200),
    form: z.string().max(500),
    /** On the market now. */
    drugs: z.int().min(0),
  })
  .meta({ id: 'CrossSaleGroup' })
export type CrossSaleGroup = z.infer<typeof CrossSaleGroup>

const terms = {
  reason: KnownReason,
  /** What the suggested medicine warns of; suggested only to whom none of it applies. */
  flags: z.array(KnownFlag).max(CROSS_SALE_FLAGS.length),
  /** In years; null for every age. */
  minAge: z.int().min(0).max(120).nullable(),
  /** The last day; null for no end. */
  validUntil: z.iso.date().nullable(),
}
/** What may be changed. Whoever changes something takes its approval away. */
export const CrossSaleTerms = z.strictObject(terms).meta({ id: 'CrossSaleTerms' })
export type CrossSaleTerms = z.infer<typeof CrossSaleTerms>
export const NewCrossSale = z
  .strictObject({ ifGroup: GroupKey, thenGroup: GroupKey, ...terms })
  .meta({ id: 'NewCrossSale' })
export type NewCrossSale = z.infer<typeof NewCrossSale>

/** waiting: for approval; shown; over: its last day has passed; ended: by a person. */
export const CrossSaleState = growing(z.enum(['waiting', 'shown', 'over', 'ended', 'other']), 'other').meta({
  id: 'CrossSaleState',
})
export type CrossSaleState = z.infer<typeof CrossSaleState>
export const CrossSaleKind = growing(z.enum(['rule', 'mined', 'other']), 'other').meta({
  id: 'CrossSaleKind',
})

/** How often the pair was bought. `lift`: how much oftener than by chance. */
const CrossSaleFigures = z.strictObject({
  baskets: z.int().min(0),
  pharmacies: z.int().min(0),
  confidence: z.number().min(0).max(1),
  lift: z.number().min(0),
})

export const CrossSale = z
  .strictObject({
    id: Id,
    kind: CrossSaleKind,
    state: CrossSaleState,
    ifGroup: CrossSaleGroup,
    thenGroup: CrossSaleGroup,
    reason: CrossSaleReason,
    /** Null: nobody has said yet what the medicine warns of, and it cannot be approved. */
    flags: z.array(CrossSaleFlag).max(20).nullable(),
    minAge: terms.minAge,
    validUntil: terms.validUntil,
    /** With `mined`, and only with it. */
    figures: CrossSaleFigures.nullable(),
    /** `by` is the pharmacist, `recordedBy` the account that said so. */
    approved: z
      .strictObject({ by: z.string().max(120), recordedBy: z.string().max(120), at: Instant })
      .nullable(),
    changedBy: z.string().max(120),
    changedAt: Instant,
    version: z.int().min(1),
  })
  .meta({ id: 'CrossSale' })
export type CrossSale = z.infer<typeof CrossSale>

/** The pharmacist of ours who answers for it, by name: an Admin need not be one. */
export const CrossSaleApproval = z
  .strictObject({ pharmacist: lineOfText(120) })
  .meta({ id: 'CrossSaleApproval' })

export const CrossSaleListQuery = z.strictObject({
  page: paging.page,
  pageSize: paging.pageSize,
  state: z.enum(['waiting', 'shown', 'over', 'ended']).optional(),
})
export type CrossSaleListQuery = z.infer<typeof CrossSaleListQuery>
export const CrossSaleGroupQuery = z.strictObject({ q: SearchText })

const CROSS_SALES = '/api/v1/cross-sales'
const CROSS_SALE = `${CROSS_SALES}/{crossSaleId}`
const params = z.strictObject({ crossSaleId: IdText })

export const crossSaleApi = {
  listCrossSales: endpoint({
    method: 'GET',
    path: CROSS_SALES,
    summary: 'Rules and mined pairs; what waits for approval first',
    access: ['Admin'],
    query: CrossSaleListQuery,
    reply: { status: 200, schema: pageOf(CrossSale) },
  }),
  makeCrossSale: endpoint({
    method: 'POST',
    path: CROSS_SALES,
    summary:
      'Make a rule; it is shown once it is approved. state_conflict: there is one for the same two groups',
    access: ['Admin'],
    body: NewCrossSale,
    reply: { status: 201, schema: CrossSale },
    refusals: ['state_conflict'],
  }),
  getCrossSale: endpoint({
    method: 'GET',
    path: CROSS_SALE,
    summary: 'One rule or mined pair',
    access: ['Admin'],
    params,
    reply: { status: 200, schema: CrossSale },
  }),
  changeCrossSale: endpoint({
    method: 'PUT',
    path: CROSS_SALE,
    summary: 'Change what it says; its approval is gone with that',
    access: ['Admin'],
    params,
    body: CrossSaleTerms,
    versioned: true,
    reply: { status: 200, schema: CrossSale },
    refusals: ['state_conflict'],
  }),
  endCrossSale: endpoint({
    method: 'DELETE',
    path: CROSS_SALE,
    summary: 'End it for good; a mined pair that was ended is not found again',
    access: ['Admin'],
    params,
    versioned: true,
    reply: { status: 204, schema: null },
    refusals: ['state_conflict'],
  }),
  approveCrossSale: endpoint({
    method: 'POST',
    path: `${CROSS_SALE}/approval`,
    summary:
      'Record that a pharmacist of ours approved it: from then on it is shown. state_conflict: it has ended, or its warnings were not said',
    access: ['Admin'],
    params,
    body: CrossSaleApproval,
    versioned: true,
    reply: { status: 200, schema: CrossSale },
    refusals: ['state_conflict'],
  }),
  findCrossSaleGroups: endpoint({
    method: 'GET',
    path: '/api/v1/cross-sale-groups',
    summary: 'Groups whose drugs a search finds, at most 20',
    access: ['Admin'],
    query: CrossSaleGroupQuery,
    reply: { status: 200, schema: z.strictObject({ groups: z.array(CrossSaleGroup).max(20) }) },
  }),
} as const satisfies EndpointTable
