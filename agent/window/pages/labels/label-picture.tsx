// What is on a label, shown only when a person asks for it; asking is recorded by the agent.
import type { JobTrace } from '@pharmacy-relay/shared/print-job.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { useAgent } from '../../agent-context.ts'
import type { BridgeCode } from '../../bridge.ts'
import { useAsk } from '../../use-ask.ts'
import { Button } from '../../views/button.tsx'

export function LabelPicture({ trace: { job, copies, isPayloadKept } }: { readonly trace: JobTrace }) {
  const { t } = useAgent()
  const { busy, answer, ask, forget } = useAsk('picture')
  const words = t.labels.picture
  const whyNot = !isPayloadKept ? words.notKept : job.language === 'zpl' ? null : words.noLanguage
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <p>{words.words}</p>
      <div class="row">
        {answer?.ok === true ? (
          <Button onPress={forget}>{words.hide}</Button>
        ) : (
          <Button whyNot={busy ? '' : whyNot} onPress={() => void ask({ job: job.id })}>
            {words.show}
          </Button>
        )}
        <output>{busy && words.drawing}</output>
      </div>
      {answer?.ok === true && (
        <>
          <img class="picture" src={dataAddress(answer.data)} alt={words.alt(job.n)} />
          <p class="quiet">{words.approximate}</p>
          {copies > 1 && <p class="quiet">{words.more(copies)}</p>}
        </>
      )}
      {answer?.ok === false && <p role="alert">{refusedWords(answer.code, words)}</p>}
    </section>
  )
}

function dataAddress(png: Uint8Array): string {
  return `data:image/png;base64,${btoa(Array.from(png, (byte) => String.fromCharCode(byte)).join(''))}`
}

function refusedWords(code: BridgeCode, words: Texts['labels']['picture']): string {
  switch (code) {
    case 'not_supported':
      return words.noLanguage
    case 'too_large':
      return words.tooLarge
    case 'state_conflict':
    case 'not_found':
      return words.notKept
    default:
      return words.notDrawn
  }
}
