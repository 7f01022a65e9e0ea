// The prescription label as data: what the pharmacy API hands to the pharmacy's PC, which draws it. Patient data.
import { z } from 'zod'
import { Language } from '../../texts/languages.ts'
import { growing } from '../../wire.ts'

/** Words of a label: NFC, one line, none of the characters that hide or reorder text (Cc, Cf, Cs, Co, Zl, Zp). */
export function labelWords(maxLength: number) {
  return z
    .string()
    .normalize('NFC')
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]*$/u, 'must be one line of visible characters')
}

/** The labels that a printer holds. Default 100 × 50 mm at 203 dpi; gaps and black marks are the printer's own setting. */
export const LabelMedia = z
  .strictObject({
    widthMm: z.number().min(30).max(110),
    heightMm: z.number().min(20).max(300),
    dpi: z.union([z.literal(203), z.literal(300), z.literal(600)]),
  })
  .meta({ id: 'LabelMedia' })
export type LabelMedia = z.infer<typeof LabelMedia>

/** Ten characters without vowels and look-alikes; says nothing by itself and is all that the DataMatrix holds. */
export const DispenseCode = z.string().regex(/^[23456789BCDFGHJKLMNPQRSTVWXZ]{10}$/)

/** Of the phrases that every label carries; names and directions stand as they were written. */
export const LabelLanguage = growing(z.enum(Language.options), 'en')

/** All that one prescription label says, before it is spread over one to four labels. */
export const LabelDocument = z
  .strictObject({
    dispenseCode: DispenseCode,
    language: LabelLanguage,
    patient: labelWords(120),
    /** Substance and strength first, as a label names it: `Ibuprofen 400 mg`. */
    drug: labelWords(200),
    /** The name on the pack, where it is another. */
    brand: labelWords(200).nullable(),
    /** One dose line each: `1 tablet in the morning`. */
    directions: z.array(labelWords(200)).min(1).max(12),
    warnings: z.array(labelWords(200)).max(6),
    /** `20 tablets`. */
    quantity: labelWords(60),
    pharmacy: z.strictObject({
      name: labelWords(120),
      address: labelWords(200),
      phone: labelWords(40).nullable(),
    }),
    /** The day of dispensing, of the pharmacy's own calendar. */
    date: z.iso.date(),
  })
  .meta({ id: 'LabelDocument' })
export type LabelDocument = z.infer<typeof LabelDocument>
