// Why a prescription label cannot be drawn, as people read it, in English.
import type { ReasonTexts } from '../../../reasons/reason-text.ts'
import type { LabelReasonCode } from '../../../reasons/label-reason-codes.ts'

export const labelReasonsEn: Pick<ReasonTexts, LabelReasonCode> = {
  label_character: ({ character }) =>
    `the label printer cannot print the character ${character}: write it another way`,
  label_item_too_high: ({ size }) =>
    `one direction or warning is too long for this size of label: shorten it, or use labels of ${size}`,
  label_too_many: ({ max, size }) =>
    `this prescription needs more than ${max} labels of this size: shorten it, or use labels of ${size}`,
  label_no_size: 'this prescription is too long for any label: shorten its directions and warnings',
  label_hidden_only: 'a field of the prescription has no visible characters: fill it in again',
}
