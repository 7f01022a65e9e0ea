// What the pharmacy API's endpoints for drugs speak of: drugs, their packs, and what a scan of a pack says.
import { z } from 'zod'
import { Id, Instant, SearchText } from '../../ids.ts'
import { growing } from '../../wire.ts'
import { paging } from '../endpoint.ts'

/**
 * What kind of code stands on a pack: CIP13 (France), PZN (Germany), NDC of 11 or, from 2033, 12 digits (United States),
 * barkod (Turkey), any other GTIN.
 */
export const CodeKind = growing(
  z.enum(['cip13', 'pzn', 'ndc11', 'ndc12', 'barkod', 'gtin', 'other']),
  'other',
).meta({
  id: 'CodeKind',
})
export type CodeKind = z.infer<typeof CodeKind>

/** A day as it stands on a pack: `2027-05-31`. */
const Day = z.iso.date()

export const DrugPack = z
  .strictObject({
    id: Id,
    /** 14 digits; null where the code is none that has one, as an NDC. */
    gtin: z.string().length(14).nullable(),
    code: z.string().max(32),
    codeKind: CodeKind,
    /** What the pack holds, in the language of the list. */
    label: z.string().max(1_000),
    /** Since when the list no longer has it. */
    withdrawnAt: Instant.nullable(),
  })
  .meta({ id: 'DrugPack' })
export type DrugPack = z.infer<typeof DrugPack>

const drugFields = {
  id: Id,
  /** As the list writes it. */
  name: z.string().max(500),
  substances: z.array(z.string().max(500)).max(200),
  form: z.string().max(500),
  holder: z.string().max(500),
  /** Approved and on the market, as the list says. */
  isActive: z.boolean(),
}

/** One line of a search. */
export const FoundDrug = z
  .strictObject({
    ...drugFields,
    /** `near`: a word was not found and the nearest was taken; shown as *Did you mean*, never chosen beforehand. */
    match: growing(z.enum(['begins', 'near']), 'near'),
  })
  .meta({ id: 'FoundDrug' })
export type FoundDrug = z.infer<typeof FoundDrug>

export const Drug = z
  .strictObject({
    ...drugFields,
    /** Which list it is of, and its code there. */
    source: z.string().max(32),
    code: z.string().max(32),
    atc: z.string().max(10).nullable(),
    /** Since when the list no longer has it. It stays, because prescriptions point at it. */
    withdrawnAt: Instant.nullable(),
    packs: z.array(DrugPack).max(500),
  })
  .meta({ id: 'Drug' })
export type Drug = z.infer<typeof Drug>

/** Words in any order; each is the beginning of a word of name or substances. Without one nothing is found. */
export const DrugSearchQuery = z.strictObject({ page: paging.page, pageSize: paging.pageSize, q: SearchText })
export type DrugSearchQuery = z.infer<typeof DrugSearchQuery>

/** As the scanner gave it, with its separators (GS, RS, EOT), or as a person typed the code: at most 256 bytes. */
export const Scan = z.strictObject({
  scan: z
    .string()
    .min(1)
    .max(256)
    // oxlint-disable-next-line no-control-regex -- separators of GS1 and ISO 15434.
    .regex(/^[\x20-\x7e\x04\x1d\x1e]+$/, 'must be what a scanner reads: ASCII with GS, RS and EOT'),
})

/** What stood on the pack beside its code. */
export const ScannedFacts = z
  .strictObject({
    gtin: z.string().length(14).nullable(),
    lot: z.string().max(20).nullable(),
    /** The last day on which it may be used. */
    expiry: Day.nullable(),
    /** By the clock of the pharmacy API, UTC. */
    isExpired: z.boolean(),
    serial: z.string().max(20).nullable(),
  })
  .meta({ id: 'ScannedFacts' })
export type ScannedFacts = z.infer<typeof ScannedFacts>

export const ScannedPack = z
  .strictObject({ drug: z.strictObject(drugFields), pack: DrugPack, scanned: ScannedFacts })
  .meta({ id: 'ScannedPack' })
export type ScannedPack = z.infer<typeof ScannedPack>
