// The new enrolment key, shown once, with the commands that enrol a computer: each to be copied as it stands.
import type { CustomerSummary } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { CopyButton } from '../../views/copy-button.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { customerPath } from '../../views/paths.ts'

export interface EnrolmentKeyPageProps {
  readonly frame: FrameProps
  readonly customer: Pick<CustomerSummary, 'id' | 'storeId' | 'name'>
  readonly enrolmentKey: string
  /** The portal's public origin, which is where agents find the hub. */
  readonly hubUrl: string
}

/** Shows the key, which the store API gives out only this once, and how a computer is enrolled with it. */
export function enrolmentKeyPage({ frame, customer, enrolmentKey, hubUrl }: EnrolmentKeyPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.enrolment.keyTitle,
    live: false,
    htmx: false,
    children: (
      <div class="narrow wide card-plain">
        <h1>{t.enrolment.keyTitle}</h1>
        <p>
          <bdi>{customer.name}</bdi> <span class="muted">{customer.storeId}</span>
        </p>
        <Notice kind="warning">{t.enrolment.keyOnce}</Notice>
        <h2>{t.enrolment.keyLabel}</h2>
        <CopyLine text={enrolmentKey} thing={t.enrolment.keyLabel} t={t} />
        <h2>{t.enrolment.stepsTitle}</h2>
        <ol class="points">
          <li>{t.enrolment.install}</li>
          <li>
            {t.enrolment.runCommands}
            {commandsOf(hubUrl, customer.id).map((command) => (
              <CopyLine key={command} text={command} thing={command} t={t} />
            ))}
            <p class="field-hint">{t.enrolment.notStoreId(customer.id, customer.storeId)}</p>
            <p class="field-hint">{t.enrolment.fromSource}</p>
          </li>
          <li>{t.enrolment.pasteKey}</li>
          <li>{t.enrolment.appears}</li>
        </ol>
        <p class="actions">
          <a class="btn" href={customerPath(customer.storeId)}>
            {t.enrolment.done}
          </a>
        </p>
      </div>
    ),
  })
}

/** As the agent's command line takes them. The key is asked for, so that no shell history and process list has it. */
function commandsOf(hubUrl: string, customerId: number): string[] {
  return [
    `agent settings set HubUrl ${hubUrl}`,
    `agent settings set PharmacyId ${customerId}`,
    'agent settings set EnrolmentKey -',
  ]
}

function CopyLine({ text, thing, t }: { readonly text: string; readonly thing: string; readonly t: Texts }) {
  return (
    <div class="copy-line">
      <code>{text}</code>
      <CopyButton value={text} thing={thing} t={t} />
    </div>
  )
}
