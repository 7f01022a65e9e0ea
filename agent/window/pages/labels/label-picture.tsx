// What is on a label, shown only when a person asks for it; asking is recorded by the agent.
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import type { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import type { Texts } from '../../texts.ts'
import { useAgent } from '../../agent-context.ts'
import type { BridgeCode } from '../../bridge.ts'
import { useAsk } from '../../use-ask.ts'
import { Button } from '../../views/button.tsx'

export function LabelPicture({ trace: { job, copies, isPayloadKept } }: { readonly trace: JobTrace }) {
  const { t } = useAgent()
  const { busy, answer, ask, forget } = useAsk('picture')
  const text = t.labels.picture
  const whyNot = !isPayloadKept ? text.notKept : job.language === 'zpl' ? null : text.noLanguage
  return (
    <section class="card">
      <h2>{text.title}</h2>
      <p>{text.text}</p>
      <div class="row">
        {answer?.ok === true ? (
          <Button onPress={forget}>{text.hide}</Button>
        ) : (
          <Button whyNot={busy ? '' : whyNot} onPress={() => void ask({ job: job.id })}>
            {text.show}
          </Button>
        )}
        <output>{busy && text.drawing}</output>
      </div>
      {answer?.ok === true && (
        <>
          <img class="picture" src={dataAddress(answer.data)} alt={text.alt(labelNumber(job))} />
          <p class="quiet">{text.approximate}</p>
          {copies > 1 && <p class="quiet">{text.more(copies)}</p>}
        </>
      )}
      {answer?.ok === false && <p role="alert">{refusedText(answer.code, text)}</p>}
    </section>
  )
}

export function dataAddress(png: Uint8Array): string {
  return `data:image/png;base64,${btoa(Array.from(png, (byte) => String.fromCharCode(byte)).join(''))}`
}

export function refusedText(code: BridgeCode, text: Texts['labels']['picture']): string {
  switch (code) {
    case 'not_supported':
      return text.noLanguage
    case 'too_large':
      return text.tooLarge
    case 'state_conflict':
    case 'not_found':
      return text.notKept
    default:
      return text.notDrawn
  }
}
