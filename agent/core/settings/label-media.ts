// The labels that are in the printer, as a setting: `100x50@203` are 100 mm wide and 50 mm high, printed at 203 dpi.
import { LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import { z } from 'zod'

const FORM = /^(\d{2,3}(?:\.\d)?)x(\d{2,3}(?:\.\d)?)@(203|300|600)$/

export const LabelMediaText = z
  .string()
  .regex(FORM, 'must be width and height in millimetres and dpi, such as 100x50@203')
  .transform((text) => {
    const [, widthMm, heightMm, dpi] = FORM.exec(text)?.map(Number) ?? []
    return { widthMm, heightMm, dpi }
  })
  .pipe(LabelMedia)
