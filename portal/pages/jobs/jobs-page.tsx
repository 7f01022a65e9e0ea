// The page of a computer's labels: what waits, its labels on demand, and what became of them.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { JobCounters } from '@pharmacy-relay/shared/labels/job-counters.ts'
import type { JobPage } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { PharmacyCrumbs } from '../../views/crumbs.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { customerPath, jobListPath, jobsPath } from '../../views/paths.ts'
import { ComputerTabs } from '../computer/computer-tabs.tsx'
import { FindLabel, type NotFound } from './find-label.tsx'
import { JobCountersTable } from './job-counters.tsx'
import { JobLists } from './job-lists.tsx'
import { JobList, JobsProblem, type JobsAnswer } from './job-list.tsx'
import { LabelCharts } from './label-charts.tsx'
import { JobsWaitingMark } from './jobs-waiting.tsx'

/** What became of a label that was just to be cancelled. */
export type CancelAnswer =
  | { readonly kind: 'cancelled'; readonly number: string }
  | Extract<JobsAnswer, { readonly kind: 'problem' }>

export interface JobsPageProps {
  readonly frame: FrameProps
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly counters: JobCounters
  /** Null before the computer was asked: the script asks by itself. */
  readonly answer: JobsAnswer | null
  readonly page: JobPage
  /** Of the number that was looked for; absent: of none. */
  readonly notFound?: NotFound | null
  readonly cancel?: CancelAnswer | null
  /** The server's clock, for ages. */
  readonly now: Date
}

export function jobsPage(props: JobsPageProps): string {
  const { frame, customer, computer, counters, cancel = null, notFound = null } = props
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.jobs.title(computerName(computer)),
    children: (
      <>
        <PharmacyCrumbs to={customerPath(customer.storeId)} customer={customer} t={t} />
        <h1>{t.jobs.title(computerName(computer))}</h1>
        <ComputerTabs
          storeId={customer.storeId}
          computer={computer}
          viewer={frame.viewer}
          current="labels"
          t={t}
        />
        {cancel !== null && <CancelNotice cancel={cancel} computer={computer} t={t} />}
        <JobsWaitingMark computer={computer} storeId={customer.storeId} t={t} />
        <FindLabel action={jobsPath(customer.storeId, computer.id)} notFound={notFound} t={t} />
        <JobsNow {...props} t={t} />
        <section aria-labelledby="job-counters">
          <h2 id="job-counters">{t.jobs.counters}</h2>
          <p class="muted">{t.jobs.countersNote}</p>
          <JobCountersTable counters={counters} t={t} />
          {counters.hours !== undefined && (
            <LabelCharts hours={counters.hours} now={props.now} zone={frame.zone} t={t} />
          )}
        </section>
      </>
    ),
  })
}

interface CancelNoticeProps extends Pick<JobsPageProps, 'computer'> {
  readonly cancel: CancelAnswer
  readonly t: Texts
}

function CancelNotice({ cancel, computer, t }: CancelNoticeProps) {
  if (cancel.kind === 'cancelled') return <Notice kind="success">{t.jobs.cancelled(cancel.number)}</Notice>
  const isUnsure = cancel.code === 'device_timeout' || cancel.code === 'upstream_timeout'
  return (
    <Notice kind="fault">
      {isUnsure ? t.jobs.cancelUnsure : <JobsProblem refusal={cancel} computer={computer} t={t} />}
    </Notice>
  )
}

/** The button is a link without the script; with it, the list comes into `#job-list`. */
function JobsNow({ frame, customer, computer, answer, page, now, t }: JobsPageProps & { readonly t: Texts }) {
  const isAsked = answer !== null
  const address = (other: JobPage, isAlsoAsked = isAsked): string =>
    jobsPath(customer.storeId, computer.id, { ...other, isAsked: isAlsoAsked })
  return (
    <section aria-labelledby="jobs-now">
      <div class="section-head">
        <h2 id="jobs-now">{t.jobs.now}</h2>
        <a
          class="btn btn-sm"
          id="ask-jobs"
          href={address(page, true)}
          data-jobs={jobListPath(customer.storeId, computer.id, page)}
          data-text-asking={t.jobs.asking}
          data-text-again={t.jobs.askAgain}
          data-text-failed={t.jobs.noAnswer}
        >
          {answer === null ? t.jobs.ask : t.jobs.askAgain}
        </a>
      </div>
      <p class="muted">{page.only === null && page.before === null ? t.jobs.intro : t.jobs.lists.intro}</p>
      <JobLists page={page} address={address} t={t} />
      <output class="jobs-said" id="jobs-said"></output>
      <div id="job-list" data-is-asked={answer === null ? undefined : ''}>
        {answer !== null && (
          <JobList
            viewer={frame.viewer}
            customer={customer}
            computer={computer}
            answer={answer}
            page={page}
            isAsked
            now={now}
            t={t}
            csrfToken={frame.csrfToken}
          />
        )}
      </div>
    </section>
  )
}
