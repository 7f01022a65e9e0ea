// The dots of labels in the language of a printer: all languages that a label can be drawn for, in one table.
import type { LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import type { Dots } from '../dots/dots.ts'
import { eplOf } from './epl.ts'
import { escposOf } from './escpos.ts'
import { tsplOf } from './tspl.ts'
import { zplOf } from './zpl.ts'

export const DRAWN_LANGUAGES = ['zpl', 'tspl', 'epl', 'escpos'] as const
export type DrawnLanguage = (typeof DRAWN_LANGUAGES)[number]

const ENCODERS: Readonly<Record<DrawnLanguage, (labels: readonly Dots[], media: LabelMedia) => Buffer>> = {
  zpl: zplOf,
  tspl: tsplOf,
  epl: eplOf,
  escpos: escposOf,
}

/** As many labels as there are `labels`, each once: what the spool counts as its copies. */
export function payloadOf(labels: readonly Dots[], media: LabelMedia, language: DrawnLanguage): Buffer {
  return ENCODERS[language](labels, media)
}
