// What the pharmacy API wanted to send: codes of the shop and messages to patients, also those that were held back.
import type { z } from 'zod'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import {
  MessageState,
  type MessageLogEntry,
  type MessageLogQuery,
  type smsApi,
} from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { EmptyList, Paging } from '../../views/paging.tsx'
import { PATHS } from '../../views/paths.ts'
import { Exact } from '../../views/times/time.tsx'
import { SelectField } from '../staff/select-field.tsx'
import { UsersCrumbs } from '../staff/users-crumbs.tsx'
import { SmsLogsNav } from './sms-logs-nav.tsx'

export interface MessageLogPageProps {
  readonly frame: FrameProps
  readonly query: z.output<typeof MessageLogQuery>
  readonly list: EndpointResult<typeof smsApi.listMessages>
}

export function messageLogPage({ frame, query, list }: MessageLogPageProps): string {
  const t = texts(frame.language)
  const address = (changes: Partial<typeof query>) => messageLogAddress({ ...query, ...changes })
  return pageDocument({
    frame,
    title: t.messageLog.ours,
    children: (
      <>
        <UsersCrumbs viewer={frame.viewer} t={t} />
        <h1>{t.staff.smsTitle}</h1>
        <SmsLogsNav here={PATHS.messageLog} viewer={frame.viewer} t={t} />
        <p class="muted">{t.messageLog.intro}</p>
        <Filter state={query.state} t={t} />
        {list.items.length === 0 ? (
          <EmptyList total={list.total} firstPage={address({ page: 1 })} title={t.messageLog.none} t={t} />
        ) : (
          <>
            <output class="result-line">{t.staff.messages(list.total)}</output>
            <MessageTable items={list.items} t={t} />
          </>
        )}
        <Paging query={query} list={list} address={address} t={t} />
      </>
    ),
  })
}

function messageLogAddress({ page, pageSize, state }: MessageLogPageProps['query']): string {
  const search = new URLSearchParams()
  if (state !== undefined) search.set('state', state)
  if (page !== 1) search.set('page', String(page))
  if (pageSize !== 50) search.set('pageSize', String(pageSize))
  return search.size === 0 ? PATHS.messageLog : `${PATHS.messageLog}?${search.toString()}`
}

function Filter({ state, t }: { readonly state: MessageState | undefined; readonly t: Texts }) {
  const option = (one: MessageState) => [one, t.messageLog.states[one]] as const
  return (
    <form class="staff-filter" method="get" action={PATHS.messageLog}>
      <SelectField
        name="state"
        label={t.staff.smsState}
        value={state ?? ''}
        options={[['', t.staff.everyState], ...MessageState.options.map(option)]}
      />
      <button type="submit" class="btn">
        {t.staff.apply}
      </button>
    </form>
  )
}

interface TableProps {
  readonly items: readonly MessageLogEntry[]
  readonly t: Texts
}

function MessageTable({ items, t }: TableProps) {
  return (
    <div class="card-plain table-card">
      <table class="staff-table message-table">
        <caption class="visually-hidden">{t.messageLog.ours}</caption>
        <thead>
          <tr>
            <th scope="col">{t.staff.sentAt}</th>
            <th scope="col">{t.staff.number}</th>
            <th scope="col">{t.messageLog.template}</th>
            <th scope="col">{t.staff.smsState}</th>
            <th scope="col">{t.staff.why}</th>
            <th scope="col">{t.messageLog.updatedAt}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((entry) => (
            <MessageRow key={entry.id} entry={entry} t={t} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function MessageRow({ entry, t }: { readonly entry: MessageLogEntry; readonly t: Texts }) {
  const { createdAt, updatedAt, phoneTail, template, pharmacyId, state, reason, segments } = entry
  const m = t.messageLog
  return (
    <tr>
      <td>
        <Exact at={createdAt} locale={t.locale} />
      </td>
      <th scope="row">
        {t.staff.numberEnds} {phoneTail}
      </th>
      <td>
        {m.templates[template]}
        {pharmacyId !== null && (
          <span class="sub">
            {m.pharmacy} {pharmacyId}
          </span>
        )}
        {segments > 0 && (
          <span class="sub" title={m.partsHint}>
            {m.parts}: {segments}
          </span>
        )}
      </td>
      <td class={`sms-${state}`}>{m.states[state]}</td>
      <td>{reason !== null && m.reasons[reason]}</td>
      <td>
        <Exact at={updatedAt} locale={t.locale} />
      </td>
    </tr>
  )
}
