// Leads to the label of the number that somebody says, as B-75.
import { writtenNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import { useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { Field, Submit, submitting } from '../../views/field.tsx'

export function FindLabel() {
  const { find } = useAgent().t.labels
  const [written, setWritten] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const go = (): void => {
    const number = writtenNumber(written)
    setFault(number === null ? find.fault : null)
    if (number !== null) location.hash = hrefOf('labels', number)
  }
  return (
    <search>
      <form class="form" onSubmit={submitting(go)} noValidate>
        <Field
          label={find.label}
          hint={find.hint}
          fault={fault}
          value={written}
          onValue={setWritten}
          input={{ type: 'search', size: 16, maxLength: 40 }}
        />
        <div class="row">
          <Submit busy={false} main={false}>
            {find.button}
          </Submit>
        </div>
      </form>
    </search>
  )
}
