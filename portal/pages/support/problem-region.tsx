// The live part of the list by problem: the problems with how many have them, and the computers that have one.
import type { Viewer } from '../../views/frame-props.ts'
import { renderToString } from 'preact-render-to-string'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import {
  MAX_COUNTED,
  supportProblems,
  type ProblemComputer,
  type supportApi,
} from '@pharmacy-relay/shared/api/relay-support.ts'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { CsvLink } from '../../views/csv/csv-link.tsx'
import { Paging, PastTheEnd } from '../../views/paging.tsx'
import { Age, Exact } from '../../views/times/time.tsx'
import { FoundCells, FoundHeads, PlaceCells, PlaceHeads } from './found-cells.tsx'
import { ProblemText, whereToMend } from './problem-text.tsx'
import { problemAddress, problemTableAddress, type ProblemQuery } from './support-address.ts'

export type ProblemList = EndpointResult<typeof supportApi.listProblems>

export interface ProblemRegionProps {
  readonly viewer: Viewer | null
  readonly language: Language
  readonly query: ProblemQuery
  readonly list: ProblemList
}

/** Problems come and go at pharmacies that are not on the page, and by time alone: refetched so often, in s. */
const REFRESH_S = 15

/** The fragment that replaces `#support-list`. */
export function problemRegion(props: ProblemRegionProps): string {
  return renderToString(<ProblemRegion {...props} />)
}

export function ProblemRegion({ language, viewer, query, list }: ProblemRegionProps) {
  const t = texts(language)
  const customers = new Set(list.items.map(({ customerId }) => customerId))
  return (
    <div
      id="support-list"
      data-live-region
      data-customers={[...customers].join(',')}
      data-refresh={problemTableAddress(query)}
      data-refresh-s={REFRESH_S}
      data-event-id={String(list.lastEventId)}
      data-now={list.asOf}
    >
      <Problems query={query} list={list} t={t} />
      <p class="support-advice">{t.support.advice[query.problem]}</p>
      <div class="result-line">
        <span>{countText(list.total, t, t.support.computers)}</span>
        <span>
          {t.support.asOf} <Exact at={list.asOf} locale={t.locale} />
        </span>
      </div>
      {list.items.length === 0 ? (
        <Nothing query={query} list={list} t={t} />
      ) : (
        <ProblemTable viewer={viewer} query={query} list={list} t={t} />
      )}
      {list.items.length > 0 && <CsvLink list={problemAddress(query)} t={t} />}
      <Paging query={query} list={list} address={(changes) => problemAddress(query, changes)} t={t} />
    </div>
  )
}

interface PartProps {
  readonly query: ProblemQuery
  readonly list: ProblemList
  readonly t: Texts
}

interface TableProps extends PartProps {
  readonly viewer: Viewer | null
}

function countText(n: number, t: Texts, text: (n: number) => string): string {
  return n >= MAX_COUNTED ? t.support.atLeast(n) : text(n)
}

function Problems({ query, list, t }: PartProps) {
  const number = (n: number) => new Intl.NumberFormat(t.locale).format(n)
  return (
    <nav aria-label={t.support.problemsLabel}>
      <ul class="problem-tabs">
        {supportProblems.map((problem) => (
          <li key={problem}>
            <a
              id={`problem-${problem}`}
              class={list.counts[problem] > 0 ? 'problem-tab has-some' : 'problem-tab'}
              href={problemAddress(query, { problem, page: 1 })}
              aria-current={problem === query.problem ? 'page' : undefined}
            >
              <span class="problem-name">{t.support.problems[problem]}</span>{' '}
              <span class="problem-count">{countText(list.counts[problem], t, number)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ProblemTable({ viewer, query, list, t }: TableProps) {
  const s = t.support
  return (
    <div class="card-plain table-card">
      <table class="support-table">
        <caption class="visually-hidden">{s.problems[query.problem]}</caption>
        <thead>
          <tr>
            <FoundHeads t={t} />
            <th scope="col" class="col-what">
              {s.what}
            </th>
            <th scope="col" class="col-since">
              {s.since}
            </th>
            <PlaceHeads t={t} />
          </tr>
        </thead>
        <tbody>
          {list.items.map((computer) => (
            <ProblemRow
              key={computer.id}
              viewer={viewer}
              computer={computer}
              query={query}
              list={list}
              t={t}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ProblemRow({
  viewer,
  computer,
  query,
  list,
  t,
}: TableProps & { readonly computer: ProblemComputer }) {
  return (
    <tr data-key={`computer-${computer.id}`} data-row-link>
      <FoundCells viewer={viewer} computer={computer} to={whereToMend(query.problem, computer)} t={t} />
      <td>
        <ProblemText problem={query.problem} newestVersion={list.newestVersion} computer={computer} t={t} />
      </td>
      <td class="cell-since">
        <span class="cell-label" aria-hidden="true">
          {t.support.since}
        </span>
        <Age at={computer.since} now={new Date(list.asOf)} locale={t.locale} />
      </td>
      <PlaceCells computer={computer} t={t} />
    </tr>
  )
}

function Nothing({ query, list, t }: PartProps) {
  if (list.total > 0) return <PastTheEnd firstPage={problemAddress(query, { page: 1 })} t={t} />
  return (
    <div class="card-plain nothing">
      <h2>{t.support.none[query.problem]}</h2>
    </div>
  )
}
