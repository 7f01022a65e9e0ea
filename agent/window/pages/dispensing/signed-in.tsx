// Who is signed in, and the way out. Patients and prescriptions stand below it.
import type { PharmacistSession } from '../../../contract/dispensing.ts'
import { useEffect, useRef } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { useAsk } from '../../use-ask.ts'
import { Button } from '../../views/button.tsx'
import { Refused } from '../../views/notice.tsx'
import { Scanners } from './scanners.tsx'

interface SignedInProps {
  readonly session: Extract<PharmacistSession, { state: 'signed_in' }>
  readonly onDone: () => void
}

export function SignedIn({ session: { name, email }, onDone }: SignedInProps) {
  const { t } = useAgent()
  const texts = t.windowDispensing
  const { answer, ask } = useAsk('signOut')
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <section class="card" aria-label={texts.signedIn}>
        <h2 ref={heading} tabIndex={-1}>
          {texts.signedIn}
        </h2>
        <dl class="facts">
          <dt>{texts.name}</dt>
          <dd>{name}</dd>
          <dt>{texts.email}</dt>
          <dd>{email}</dd>
        </dl>
        <p class="quiet">{texts.idle}</p>
        <div class="row">
          <Button onPress={() => void ask({}).then(onDone)}>{texts.signOut}</Button>
        </div>
        {answer?.ok === false && <Refused refusal={answer} />}
      </section>
      <Scanners />
    </>
  )
}
