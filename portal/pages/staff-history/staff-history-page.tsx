// The staff history: what staff did, filtered, newest first.
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { Staff, staffHistoryApi } from '@pharmacy-relay/shared/api/staff-history.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { CsvLink } from '../../views/csv/csv-link.tsx'
import { Paging, PastTheEnd } from '../../views/paging.tsx'
import { logAddress, type LogFilter } from './log-address.ts'
import { LogFilterForm } from './log-filter-form.tsx'
import { LogRow } from './log-row.tsx'

export type LogList = EndpointResult<typeof staffHistoryApi.listStaffOperations>

export interface StaffHistoryPageProps {
  readonly frame: FrameProps
  readonly filter: LogFilter
  readonly staffs: readonly Staff[]
  readonly list: LogList
}

export function staffHistoryPage({ frame, filter, staffs, list }: StaffHistoryPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.staffHistory.title,
    children: (
      <>
        <h1>{t.staffHistory.title}</h1>
        <p class="muted">{t.staffHistory.intro}</p>
        <LogFilterForm filter={filter} staffs={staffs} t={t} />
        {list.items.length === 0 ? (
          <Nothing filter={filter} list={list} t={t} />
        ) : (
          <>
            <output class="result-line">{t.staffHistory.rows(list.total)}</output>
            <LogTable list={list} frame={frame} t={t} />
          </>
        )}
        {list.items.length > 0 && <CsvLink list={logAddress(filter)} t={t} />}
        <Paging query={filter} list={list} address={(changes) => logAddress(filter, changes)} t={t} />
      </>
    ),
  })
}

interface PartProps {
  readonly list: LogList
  readonly t: Texts
}

function LogTable({ list, frame, t }: PartProps & { readonly frame: FrameProps }) {
  const h = t.staffHistory
  return (
    <div class="card-plain table-card">
      <table class="staff-table log-table">
        <caption class="visually-hidden">{h.title}</caption>
        <thead>
          <tr>
            <th scope="col" class="col-when">
              {h.when}
            </th>
            <th scope="col" class="col-who">
              {h.who}
            </th>
            <th scope="col">{h.about}</th>
            <th scope="col" class="col-changes">
              {h.changes}
            </th>
          </tr>
        </thead>
        <tbody>
          {list.items.map((row) => (
            <LogRow key={row.id} row={row} viewer={frame.viewer} t={t} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Nothing({ filter, list, t }: PartProps & { readonly filter: LogFilter }) {
  if (list.total > 0) return <PastTheEnd firstPage={logAddress(filter, { page: 1 })} t={t} />
  return (
    <div class="card-plain nothing">
      <h2>{t.staffHistory.noneTitle}</h2>
      <p>{t.staffHistory.noneAdvice}</p>
    </div>
  )
}
