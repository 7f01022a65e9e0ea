// Where a person types the pairing code, and the portal's address while this computer does not know it.
import { PairingCode, type PairingAnswer } from '@pharmacy-relay/shared/pairing.ts'
import { useState } from 'preact/hooks'
import { useAgent } from '../agent-context.ts'
import type { Refusal } from '../bridge.ts'
import { useAsk } from '../use-ask.ts'
import { Field, Submit, submitting } from './field.tsx'
import { Notice, Refused, Said } from './notice.tsx'

interface PairFormProps {
  /** Also when it is in a pharmacy already. */
  readonly again: boolean
  readonly onPaired: (answer: PairingAnswer) => void
}

interface Faults {
  readonly code: string | null
  readonly hub: string | null
}

const NO_FAULTS: Faults = { code: null, hub: null }

export function PairForm({ again, onPaired }: PairFormProps) {
  const { t, status } = useAgent()
  const texts = t.windowPages.pairing
  const { busy, answer, ask } = useAsk('pair')
  const [code, setCode] = useState('')
  const [hub, setHub] = useState('')
  const [faults, setFaults] = useState(NO_FAULTS)
  const wantsHub = status?.hubUrl === null
  const pair = async (): Promise<void> => {
    const typed = { code: PairingCode.safeParse(code).data, hubUrl: wantsHub ? typedIn(hub) : null }
    if (typed.code === undefined || (wantsHub && typed.hubUrl === null)) {
      setFaults({
        code: typed.code === undefined ? texts.codeFault : null,
        hub: wantsHub && typed.hubUrl === null ? texts.hubFault : null,
      })
      return
    }
    setFaults(NO_FAULTS)
    const given = await ask({ code: typed.code, again, hubUrl: typed.hubUrl })
    if (given?.ok === true) onPaired(given.data)
  }
  return (
    <form class="form" onSubmit={submitting(() => void pair())} noValidate>
      {wantsHub && (
        <Field
          label={texts.hub}
          hint={texts.hubHint}
          fault={faults.hub}
          value={hub}
          onValue={setHub}
          input={{ autofocus: true, type: 'url', inputMode: 'url', size: 40, maxLength: 2_048 }}
        />
      )}
      <Field
        label={texts.code}
        hint={texts.codeHint}
        fault={faults.code}
        value={code}
        onValue={setCode}
        input={{ autofocus: !wantsHub, class: 'code', autocapitalize: 'characters', size: 14, maxLength: 32 }}
      />
      <div class="row">
        <Submit busy={busy}>{texts.pair}</Submit>
        {busy && <output>{texts.pairing}</output>}
      </div>
      {faults === NO_FAULTS && answer !== null && !answer.ok && <NotPaired refusal={answer} />}
    </form>
  )
}

/** The agent judges it; null where nothing is there. */
function typedIn(text: string): string | null {
  const typed = text.trim()
  return typed === '' ? null : typed
}

function NotPaired({ refusal }: { readonly refusal: Refusal }) {
  const { t } = useAgent()
  const { refusals } = t.windowPages.pairing
  if (!Object.hasOwn(refusals, refusal.code)) return <Refused refusal={refusal} />
  return (
    <Notice level="bad" title={refusals[refusal.code as keyof typeof refusals]}>
      <p class="quiet">
        <Said refusal={refusal} />
      </p>
    </Notice>
  )
}
