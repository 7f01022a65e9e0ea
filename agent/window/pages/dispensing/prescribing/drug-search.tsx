// The field that a medicine is searched in as one types: a combobox by WAI-ARIA, whose list arrow keys and Enter choose from.
import type { FoundDrug } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import { useEffect, useId, useState } from 'preact/hooks'
import { useAgent } from '../../../agent-context.ts'
import { Refused } from '../../../views/notice.tsx'
import { FoundDrugs, optionId, useFoundText } from './found-drugs.tsx'
import { useDrugSearch } from './use-drug-search.ts'

interface DrugSearchProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onChoose: (drug: FoundDrug) => void
  /** Enter where nothing of the list is chosen: it may be the code of a pack. */
  readonly onCode: (code: string) => void
}

export function DrugSearch(props: DrugSearchProps) {
  const { text, onText, onChoose } = props
  const { prescription: texts } = useAgent().t.windowCounter
  const { found, refusal } = useDrugSearch(text)
  const drugs = found ?? []
  const { at, pressed } = useChoice(props, drugs)
  const foundText = useFoundText(drugs)
  const id = useId()
  return (
    <div class="field wide">
      <label for={id}>{texts.search}</label>
      <input
        id={id}
        role="combobox"
        spellcheck={false}
        autocomplete="off"
        size={36}
        maxLength={200}
        value={text}
        aria-autocomplete="list"
        aria-expanded={drugs.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={at < 0 ? undefined : optionId(id, at)}
        aria-describedby={`${id}-hint`}
        onInput={(event) => onText(event.currentTarget.value)}
        onKeyDown={pressed}
      />
      <p class="quiet" id={`${id}-hint`}>
        {texts.searchHint}
      </p>
      <output>{found === null ? null : foundText}</output>
      <FoundDrugs id={id} drugs={drugs} at={at} onChoose={onChoose} />
      {refusal !== null && <Refused refusal={refusal} />}
    </div>
  )
}

/** Which of the list is marked, by number; -1: none. Nothing is beforehand, least of all a name that was not typed. */
function useChoice({ text, onText, onChoose, onCode }: DrugSearchProps, drugs: readonly FoundDrug[]) {
  const [at, setAt] = useState(-1)
  const shown = drugs.map(({ id }) => id).join()
  useEffect(() => setAt(-1), [shown])
  const entered = (): void => {
    const drug = drugs[at]
    if (drug !== undefined) onChoose(drug)
    else if (text.trim() !== '') onCode(text.trim())
  }
  const pressed = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && drugs.length > 0)
      setAt((last) => (last < 0 && step < 0 ? drugs.length - 1 : (last + step + drugs.length) % drugs.length))
    else if (event.key === 'Enter') entered()
    else if (event.key === 'Escape' && text !== '') onText('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { at, pressed }
}
