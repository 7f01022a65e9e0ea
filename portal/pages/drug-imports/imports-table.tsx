// The imports there were, newest first; the part of the page that moves while one is under way.
import { renderToString } from 'preact-render-to-string'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { DrugImport } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { Paging, PastTheEnd } from '../../views/paging.tsx'
import { importPath } from './import-paths.ts'
import { PATHS } from '../../views/paths.ts'
import { Exact } from '../../views/times/time.tsx'
import { pageAddress, type PageQuery } from './import-address.ts'
import { FoundCounts, ImportStateText, isUnderWay } from './import-state.tsx'

export type ImportList = EndpointResult<typeof pharmacyApi.listDrugImports>

export interface ImportsTableProps {
  readonly viewer: Viewer | null
  readonly language: Language
  readonly query: PageQuery
  readonly list: ImportList
}

const REFRESH_S = 2

/** The fragment that replaces `#imports`. */
export function importsTable(props: ImportsTableProps): string {
  return renderToString(<ImportsTable {...props} />)
}

export function ImportsTable({ viewer, language, query, list }: ImportsTableProps) {
  const t = texts(language)
  const moves = list.items.some(isUnderWay)
  return (
    <div
      id="imports"
      data-live-region
      data-refresh={moves ? pageAddress(PATHS.importsTable, query) : undefined}
      data-refresh-s={moves ? REFRESH_S : undefined}
    >
      {list.items.length === 0 ? (
        <Nothing list={list} query={query} t={t} />
      ) : (
        <>
          <output class="result-line">{t.drugImports.total(list.total)}</output>
          <Rows items={list.items} isLinked={may(viewer, pharmacyApi.getDrugImport)} t={t} />
        </>
      )}
      <Paging
        query={query}
        list={list}
        address={(changes) => pageAddress(PATHS.medicines, { ...query, ...changes })}
        t={t}
      />
    </div>
  )
}

function Nothing({ list, query, t }: Pick<ImportsTableProps, 'list' | 'query'> & { readonly t: Texts }) {
  if (list.total > 0)
    return <PastTheEnd firstPage={pageAddress(PATHS.medicines, { ...query, page: 1 })} t={t} />
  return (
    <div class="card-plain nothing">
      <h2>{t.drugImports.none}</h2>
    </div>
  )
}

interface RowsProps {
  readonly items: readonly DrugImport[]
  /** To the page of each. */
  readonly isLinked: boolean
  readonly t: Texts
}

function Rows({ items, isLinked, t }: RowsProps) {
  const { list, state, found, started, title } = t.drugImports
  return (
    <div class="card-plain table-card">
      <table class="staff-table">
        <caption class="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {[list, state, found, started].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <tr key={one.id} data-key={`import-${String(one.id)}`}>
              <th scope="row">
                <ImportName about={one} isLinked={isLinked} t={t} />
              </th>
              <td>
                <ImportStateText about={one} t={t} />
              </td>
              <td>
                <FoundCounts about={one} t={t} />
              </td>
              <td>
                <Exact at={one.startedAt} locale={t.locale} /> <bdi class="sub">{one.startedBy}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ImportName({ about, isLinked, t }: Omit<RowsProps, 'items'> & { readonly about: DrugImport }) {
  const name = <bdi>{t.drugImports.importTitle(about.id, about.source)}</bdi>
  return isLinked ? <a href={importPath(about.id)}>{name}</a> : name
}
