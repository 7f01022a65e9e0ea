// One request for a label for each check of a pack: a second press or a lost answer repeats it and makes no second label.
import type { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { useState } from 'preact/hooks'
import type { Answer } from '../../bridge.ts'

type Checked = Pick<Prescription, 'id' | 'check'> & {
  /** The label that is not there, in whose place another is made. */
  readonly insteadOf?: string | undefined
}

export interface LabelRequests {
  /** The same until it is known what became of it. */
  readonly idOf: (checked: Checked) => string
  /** It was asked for, and what became of it is not known. */
  readonly isOpen: (checked: Checked) => boolean
  readonly answered: (checked: Checked, answer: Answer<'printPrescription'>) => void
}

/** The pharmacy API made no label of this request, or makes none any more. */
const SETTLED: readonly (string | undefined)[] = [
  ...(['prescription_over', 'prescription_not_checked', 'prescription_labelled'] as const),
  ...(['pack_expired', 'label_withdrawn', 'label_not_made'] as const),
]

/** Kept for as long as the part of the page that asks for them. */
export function useLabelRequests(): LabelRequests {
  const [requests] = useState(newLabelRequests)
  return requests
}

function newLabelRequests(): LabelRequests {
  const open = new Map<string, string>()
  return {
    idOf: (checked) => {
      const id = open.get(keyOf(checked)) ?? crypto.randomUUID()
      open.set(keyOf(checked), id)
      return id
    },
    isOpen: (checked) => open.has(keyOf(checked)),
    answered: (checked, answer) => {
      if (answer.ok || SETTLED.includes(answer.reason?.code)) open.delete(keyOf(checked))
    },
  }
}

const keyOf = ({ id, check, insteadOf }: Checked): string => [id, check?.at, insteadOf].join(' ')
