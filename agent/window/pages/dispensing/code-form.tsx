// The second step of a sign-in at a place that is new: a code of the app, or a recovery code.
import type { PharmacistSession } from '../../../contract/dispensing.ts'
import { useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { useAsk } from '../../use-ask.ts'
import { Button } from '../../views/button.tsx'
import { Field, Submit, submitting } from '../../views/field.tsx'
import { Refused } from '../../views/notice.tsx'
import { FirstFocus } from './first-focus.tsx'

interface CodeFormProps {
  readonly session: Extract<PharmacistSession, { state: 'code_needed' }>
  readonly onDone: () => void
}

export function CodeForm({ session, onDone }: CodeFormProps) {
  const { t } = useAgent()
  const texts = t.windowDispensing
  const { busy, answer, ask } = useAsk('finishSignIn')
  const signOut = useAsk('signOut')
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const finish = async (): Promise<void> => {
    setTried(true)
    if (code.trim() === '') return
    await ask({ code })
    setCode('')
    setTried(false)
    onDone()
  }
  return (
    <section class="card" aria-label={texts.signIn}>
      <p>{texts.codeIntro}</p>
      <form class="form" onSubmit={submitting(() => void finish())} noValidate>
        <FirstFocus>
          <Field
            label={texts.code}
            hint={session.hasApp ? texts.codeHint : texts.recoveryHint}
            fault={isTried && code.trim() === '' ? texts.codeFault : null}
            value={code}
            onValue={setCode}
            input={{ autocomplete: 'one-time-code', size: 14, maxLength: 32 }}
          />
        </FirstFocus>
        <div class="row">
          <Submit busy={busy}>{texts.goOn}</Submit>
          <Button onPress={() => void signOut.ask({}).then(onDone)}>{texts.otherAccount}</Button>
          {busy && <output>{texts.signingIn}</output>}
        </div>
        {answer?.ok === false && <Refused refusal={answer} />}
      </form>
    </section>
  )
}
