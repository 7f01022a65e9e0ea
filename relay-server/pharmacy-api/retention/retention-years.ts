// For how long prescriptions are kept, by the country of the pharmacy: what the law asks is said by whoever runs this.
import { z } from 'zod'
import { Country } from '@pharmacy-relay/shared/api/pharmacy/profile.ts'
import type { SettingsTable } from '@pharmacy-relay/shared/env.ts'

/** Years by country. A country that is not in it keeps everything. */
export type RetentionYears = ReadonlyMap<string, number>

const MAX_YEARS = 50

/** `TR=10,DE=10`; whole years, 1 to 50. Empty keeps everything. */
export const RetentionText = z
  .string()
  .max(2_000)
  .transform((text, context): RetentionYears => {
    const years = new Map<string, number>()
    for (const part of text.split(',').filter((part) => part.trim() !== '')) {
      const [country = '', count = ''] = part.split('=').map((word) => word.trim())
      const isRight = Country.safeParse(country).success && /^\d{1,2}$/.test(count)
      if (!isRight || Number(count) < 1 || Number(count) > MAX_YEARS || years.has(country))
        context.addIssue({
          code: 'custom',
          message: `${part.trim()} is not like TR=10, or stands there twice`,
        })
      years.set(country, Number(count))
    }
    return years
  })

/** In production it has to be said, also that nothing goes: no default fits every law. */
export function retentionSettings(production: boolean) {
  return {
    Pharmacy__RetentionYears: {
      schema: RetentionText,
      help: 'Years for which prescriptions and their patients are kept after their last change, by country: TR=10,DE=10. A country that is not named keeps everything; empty does so everywhere',
      fallback: production ? null : '',
    },
  } as const satisfies SettingsTable
}
