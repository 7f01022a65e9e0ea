// The ways to the lists of a computer's labels, and from one page of a list to the older labels.
import { jobListNames, type JobPage } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { MAX_LISTED_JOBS, type PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

interface JobListsProps {
  readonly page: JobPage
  /** Of another page of labels. */
  readonly address: (page: JobPage) => string
  readonly t: Texts
}

export function JobLists({ page, address, t }: JobListsProps) {
  const { lists } = t.jobs
  return (
    <nav aria-label={lists.title}>
      <ul class="job-lists">
        {([null, ...jobListNames] as const).map((only) => (
          <li key={only}>
            <a
              class="btn btn-sm"
              href={address({ only, before: null })}
              aria-current={only === page.only ? 'page' : undefined}
            >
              {lists[only ?? 'all']}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Nothing on a page that is not full: there are no older ones. */
export function OlderJobs({
  page,
  jobs,
  address,
  t,
}: JobListsProps & { readonly jobs: readonly PrintJob[] }) {
  const before = olderFrom(jobs, page)
  if (before === null && page.before === null) return null
  return (
    <p class="job-pages">
      {before !== null && (
        <a class="btn btn-sm" href={address({ only: page.only, before })} rel="next">
          {t.jobs.older}
        </a>
      )}
      {page.before !== null && (
        <a class="btn btn-sm" href={address({ only: page.only, before: null })}>
          {t.jobs.newest}
        </a>
      )}
    </p>
  )
}

const MAY_BE_PUT_FORWARD: ReadonlySet<PrintJob['state']> = new Set([
  ...(['unknown', 'held'] as const),
  ...(['accepted', 'waiting_for_printer', 'sending'] as const),
])

/**
 * Where the page of older labels begins; null where there is none. The first page of all labels has some that wait, however
 * old they are: what follows it begins behind the oldest of the others, so that none is left out.
 */
export function olderFrom(jobs: readonly PrintJob[], { only, before }: JobPage): number | null {
  if (jobs.length < MAX_LISTED_JOBS) return null
  const inOrder = only === null && before === null ? jobs.filter(isInOrder) : jobs
  return inOrder.at(-1)?.n ?? jobs[0]?.n ?? null
}

function isInOrder({ state }: PrintJob): boolean {
  return !MAY_BE_PUT_FORWARD.has(state)
}
