// Which medicine: searched as one types, found by the code of a pack or by a scan; and its name as the label says it.
import { useEffect, useRef } from 'preact/hooks'
import { useAgent } from '../../../agent-context.ts'
import type { Refusal } from '../../../bridge.ts'
import { Button } from '../../../views/button.tsx'
import { Field } from '../../../views/field.tsx'
import { Notice, Refused } from '../../../views/notice.tsx'
import { DrugSearch } from './drug-search.tsx'
import type { PrescriptionForm } from './use-prescription-form.ts'

export function DrugFields({ form }: { readonly form: PrescriptionForm }) {
  const { prescription: texts } = useAgent().t.windowCounter
  const { fields, packRefusal, choose, findByCode } = form
  const { typed, set, isWrong } = fields
  const box = useRef<HTMLDivElement>(null)
  const known = useRef(typed.listed)
  // The field of the search is gone; what is typed next is the label's words, or the directions behind them.
  useEffect(() => {
    if (known.current === typed.listed) return
    known.current = typed.listed
    box.current
      ?.querySelector<HTMLElement>(typed.listed === null ? '[role=combobox]' : '.drug input')
      ?.focus()
  }, [typed.listed])
  return (
    <div ref={box} class="form">
      {typed.listed === null ? (
        <DrugSearch
          text={typed.search}
          onText={(search) => set({ search })}
          onChoose={choose}
          onCode={findByCode}
        />
      ) : (
        <div class="row">
          <span>
            {texts.listed}: <strong>{typed.listed.name}</strong>
          </span>
          <Button onPress={() => set({ listed: null })}>{texts.another}</Button>
        </div>
      )}
      {packRefusal !== null && <NotFound refusal={packRefusal} />}
      <div class="drug">
        <Field
          label={texts.drug}
          hint={texts.drugHint}
          fault={isWrong('drug') ? texts.drugFault : null}
          value={typed.drug}
          onValue={(drug) => set({ drug })}
          input={{ size: 36, maxLength: 300 }}
        />
        {typed.listed === null && typed.drug !== '' && <p class="quiet">{texts.unlisted}</p>}
      </div>
    </div>
  )
}

/** Of a code that was typed or scanned. */
function NotFound({ refusal }: { readonly refusal: Refusal }) {
  const { pack: texts } = useAgent().t.windowDispensing
  const { code, reason } = refusal
  if (reason !== undefined || !Object.hasOwn(texts.refused, code)) return <Refused refusal={refusal} />
  return <Notice level="bad" title={texts.refused[code as keyof typeof texts.refused]} />
}
