// The labels of a computer as it told them just now, or why it could not: what stands in `#job-list`.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { DeviceRefusal } from '../../http/device-refusal.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { renderToString } from 'preact-render-to-string'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import {
  isPrintedAgain,
  shownState,
  type JobPage,
  unsaidReprint,
} from '@pharmacy-relay/shared/labels/job-lists.ts'
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import { isSeen } from '@pharmacy-relay/shared/labels/seen-label.ts'
import { isOwnSender, type PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { PrinterName, printerText } from '@pharmacy-relay/shared/printer.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { DeviceSays } from '../../views/device-says.tsx'
import { PostForm } from '../../views/forms.tsx'
import { Notice } from '../../views/notice.tsx'
import { cancelJobPath, jobsPath } from '../../views/paths.ts'
import { Age } from '../../views/times/time.tsx'
import { OlderJobs } from './job-lists.tsx'
import { sizeText } from './job-text.ts'
import { JobReason } from './job-reason.tsx'

export type JobsAnswer = { readonly kind: 'jobs'; readonly jobs: readonly PrintJob[] } | DeviceRefusal

export interface JobListProps {
  readonly viewer: Viewer | null
  readonly customer: Pick<CustomerDetail, 'storeId'>
  readonly computer: RelayComputer
  readonly answer: JobsAnswer
  readonly page: JobPage
  /** It stands in a page of which every page of labels is asked for at once, as without the script. */
  readonly isAsked: boolean
  readonly csrfToken: string
  readonly now: Date
  readonly t: Texts
}

/** The fragment that replaces what is in `#job-list`. */
export function jobList(props: JobListProps): string {
  return renderToString(<JobList {...props} />)
}

export function JobList(props: JobListProps) {
  const { answer, t } = props
  if (answer.kind === 'problem') {
    return (
      <Notice kind="warning">
        <JobsProblem refusal={answer} computer={props.computer} t={t} />
      </Notice>
    )
  }
  const { customer, computer, page, isAsked } = props
  const address = (other: JobPage): string => jobsPath(customer.storeId, computer.id, { ...other, isAsked })
  return (
    <>
      {answer.jobs.length === 0 ? (
        <p class="muted">{noneText(page, t)}</p>
      ) : (
        <JobTable {...props} jobs={answer.jobs} />
      )}
      <OlderJobs jobs={answer.jobs} page={page} address={address} t={t} />
    </>
  )
}

function noneText({ only, before }: JobPage, { jobs }: Texts): string {
  if (before !== null) return jobs.noOlder
  return only === null ? jobs.none : jobs.lists.none
}

interface JobsProblemProps extends Pick<JobListProps, 'computer'> {
  readonly refusal: DeviceRefusal
  readonly t: Texts
}

/** One whose access was withdrawn does not come back by itself. */
export function JobsProblem({ refusal: { code, reason }, computer, t }: JobsProblemProps) {
  if (code === 'device_offline')
    return <>{computer.access === 'revoked' ? t.computers.revokedNow : t.jobs.offline}</>
  if (code === 'device_timeout' || code === 'upstream_timeout') return <>{t.jobs.silent}</>
  if (reason === null) return <>{`${t.problems[code].title}. ${t.problems[code].advice}`}</>
  return (
    <>
      {t.jobs.refused} <DeviceSays said={reason} t={t} />
    </>
  )
}

function JobTable({ jobs, ...props }: JobListProps & { readonly jobs: readonly PrintJob[] }) {
  const { jobs: text } = props.t
  const columns = ['number', 'accepted', 'state', 'size', 'sender', 'destination', 'attempts'] as const
  return (
    <div class="card-plain table-card">
      <table class="job-table" aria-labelledby="jobs-now" data-now={props.now.toISOString()}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {text[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <JobRow key={job.id} {...props} job={job} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function JobRow({ job, ...props }: JobListProps & { readonly job: PrintJob }) {
  const { viewer, now, t } = props
  const again = unsaidReprint(job)
  return (
    <tr>
      <th scope="row">
        <Label text={t.jobs.number} /> {labelNumber(job)}
      </th>
      <td>
        <Label text={t.jobs.accepted} /> <Age at={job.acceptedAt} now={now} locale={t.locale} />
      </td>
      <td class="cell-state">
        <span class={`job-state job-${moodOf(job)}`}>
          {isSeen(job) ? t.printing.labelSeen : t.printing.testLabelStates[shownState(job)]}
        </span>
        <JobReason reasons={job.reasons} t={t} />
        {again !== null && <span class="sub">{t.jobs.again(again)}</span>}
        {isCancellable(job) && may(viewer, storeApi.CancelJobAsync) && <CancelJob {...props} job={job} />}
      </td>
      <td>
        <Label text={t.jobs.size} /> {sizeText(t.locale, job.bytes)}
      </td>
      <td>
        <Label text={t.jobs.sender} /> <bdi>{isOwnSender(job.sender) ? t.jobs.itself : job.sender}</bdi>
      </td>
      <td>
        <Label text={t.jobs.destination} /> <Destination job={job} t={t} />
      </td>
      <td>
        <Label text={t.jobs.attempts} /> {job.attempts}
      </td>
    </tr>
  )
}

/** Shown on narrow screens only, where the table has no head. */
function Label({ text }: { readonly text: string }) {
  return (
    <span class="cell-label" aria-hidden="true">
      {text}
    </span>
  )
}

function Destination({ job: { destination }, t }: { readonly job: PrintJob; readonly t: Texts }) {
  if (destination === null) {
    return (
      <span class="muted">
        <span aria-hidden="true">–</span>
        <span class="visually-hidden">{t.common.unknown}</span>
      </span>
    )
  }
  return <bdi>{PrinterName.safeParse(destination).success ? printerText(destination) : destination}</bdi>
}

/** Asks before it does anything, also without a script. */
function CancelJob({ job, customer, computer, csrfToken, t }: JobListProps & { readonly job: PrintJob }) {
  const number = labelNumber(job)
  return (
    <details class="cancel-job">
      <summary>
        {t.jobs.cancel}
        <span class="visually-hidden"> {t.jobs.cancelOf(number)}</span>
      </summary>
      <p>{t.jobs.cancelAsk(number)}</p>
      <PostForm action={cancelJobPath(customer.storeId, computer.id, job.id)} csrfToken={csrfToken}>
        <button type="submit" class="btn btn-sm">
          {t.jobs.cancelOf(number)}
        </button>
      </PostForm>
    </details>
  )
}

function isCancellable({ state }: PrintJob): boolean {
  return state === 'accepted' || state === 'waiting_for_printer' || state === 'held'
}

function moodOf(job: PrintJob): 'done' | 'waits' | 'fault' | 'over' {
  const state = shownState(job)
  if (isPrintedAgain(job)) return 'over'
  if (state === 'unknown' || state === 'failed' || state === 'expired') return 'fault'
  if (state === 'printed' || state === 'sent_to_printer' || state === 'forwarded') return 'done'
  return state === 'cancelled' ? 'over' : 'waits'
}
