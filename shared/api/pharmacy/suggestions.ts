// What a counter is suggested beside a basket, why what is not, and what it tells of a sale.
import { z } from 'zod'
import { Id } from '../../ids.ts'
import { growing } from '../../wire.ts'
import { endpoint, type EndpointTable } from '../endpoint.ts'
import {
  CROSS_SALE_FLAGS,
  CrossSaleFlag,
  CrossSaleGroup,
  CrossSaleKind,
  CrossSaleReason,
  KnownFlag,
} from './cross-sale.ts'

const Gtin = z.string().regex(/^\d{14}$/, 'must be a GTIN of 14 digits')
const basket = z.array(Gtin).min(1).max(30)
/** Made by chance for each sale, version 4: it tells neither who nor when. */
const BasketId = z.uuid({ version: 'v4' }).toLowerCase()

export const SuggestionsRequest = z
  .strictObject({
    basketId: BasketId,
    basket,
    /** What the counter knows; a flag in neither list is unknown. */
    flags: z.strictObject({
      yes: z.array(KnownFlag).max(CROSS_SALE_FLAGS.length),
      no: z.array(KnownFlag).max(CROSS_SALE_FLAGS.length),
      /** In years; null where nobody asked. */
      age: z.int().min(0).max(150).nullable(),
    }),
  })
  .meta({ id: 'SuggestionsRequest' })
export type SuggestionsRequest = z.infer<typeof SuggestionsRequest>

/** Why something is not suggested. `flag` with `flag_met` and `flag_unknown` alone. */
export const CrossSaleWhyNot = z.strictObject({
  code: growing(
    z.enum([
      'prescription_only',
      'controlled',
      'supply_unknown',
      'same_substance',
      'same_class',
      'class_unknown',
      'basket_unknown',
      'flag_met',
      'flag_unknown',
      'age_below',
      'age_unknown',
      'not_on_market',
      'declined',
      'other',
    ]),
    'other',
  ),
  flag: CrossSaleFlag.nullable(),
})
export type CrossSaleWhyNot = z.infer<typeof CrossSaleWhyNot>

const suggested = { crossSaleId: Id, kind: CrossSaleKind, group: CrossSaleGroup }
export const CrossSaleSuggestion = z
  .strictObject({
    ...suggested,
    /** Those of the group that may be sold without a prescription. */
    drugs: z
      .array(z.strictObject({ id: Id, name: z.string().max(500) }))
      .min(1)
      .max(3),
    reason: CrossSaleReason,
    /** Of a mined pair: bought together in so many of 100. */
    ofHundred: z.int().min(0).max(100).nullable(),
    approvedBy: z.string().max(120),
  })
  .meta({ id: 'CrossSaleSuggestion' })
export type CrossSaleSuggestion = z.infer<typeof CrossSaleSuggestion>

export const Suggestions = z
  .strictObject({
    suggestions: z.array(CrossSaleSuggestion).max(3),
    withheld: z.array(z.strictObject({ ...suggested, why: z.array(CrossSaleWhyNot).min(1).max(30) })).max(20),
    /** Two were declined for this basket: nothing more is suggested. */
    isSilent: z.boolean(),
    /** There is no interaction data, and the screen has to say so. */
    interactions: growing(z.enum(['not_checked', 'other']), 'other'),
  })
  .meta({ id: 'Suggestions' })
export type Suggestions = z.infer<typeof Suggestions>

/** What was sold, and what was said to suggestions. Sent again with the same basketId it replaces what was said before. */
export const CrossSaleOutcome = z
  .strictObject({
    basketId: BasketId,
    basket,
    answers: z.array(z.strictObject({ crossSaleId: Id, answer: z.enum(['accepted', 'declined']) })).max(3),
  })
  .meta({ id: 'CrossSaleOutcome' })
export type CrossSaleOutcome = z.infer<typeof CrossSaleOutcome>

export const suggestionsApi = {
  suggestCrossSales: endpoint({
    method: 'POST',
    path: '/api/v1/cross-sales/suggestions',
    summary:
      'At most three suggestions for a basket, each with its reason, and why others are withheld. Nothing is kept',
    access: ['Pharmacist'],
    body: SuggestionsRequest,
    reply: { status: 200, schema: Suggestions },
  }),
  recordCrossSaleOutcome: endpoint({
    method: 'POST',
    path: '/api/v1/cross-sales/outcomes',
    summary: 'What a basket held and which suggestions were accepted or declined: no patient, no hour',
    access: ['Pharmacist'],
    body: CrossSaleOutcome,
    reply: { status: 204, schema: null },
  }),
} as const satisfies EndpointTable
