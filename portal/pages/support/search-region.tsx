// The live part of the search: the computers that were found, each with its pharmacy and how it is.
import type { Viewer } from '../../views/frame-props.ts'
import { renderToString } from 'preact-render-to-string'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { MAX_FOUND, SHORTEST_SEARCH, type supportApi } from '@pharmacy-relay/shared/api/relay-support.ts'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { CsvLink } from '../../views/csv/csv-link.tsx'
import { Paging, PastTheEnd } from '../../views/paging.tsx'
import { computerRowPath } from '../../views/paths.ts'
import { ComputerStatus } from '../../views/computer-status.tsx'
import { FoundCells, FoundHeads, PlaceCells, PlaceHeads } from './found-cells.tsx'
import { searchAddress, searchTableAddress, type SearchQuery } from './support-address.ts'

export type FoundList = EndpointResult<typeof supportApi.searchComputers>

export interface SearchRegionProps {
  readonly viewer: Viewer | null
  readonly language: Language
  readonly query: SearchQuery
  readonly list: FoundList
  /** The server's clock, for ages. */
  readonly now: Date
}

/** The fragment that replaces `#found-computers`. */
export function searchRegion(props: SearchRegionProps): string {
  return renderToString(<SearchRegion {...props} />)
}

export function SearchRegion({ language, viewer, query, list, now }: SearchRegionProps) {
  const t = texts(language)
  const customers = new Set(list.items.map(({ customerId }) => customerId))
  return (
    <div
      id="found-computers"
      data-live-region
      data-customers={[...customers].join(',')}
      data-refresh={searchTableAddress(query)}
      data-event-id={String(list.lastEventId)}
      data-now={now.toISOString()}
    >
      {list.items.length === 0 ? (
        <Nothing query={query} list={list} t={t} />
      ) : (
        <>
          <output class="result-line">
            {list.total >= MAX_FOUND ? t.support.tooMany(MAX_FOUND) : t.support.computers(list.total)}
          </output>
          <FoundTable viewer={viewer} list={list} now={now} t={t} />
        </>
      )}
      {list.items.length > 0 && <CsvLink list={searchAddress(query)} t={t} />}
      <Paging query={query} list={list} address={(changes) => searchAddress(query, changes)} t={t} />
    </div>
  )
}

interface FoundTableProps extends Pick<SearchRegionProps, 'viewer' | 'list' | 'now'> {
  readonly t: Texts
}

function FoundTable({ viewer, list, now, t }: FoundTableProps) {
  return (
    <div class="card-plain table-card">
      <table class="support-table">
        <caption class="visually-hidden">{t.support.searchTitle}</caption>
        <thead>
          <tr>
            <FoundHeads t={t} />
            <th scope="col">{t.support.status}</th>
            <PlaceHeads t={t} />
          </tr>
        </thead>
        <tbody>
          {list.items.map((computer) => (
            <tr key={computer.id} data-key={`computer-${computer.id}`} data-row-link>
              <FoundCells
                viewer={viewer}
                computer={computer}
                to={computerRowPath(computer.storeId, computer.id)}
                t={t}
              />
              <td>
                <ComputerStatus computer={computer} now={now} t={t} />
              </td>
              <PlaceCells computer={computer} t={t} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Nothing was looked for, nothing is there, or nothing is on this page of it. */
function Nothing({ query, list, t }: Pick<SearchRegionProps, 'query' | 'list'> & { readonly t: Texts }) {
  if (list.total > 0) return <PastTheEnd firstPage={searchAddress(query, { page: 1 })} t={t} />
  const isTooShort = Array.from(query.q).length < SHORTEST_SEARCH
  return (
    <div class="card-plain nothing">
      <h2>{isTooShort ? t.support.tooShort : t.support.nobody(query.q)}</h2>
      <p>{t.support.nobodyAdvice}</p>
    </div>
  )
}
