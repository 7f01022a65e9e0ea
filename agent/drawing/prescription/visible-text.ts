// Takes out of a prescription what nobody sees on paper and what could hide or reorder text; the API refuses it before.
import { LabelDocument } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'

/** Throws ProblemError `invalid` with reason `label_hidden_only` where nothing is left, or where it is no prescription. */
export function visibleDocument(document: LabelDocument): LabelDocument {
  const { pharmacy } = document
  const visible = LabelDocument.safeParse({
    ...document,
    patient: visibleText(document.patient),
    drug: visibleText(document.drug),
    brand: document.brand === null ? null : visibleText(document.brand),
    directions: document.directions.map(visibleText),
    warnings: document.warnings.map(visibleText),
    quantity: visibleText(document.quantity),
    pharmacy: {
      name: visibleText(pharmacy.name),
      address: visibleText(pharmacy.address),
      phone: pharmacy.phone === null ? null : visibleText(pharmacy.phone),
    },
  })
  // What zod says of a value is not passed on: it is a patient's.
  if (!visible.success) throw new ProblemError('invalid', reason('label_hidden_only', {}))
  return visible.data
}

function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, (blank) => (/^[\u00A0\u202F]+$/u.test(blank) ? blank : ' '))
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .trim()
}
