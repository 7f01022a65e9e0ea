// A test label: the button in a computer's row, the one form behind all of them, and what became of it in words.
import { reasonText } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import { renderToString } from 'preact-render-to-string'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { JobState, PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { PrinterName, printerText } from '@pharmacy-relay/shared/printer.ts'
import type { ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { DeviceRefusal } from '../../http/device-refusal.ts'
import { computerName } from '../../views/computer-name.ts'
import { PostForm } from '../../views/forms.tsx'
import { DeviceSays } from '../../views/device-says.tsx'
import { Icon } from '../../views/icons.tsx'
import { Notice } from '../../views/notice.tsx'
import { testLabelPath } from '../../views/paths.ts'
import { RowButton } from '../../views/row-button.tsx'
import { testLabelObstacle } from './label-path.ts'

const FORM_ID = 'test-label'

/** What came of a test label: the job as it stood when the device answered, or why there is none. */
export type LabelAnswer = { readonly kind: 'job'; readonly job: PrintJob } | DeviceRefusal

interface TestLabelFormProps {
  readonly customer: CustomerDetail
  readonly csrfToken: string
  readonly now: Date
  readonly t: Texts
}

/** `once` makes a second click on the same page the same order. Stands outside the live region, where rows come and go. */
export function TestLabelForm({ customer, csrfToken, now, t }: TestLabelFormProps) {
  return (
    <div data-test-labels data-text-under-way={t.printing.testLabelUnderWay} data-text-failed={noAnswer(t)}>
      <PostForm id={FORM_ID} action={testLabelPath(customer.storeId)} csrfToken={csrfToken}>
        <input type="hidden" name="once" value={String(now.getTime())} />
      </PostForm>
    </div>
  )
}

interface TestLabelButtonProps {
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly t: Texts
}

/** The place of the answer belongs to the browser script: `data-kept` saves it from live refreshes, which find it by id. */
export function TestLabelButton({ customer, computer, t }: TestLabelButtonProps) {
  return (
    <span class="test-label">
      <RowButton
        form={FORM_ID}
        name="computer"
        value={String(computer.id)}
        of={computerName(computer)}
        class="btn btn-sm"
        obstacle={testLabelObstacle({ customer, computer, t })}
      >
        {t.printing.testLabel}
      </RowButton>
      <output class="label-said" id={`label-said-${computer.id}`} data-kept></output>
    </span>
  )
}

interface TestLabelAnswerProps {
  readonly answer: LabelAnswer
  readonly t: Texts
}

/** The fragment for the row it was asked in. */
export function testLabelAnswer(props: TestLabelAnswerProps): string {
  return renderToString(
    <span class={`label-answer label-${mood(props.answer)}`}>
      <Icon name={mood(props.answer) === 'success' ? 'check' : 'alert'} /> <AnswerText {...props} />
    </span>,
  )
}

/** The same for a page that was loaded anew. */
export function TestLabelNotice(props: TestLabelAnswerProps & { readonly computer: RelayComputer }) {
  return (
    <Notice kind={mood(props.answer)}>
      <strong>{props.t.printing.testLabelAnswer(computerName(props.computer))}</strong>{' '}
      <AnswerText {...props} />
    </Notice>
  )
}

function AnswerText({ answer, t }: TestLabelAnswerProps) {
  if (answer.kind === 'problem') return <ProblemText answer={answer} t={t} />
  const { state, destination, reasons } = answer.job
  return (
    <>
      {t.printing.testLabelStates[state]}
      {destination !== null && (
        <>
          {' '}
          (<bdi>{destinationText(destination)}</bdi>)
        </>
      )}
      {reasons.length > 0 && (
        <>
          . {t.printing.says} <bdi>{reasonText(reasons, t)}</bdi>
        </>
      )}
    </>
  )
}

function ProblemText({ answer, t }: { readonly answer: DeviceRefusal; readonly t: Texts }) {
  if (answer.reason === null) return <>{problemText(answer.code, t)}</>
  return (
    <>
      {t.printing.testLabelNotDone} <DeviceSays said={answer.reason} t={t} />
    </>
  )
}

const MOOD_BY_STATE = {
  accepted: 'warning',
  forwarded: 'success',
  sending: 'warning',
  sent_to_printer: 'success',
  printed: 'success',
  waiting_for_printer: 'warning',
  held: 'warning',
  unknown: 'fault',
  failed: 'fault',
  expired: 'fault',
  cancelled: 'fault',
  other: 'warning',
} as const satisfies Record<JobState, 'success' | 'warning' | 'fault'>

function mood(answer: LabelAnswer): 'success' | 'warning' | 'fault' {
  return answer.kind === 'job' ? MOOD_BY_STATE[answer.job.state] : 'fault'
}

function destinationText(destination: string): string {
  return PrinterName.safeParse(destination).success ? printerText(destination) : destination
}

function problemText(code: ProblemCode, t: Texts): string {
  if (code === 'device_offline') return t.printing.testLabelNotOnline
  if (code === 'state_conflict') return t.printing.testLabelRefused
  if (code === 'device_timeout' || code === 'upstream_timeout') return noAnswer(t)
  return `${t.problems[code].title}. ${t.problems[code].advice}`
}

function noAnswer(t: Texts): string {
  return t.printing.testLabelNoAnswer
}
