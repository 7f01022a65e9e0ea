// What a rule says, as it is typed into its form, and what the API gets of it; pure.
import { z } from 'zod'
import {
  CROSS_SALE_FLAGS,
  CROSS_SALE_REASONS,
  type CrossSale,
  type CrossSaleTerms,
} from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import { typed } from '../../http/forms.ts'

/** As they were typed. */
export interface TermsValues {
  readonly reason: string
  readonly flags: readonly string[]
  readonly minAge: string
  readonly validUntil: string
}

export type TermsField = 'minAge' | 'validUntil'

/** One ticked box is a text, several are a list. */
const ticked = z
  .union([z.enum(CROSS_SALE_FLAGS), z.array(z.enum(CROSS_SALE_FLAGS)).max(CROSS_SALE_FLAGS.length)])
  .default([])
  .transform((flags) => [flags].flat())

export const termsForm = {
  reason: z.enum(CROSS_SALE_REASONS),
  flags: ticked,
  minAge: typed(20),
  validUntil: typed(20),
}
const TermsForm = z.object(termsForm)

export const FIRST_TERMS: TermsValues = {
  reason: CROSS_SALE_REASONS[0],
  flags: [],
  minAge: '',
  validUntil: '',
}

export function termsOf({ reason, flags, minAge, validUntil }: CrossSale): TermsValues {
  return {
    reason,
    flags: flags ?? [],
    minAge: minAge === null ? '' : String(minAge),
    validUntil: validUntil ?? '',
  }
}

const Age = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.int().min(0).max(120))

/** The terms, or the fields that are none. */
export function readTerms(
  form: z.output<typeof TermsForm>,
): { readonly terms: CrossSaleTerms } | { readonly faults: ReadonlySet<TermsField> } {
  const { reason, flags } = form
  const minAge = orNull(form.minAge, Age)
  const validUntil = orNull(form.validUntil, z.iso.date())
  const faults = new Set<TermsField>()
  if (minAge === undefined) faults.add('minAge')
  if (validUntil === undefined) faults.add('validUntil')
  if (minAge === undefined || validUntil === undefined) return { faults }
  return { terms: { reason, flags: [...new Set(flags)], minAge, validUntil } }
}

/** Null for an empty field, undefined for a faulty one. */
function orNull<S extends z.ZodType>(text: string, schema: S): z.output<S> | null | undefined {
  return text.trim() === '' ? null : schema.safeParse(text.trim()).data
}
