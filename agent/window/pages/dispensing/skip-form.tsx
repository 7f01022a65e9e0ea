// Why no pack is scanned: one reason of the closed list.
import type { ScanSkip } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { useId, useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { Submit, submitting } from '../../views/field.tsx'
import type { Pack } from './use-pack-check.ts'

interface SkipFormProps {
  readonly busy: boolean
  readonly onCheck: (pack: Pack) => void
}

export function SkipForm({ busy, onCheck }: SkipFormProps) {
  const { pack: texts } = useAgent().t.windowDispensing
  const [why, setWhy] = useState<ScanSkip | ''>('')
  const [isTried, setTried] = useState(false)
  const id = useId()
  const skip = (): void => {
    setTried(true)
    if (why !== '') onCheck({ skippedBecause: why })
  }
  return (
    <details>
      <summary>{texts.none}</summary>
      <form class="form" onSubmit={submitting(skip)} noValidate>
        <div class="field">
          <label for={id}>{texts.why}</label>
          <select
            id={id}
            value={why}
            aria-describedby={`${id}-fault`}
            aria-invalid={isTried && why === ''}
            onChange={(event) => setWhy(event.currentTarget.value as ScanSkip | '')}
          >
            <option value="">{texts.choose}</option>
            {Object.entries(texts.skips).map(([reason, text]) => (
              <option key={reason} value={reason}>
                {text}
              </option>
            ))}
          </select>
          <p class="fault" id={`${id}-fault`} role="alert">
            {isTried && why === '' ? texts.whyMissing : null}
          </p>
        </div>
        <div class="row">
          <Submit busy={busy} main={false}>
            {texts.skip}
          </Submit>
        </div>
      </form>
    </details>
  )
}
