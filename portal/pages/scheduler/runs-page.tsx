// The runs of one task: when, how long, how each ended and what it did.
import type { z } from 'zod'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import type {
  ScheduledTask,
  TaskRun,
  TaskRunsQuery,
  schedulerApi,
} from '@pharmacy-relay/shared/api/scheduler.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../views/crumbs.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { EmptyList, Paging } from '../../views/paging.tsx'
import { PATHS } from '../../views/paths.ts'
import { lastedText } from '../../views/times/lasted.ts'
import { Exact } from '../../views/times/time.tsx'
import { Counts, Outcome, Reason } from './run-outcome.tsx'
import { scheduleText, taskWords } from './task-text.ts'
import { taskPath } from './scheduler-paths.ts'

type RunsQuery = z.output<typeof TaskRunsQuery>

export interface RunsPageProps {
  readonly frame: FrameProps
  readonly query: RunsQuery
  readonly list: EndpointResult<typeof schedulerApi.listTaskRuns>
  readonly now: Date
}

export function runsPage({ frame, query, list, now }: RunsPageProps): string {
  const t = texts(frame.language)
  const s = t.scheduler
  const { name, does } = taskWords(list.task.name, t)
  const address = (changes: Partial<RunsQuery>) => runsAddress(list.task.name, { ...query, ...changes })
  return pageDocument({
    frame,
    title: name,
    children: (
      <>
        {may(frame.viewer, storeApi.listTasks) && (
          <Crumbs to={PATHS.scheduler} t={t}>
            {s.title}
          </Crumbs>
        )}
        <h1>{name}</h1>
        <p class="muted">{does}</p>
        <TaskFacts task={list.task} t={t} />
        <h2>{s.history}</h2>
        <WhichRuns query={query} address={address} t={t} />
        {list.items.length === 0 ? (
          <EmptyList
            total={list.total}
            firstPage={address({ page: 1 })}
            title={query.outcome === undefined ? s.noRuns : s.noFailures}
            t={t}
          />
        ) : (
          <>
            <output class="result-line">{s.runs(list.total)}</output>
            <RunTable items={list.items} now={now} t={t} />
          </>
        )}
        <Paging query={query} list={list} address={address} t={t} />
        <p class="muted">{s.kept}</p>
      </>
    ),
  })
}

function runsAddress(task: string, { page, pageSize, outcome }: RunsQuery): string {
  const search = new URLSearchParams()
  if (outcome !== undefined) search.set('outcome', outcome)
  if (page !== 1) search.set('page', String(page))
  if (pageSize !== 50) search.set('pageSize', String(pageSize))
  return search.size === 0 ? taskPath(task) : `${taskPath(task)}?${search.toString()}`
}

function TaskFacts({ task, t }: { readonly task: ScheduledTask; readonly t: Texts }) {
  const s = t.scheduler
  const retries = task.retries === 0 ? s.notTriedAgain : s.triedAgain(task.retries)
  const facts = [
    [s.when, task.every === 'day' ? `${scheduleText(task, t)} (${task.timeZone})` : scheduleText(task, t)],
    [s.limit, lastedText(t.locale, task.limitS * 1_000)],
    [s.retries, retries],
  ] as const
  return (
    <dl class="user-facts">
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      <div>
        <dt>{s.next}</dt>
        <dd>{task.nextAt === null ? s.paused : <Exact at={task.nextAt} locale={t.locale} />}</dd>
      </div>
    </dl>
  )
}

interface WhichRunsProps {
  readonly query: RunsQuery
  readonly address: (changes: Partial<RunsQuery>) => string
  readonly t: Texts
}

function WhichRuns({ query, address, t }: WhichRunsProps) {
  const { allRuns, failedRuns, whichRuns } = t.scheduler
  const lists = [
    { outcome: undefined, title: allRuns },
    { outcome: 'failed', title: failedRuns },
  ] as const
  return (
    <nav aria-label={whichRuns}>
      <ul class="job-lists">
        {lists.map(({ outcome, title }) => (
          <li key={title}>
            <a
              class="btn btn-sm"
              href={address({ outcome, page: 1 })}
              aria-current={outcome === query.outcome ? 'page' : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface RunTableProps {
  readonly items: readonly TaskRun[]
  readonly now: Date
  readonly t: Texts
}

function RunTable({ items, now, t }: RunTableProps) {
  const s = t.scheduler
  return (
    <div class="card-plain table-card">
      <table class="staff-table task-table">
        <caption class="visually-hidden">{s.history}</caption>
        <thead>
          <tr>
            <th scope="col">{s.started}</th>
            <th scope="col">{s.took}</th>
            <th scope="col">{s.outcome}</th>
            <th scope="col">{s.did}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((run) => (
            <RunRow key={run.id} run={run} now={now} t={t} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RunRow({ run, now, t }: { readonly run: TaskRun; readonly now: Date; readonly t: Texts }) {
  const tookMs = Date.parse(run.endedAt ?? now.toISOString()) - Date.parse(run.startedAt)
  return (
    <tr>
      <th scope="row">
        <Exact at={run.startedAt} locale={t.locale} />
        {run.cause === 'person' && <span class="sub">{t.scheduler.byHand}</span>}
        {run.attempt > 1 && <span class="sub">{t.scheduler.attempt(run.attempt)}</span>}
      </th>
      <td>
        <span class="cell-word">{t.scheduler.took}: </span>
        {lastedText(t.locale, tookMs)}
      </td>
      <td>
        <Outcome run={run} t={t} />
        <Reason run={run} t={t} />
      </td>
      <td>
        <Counts run={run} t={t} />
      </td>
    </tr>
  )
}
