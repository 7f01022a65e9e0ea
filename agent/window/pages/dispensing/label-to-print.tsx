// The label as it will come out, and the key that prints it. What cannot be drawn is said, and not offered to be printed.
import type { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { PROBLEM_CODES } from '@pharmacy-relay/shared/problem-error.ts'
import { useAgent } from '../../agent-context.ts'
import type { BridgeCode, Refusal } from '../../bridge.ts'
import { useAsk } from '../../use-ask.ts'
import { usePolled } from '../../use-polled.ts'
import { Button } from '../../views/button.tsx'
import { Notice, Said } from '../../views/notice.tsx'
import { FirstFocus } from './first-focus.tsx'
import type { LabelRequests } from './use-label-requests.ts'

interface LabelToPrintProps {
  readonly prescription: Prescription
  readonly requests: LabelRequests
  /** Its label that is not there, in whose place this one is made. */
  readonly insteadOf?: string | undefined
  readonly onPrinted: (job: PrintJob) => void
}

export function LabelToPrint({ prescription, requests, insteadOf, onPrinted }: LabelToPrintProps) {
  const { bridge, t } = useAgent()
  const { print: texts } = t.windowDispensing
  const question = {
    method: 'labelPreview',
    params: { prescription: prescription.id },
    everyMs: null,
  } as const
  const { data, refusal, again } = usePolled(bridge, question)
  const { busy, answer, ask } = useAsk('printPrescription')
  const print = async (): Promise<void> => {
    const wanted = { ...prescription, insteadOf }
    const given = await ask({
      prescription: prescription.id,
      requestId: requests.idOf(wanted),
      ...(insteadOf === undefined ? {} : { insteadOf }),
    })
    if (given === null) return
    requests.answered(wanted, given)
    if (given.ok) onPrinted(given.data.job)
  }
  if (refusal !== null) return <NotDrawn refusal={refusal} onAgain={again} />
  if (data === null) return <output data-loading>{texts.drawing}</output>
  const count = data.pictures.length
  return (
    <section class="card" aria-label={texts.title(count)}>
      <h2>{texts.title(count)}</h2>
      <div class="previews">
        {data.pictures.map((picture, index) => (
          <img
            key={index}
            class="picture"
            src={`data:image/png;base64,${picture}`}
            alt={texts.alt(index + 1, count)}
          />
        ))}
      </div>
      {answer?.ok === false && <NotPrinted refusal={answer} />}
      <FirstFocus>
        <div class="row">
          <Button look="main" wantsNewPress whyNot={busy ? '' : null} onPress={() => void print()}>
            {texts.print(count)}
          </Button>
          {busy && <output>{texts.printing}</output>}
        </div>
      </FirstFocus>
    </section>
  )
}

interface NotDrawnProps {
  readonly refusal: Refusal
  readonly onAgain: () => void
}

function NotDrawn({ refusal, onAgain }: NotDrawnProps) {
  const { t } = useAgent()
  const { print: texts } = t.windowDispensing
  const isOfLabel = refusal.code === 'invalid'
  return (
    <Notice level="bad" title={isOfLabel ? texts.notDrawn : texts.notNow}>
      {refusal.message !== '' && (
        <p>
          <Said refusal={refusal} />
        </p>
      )}
      <div class="row">
        <Button onPress={onAgain}>{t.window.tryAgain}</Button>
      </div>
    </Notice>
  )
}

function NotPrinted({ refusal }: { readonly refusal: Refusal }) {
  const { print: texts } = useAgent().t.windowDispensing
  if (!isFinal(refusal.code))
    return (
      <Notice level="caution" title={texts.unknown}>
        <p>{texts.unknownAdvice}</p>
      </Notice>
    )
  return (
    <Notice level="bad" title={texts.refused}>
      {refusal.message !== '' && (
        <p>
          <Said refusal={refusal} />
        </p>
      )}
    </Notice>
  )
}

/** It is known that nothing was printed. Of an answer that cannot be read it is not. */
function isFinal(code: BridgeCode): boolean {
  if (code === 'not_running' || code === 'ended' || code === 'not_supported') return false
  return PROBLEM_CODES[code].retry === 'final'
}
