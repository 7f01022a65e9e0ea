// While support helps: the masked picture of this label, shown before it is sent, and sent only after a person said yes to it.
import type { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import type { HelpConversation } from '../../../contract/help.ts'
import { useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { useAsk } from '../../use-ask.ts'
import { usePolled } from '../../use-polled.ts'
import { Button } from '../../views/button.tsx'
import { dataAddress, refusedText } from './label-picture.tsx'

export function LabelForSupport({ trace: { job, isPayloadKept } }: { readonly trace: JobTrace }) {
  const { bridge } = useAgent()
  const { data } = usePolled(bridge, { method: 'conversations', params: null })
  const open = data?.find(isOpen)
  if (open === undefined || !isPayloadKept || job.language !== 'zpl') return null
  return <Offer job={job} conversation={open} />
}

/** Support has it, or gets it: a request that was refused is nowhere. */
function isOpen({ task, notSent }: HelpConversation): boolean {
  if (task === null) return notSent === null || notSent.refusal === null
  return task.state !== 'done' && task.state !== 'removed'
}

interface OfferProps {
  readonly job: JobTrace['job']
  readonly conversation: HelpConversation
}

function Offer({ job, conversation }: OfferProps) {
  const { t } = useAgent()
  const texts = t.windowHelp.label
  const { busy, answer, ask, forget } = useAsk('maskedPicture')
  const sending = useAsk('sendLabelToHelp')
  if (sending.answer?.ok === true)
    return (
      <section class="card">
        <h2>{texts.title}</h2>
        <output>
          {texts.sent} <a href={hrefOf('help', conversation.key)}>{texts.toTalk}</a>
        </output>
      </section>
    )
  return (
    <section class="card">
      <h2>{texts.title}</h2>
      <p>{texts.text}</p>
      <div class="row">
        <Button
          whyNot={busy ? '' : null}
          onPress={() => (answer?.ok === true ? forget() : void ask({ job: job.id }))}
        >
          {answer?.ok === true ? t.labels.picture.hide : texts.show}
        </Button>
        <output>{busy && t.labels.picture.drawing}</output>
      </div>
      {answer?.ok === true && (
        <>
          <img class="picture" src={dataAddress(answer.data)} alt={texts.alt(labelNumber(job))} />
          <Consent png={answer.data} job={job.id} conversationKey={conversation.key} send={sending.ask} />
        </>
      )}
      {answer?.ok === false && <p role="alert">{refusedText(answer.code, t.labels.picture)}</p>}
      {sending.answer?.ok === false && <p role="alert">{texts.notSent}</p>}
    </section>
  )
}

interface ConsentProps {
  /** As it is shown. */
  readonly png: Uint8Array
  readonly job: string
  readonly conversationKey: string
  readonly send: ReturnType<typeof useAsk<'sendLabelToHelp'>>['ask']
}

/** The words of the tick are kept with the picture. */
function Consent({ png, job, conversationKey, send }: ConsentProps) {
  const { label } = useAgent().t.windowHelp
  const [isAgreed, setAgreed] = useState(false)
  const [clientId] = useState(() => crypto.randomUUID())
  const agreed = async (): Promise<void> => {
    const sha256 = await digestOf(png)
    await send({ key: conversationKey, clientId, job, sha256, consentText: label.consent })
  }
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={isAgreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
        {label.consent}
      </label>
      <div class="row">
        <Button look="main" whyNot={isAgreed ? null : label.tickFirst} onPress={() => void agreed()}>
          {label.send}
        </Button>
      </div>
    </>
  )
}

async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
