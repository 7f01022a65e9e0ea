// What a pharmacist does at this computer: he signs in; what he sees then is on the page for as long as he is.
import { useAgent } from '../agent-context.ts'
import { useSignedInPages, type SignedInProps } from '../signed-in-pages.ts'
import { usePharmacist } from '../use-pharmacist.ts'
import { Notice, Refused } from '../views/notice.tsx'
import { CodeForm } from './dispensing/code-form.tsx'
import { SignInForm } from './dispensing/sign-in-form.tsx'

export function Dispensing() {
  const { t } = useAgent()
  const { session, refusal, again } = usePharmacist()
  // To a browser the question is not there, unless the computer was set up for it.
  if (refusal?.code === 'not_found')
    return (
      <Notice level="caution" title={t.windowDispensing.elsewhere}>
        <p>{t.windowDispensing.elsewhereHint}</p>
      </Notice>
    )
  // What was true is not shown as if it were.
  if (refusal !== null) return <Refused refusal={refusal} />
  if (session === null) return <output data-loading>{t.window.loading}</output>
  if (session.state === 'signed_in') return <SignedInPart session={session} onDone={again} />
  if (session.state === 'code_needed') return <CodeForm session={session} onDone={again} />
  return <SignInForm because={session.state === 'signed_out' ? session.because : null} onDone={again} />
}

function SignedInPart(props: SignedInProps) {
  const { t } = useAgent()
  const { pages: SignedIn, isMissing } = useSignedInPages()
  if (isMissing) return <Refused refusal={{ ok: false, code: 'not_supported', message: '' }} />
  if (SignedIn === null) return <output data-loading>{t.window.loading}</output>
  return <SignedIn {...props} />
}
