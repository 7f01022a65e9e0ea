// Why a prescription label cannot be drawn, as people read it, in German.
import type { ReasonTexts } from '../../../reasons/reason-text.ts'
import type { LabelReasonCode } from '../../../reasons/label-reason-codes.ts'

export const labelReasonsDe: Pick<ReasonTexts, LabelReasonCode> = {
  label_character: ({ character }) =>
    `das Zeichen ${character} lässt sich nicht drucken: Schreiben Sie es anders`,
  label_item_too_high: ({ size }) =>
    `eine Anweisung oder ein Warnhinweis ist zu lang für diese Etikettengröße: Kürzen Sie den Text, oder verwenden Sie Etiketten von ${size}`,
  label_too_many: ({ max, size }) =>
    `diese Verordnung braucht mehr als ${max} Etiketten dieser Größe: Kürzen Sie den Text, oder verwenden Sie Etiketten von ${size}`,
  label_no_size:
    'diese Verordnung ist zu lang für jedes Etikett: Kürzen Sie die Anweisungen und Warnhinweise',
  label_hidden_only: 'ein Feld der Verordnung hat keine sichtbaren Zeichen: Füllen Sie es neu aus',
}
