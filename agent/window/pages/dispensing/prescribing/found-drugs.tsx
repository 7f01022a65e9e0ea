// Medicines that a search found. Its list takes no focus: the keys come through the field above, which HTML has no tag for.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- A combobox by WAI-ARIA. */
import type { FoundDrug } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import { useAgent } from '../../../agent-context.ts'

interface FoundDrugsProps {
  /** Of the field. */
  readonly id: string
  readonly drugs: readonly FoundDrug[]
  /** The one that Enter chooses; -1: none. */
  readonly at: number
  readonly onChoose: (drug: FoundDrug) => void
}

export const optionId = (id: string, at: number): string => `${id}-${String(at)}`

export function FoundDrugs({ id, drugs, at, onChoose }: FoundDrugsProps) {
  const foundText = useFoundText(drugs)
  return (
    <ul id={`${id}-list`} role="listbox" aria-label={foundText} class="found" hidden={drugs.length === 0}>
      {drugs.map((drug, index) => (
        <li
          key={drug.id}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === at}
          onClick={() => onChoose(drug)}
        >
          <Found drug={drug} />
        </li>
      ))}
    </ul>
  )
}

/** How many there are, or that none is what was typed. */
export function useFoundText(drugs: readonly FoundDrug[]): string {
  const { prescription: texts } = useAgent().t.windowCounter
  if (drugs.length === 0) return texts.noneFound
  return drugs.every(({ match }) => match === 'near') ? texts.meant : texts.found(drugs.length)
}

function Found({ drug: { name, substances, holder, match } }: { readonly drug: FoundDrug }) {
  const { prescription: texts } = useAgent().t.windowCounter
  return (
    <>
      <strong>{name}</strong> <span class="quiet">{[substances.join(' + '), holder].join(' · ')}</span>{' '}
      {match === 'near' && <span class="state caution">{texts.similar}</span>}
    </>
  )
}
