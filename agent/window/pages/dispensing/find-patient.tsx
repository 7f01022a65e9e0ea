// Where a patient is found by his phone, which is typed; it is not kept.
import type { Patient } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import { useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { useAsk } from '../../use-ask.ts'
import { Button } from '../../views/button.tsx'
import { Field, Submit, submitting } from '../../views/field.tsx'
import { Notice, Refused } from '../../views/notice.tsx'
import { FirstFocus } from './first-focus.tsx'

interface FindPatientProps {
  readonly onFound: (patient: Patient) => void
  /** With what was typed. */
  readonly onEnter: (phone: string) => void
}

export function FindPatient({ onFound, onEnter }: FindPatientProps) {
  const { windowCounter, windowDispensing } = useAgent().t
  const { patient: texts } = windowDispensing
  const { busy, answer, ask, forget } = useAsk('findPatient')
  const [phone, setPhone] = useState('')
  const [isTried, setTried] = useState(false)
  const find = async (): Promise<void> => {
    setTried(true)
    if (phone.trim() === '') return
    const found = await ask({ phone })
    if (found?.ok === true && found.data.patient !== null) onFound(found.data.patient)
  }
  const isWrong = answer?.ok === false && answer.code === 'invalid'
  const fault = isTried && phone.trim() === '' ? texts.phoneMissing : isWrong ? texts.phoneWrong : null
  const typed = (value: string): void => {
    setPhone(value)
    // What was said is of another number.
    forget()
  }
  return (
    <section class="card" aria-label={texts.find}>
      <h2>{texts.find}</h2>
      <form class="form" onSubmit={submitting(() => void find())} noValidate>
        <FirstFocus>
          <Field
            label={texts.phone}
            hint={texts.phoneHint}
            fault={fault}
            value={phone}
            onValue={typed}
            input={{ type: 'tel', inputMode: 'tel', size: 24, maxLength: 40 }}
          />
        </FirstFocus>
        <div class="row">
          <Submit busy={busy}>{texts.search}</Submit>
          <Button onPress={() => onEnter(phone.trim())}>{windowCounter.patient.enter}</Button>
          {busy && <output>{texts.searching}</output>}
        </div>
        {answer?.ok === true && answer.data.patient === null && (
          <Notice level="caution" title={texts.none}>
            <p>{texts.noneAdvice}</p>
          </Notice>
        )}
        {answer?.ok === false && !isWrong && <Refused refusal={answer} />}
      </form>
    </section>
  )
}
