// Who is signed in, and the way out; below it patients and prescriptions, which are off the page as soon as he leaves.
import { useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { useAsk } from '../../use-ask.ts'
import type { SignedInProps } from '../../signed-in-pages.ts'
import { useScans } from '../../use-scans.ts'
import { Button } from '../../views/button.tsx'
import { Refused } from '../../views/notice.tsx'
import { IdleWarning } from './idle-warning.tsx'
import { PatientDesk } from './patient-desk.tsx'
import { Scanners } from './scanners.tsx'

export function SignedIn({ session: { name, email, idleEndsAt }, onDone }: SignedInProps) {
  const { t } = useAgent()
  const texts = t.windowDispensing
  const { answer, ask } = useAsk('signOut')
  const [isLeaving, setLeaving] = useState(false)
  const leave = async (): Promise<void> => {
    setLeaving(true)
    const left = await ask({})
    if (left?.ok === false) setLeaving(false)
    onDone()
  }
  return (
    <>
      <IdleWarning idleEndsAt={idleEndsAt} />
      <section class="card" aria-label={texts.signedIn}>
        <div class="row">
          <h2>{texts.signedIn}</h2>
          <span>{name}</span>
          <span class="quiet">{email}</span>
          <Button onPress={() => void leave()}>{texts.signOut}</Button>
        </div>
        <p class="quiet">{texts.idle}</p>
        {answer?.ok === false && <Refused refusal={answer} />}
      </section>
      {!isLeaving && <Desk />}
    </>
  )
}

function Desk() {
  const scan = useScans()
  return (
    <>
      <PatientDesk scan={scan} />
      <Scanners scan={scan} />
    </>
  )
}
