// Reasons why a prescription label cannot be drawn. texts/LANGUAGE/reasons/labels.ts says them.

export const LABEL_REASONS = {
  /** One character with its code point, without which nobody could correct the entry; nothing else of the label. */
  label_character: { character: 'name' },
  /** A direction or warning is higher than the label; `size` is the smallest usual one that would do. */
  label_item_too_high: { size: 'name' },
  label_too_many: { max: 'count', size: 'name' },
  /** No usual size would do. */
  label_no_size: {},
  label_hidden_only: {},
} as const

export type LabelReasonCode = keyof typeof LABEL_REASONS
