// Where a pharmacist signs in: e-mail address and password; nothing of them stays on the page.
import type { SignOutCause } from '../../../contract/dispensing.ts'
import { useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { useAsk } from '../../use-ask.ts'
import { Field, Submit, submitting } from '../../views/field.tsx'
import { Notice, Refused } from '../../views/notice.tsx'
import { FirstFocus } from './first-focus.tsx'

interface SignInFormProps {
  /** Why the last one was signed out; null where nobody was. */
  readonly because: SignOutCause | null
  readonly onDone: () => void
}

export function SignInForm({ because, onDone }: SignInFormProps) {
  const { t } = useAgent()
  const texts = t.windowDispensing
  const { busy, answer, ask } = useAsk('signIn')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const signIn = async (): Promise<void> => {
    setTried(true)
    if (email.trim() === '' || password === '') return
    await ask({ email, password })
    setPassword('')
    setTried(false)
    onDone()
  }
  return (
    <section class="card" aria-label={texts.signIn}>
      {because !== null && <Notice level="caution" title={texts.because[because]} />}
      <p>{texts.intro}</p>
      <form class="form" onSubmit={submitting(() => void signIn())} noValidate>
        <FirstFocus>
          <Field
            label={texts.email}
            hint={texts.emailHint}
            fault={isTried && email.trim() === '' ? texts.emailFault : null}
            value={email}
            onValue={setEmail}
            input={{ type: 'email', inputMode: 'email', size: 32, maxLength: 254 }}
          />
        </FirstFocus>
        <Field
          label={texts.password}
          hint={texts.passwordHint}
          fault={isTried && password === '' ? texts.passwordFault : null}
          value={password}
          onValue={setPassword}
          input={{ type: 'password', size: 32, maxLength: 256 }}
        />
        <div class="row">
          <Submit busy={busy}>{texts.signIn}</Submit>
          {busy && <output>{texts.signingIn}</output>}
        </div>
        {answer?.ok === false && <Refused refusal={answer} />}
      </form>
    </section>
  )
}
