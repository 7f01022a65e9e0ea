// The pack: scanned, its code typed, or a reason why there is none; and what the comparison said.
import { useEffect, useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import type { SeenScan } from '../../use-scans.ts'
import { Field, Submit, submitting } from '../../views/field.tsx'
import { FirstFocus } from './first-focus.tsx'
import { PackVerdict } from './pack-verdict.tsx'
import { SkipForm } from './skip-form.tsx'
import type { Pack, PackChecking } from './use-pack-check.ts'

interface PackStepProps {
  readonly checking: PackChecking
  readonly scan: SeenScan | null
}

export function PackStep({ checking, scan }: PackStepProps) {
  const { pack: texts } = useAgent().t.windowDispensing
  const { busy, isGood, check } = checking
  return (
    <section class="card" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <PackVerdict checking={checking} />
      {!isGood && <p>{texts.scan}</p>}
      {!isGood && <PackCodeForm busy={busy} scan={scan} onCheck={check} />}
      {!isGood && <SkipForm busy={busy} onCheck={check} />}
    </section>
  )
}

interface PackCodeFormProps {
  readonly busy: boolean
  readonly scan: SeenScan | null
  readonly onCheck: (pack: Pack) => void
}

function PackCodeForm({ busy, scan, onCheck }: PackCodeFormProps) {
  const { pack: texts } = useAgent().t.windowDispensing
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  // A scanner that types has typed into the field as well.
  useEffect(() => setCode(''), [scan])
  const check = (): void => {
    setTried(true)
    if (code.trim() !== '') onCheck({ scan: code.trim() })
  }
  return (
    <form class="form" onSubmit={submitting(check)} noValidate>
      <FirstFocus>
        <Field
          label={texts.code}
          hint={texts.codeHint}
          fault={isTried && code.trim() === '' ? texts.codeMissing : null}
          value={code}
          onValue={setCode}
          input={{ size: 24, maxLength: 256 }}
        />
      </FirstFocus>
      <div class="row">
        <Submit busy={busy} main={false}>
          {texts.check}
        </Submit>
        {busy && <output>{texts.checking}</output>}
      </div>
    </form>
  )
}
