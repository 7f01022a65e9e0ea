// Text messages that were sent: when, to which end of a number, what became of them and why.
import type { z } from 'zod'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import {
  SmsState,
  type SmsLogEntry,
  type SmsLogQuery,
  type smsApi,
} from '@pharmacy-relay/shared/api/identity-sms.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { EmptyList, Paging } from '../../views/paging.tsx'
import { PATHS } from '../../views/paths.ts'
import { SelectField } from '../staff/select-field.tsx'
import { Exact } from '../../views/times/time.tsx'
import { UsersCrumbs } from '../staff/users-crumbs.tsx'
import { SmsLogsNav } from './sms-logs-nav.tsx'

export interface SmsLogPageProps {
  readonly frame: FrameProps
  readonly query: z.output<typeof SmsLogQuery>
  readonly list: EndpointResult<typeof smsApi.listSms>
}

export function smsLogPage({ frame, query, list }: SmsLogPageProps): string {
  const t = texts(frame.language)
  const address = (changes: Partial<typeof query>) => smsLogAddress({ ...query, ...changes })
  return pageDocument({
    frame,
    title: t.staff.smsTitle,
    children: (
      <>
        <UsersCrumbs viewer={frame.viewer} t={t} />
        <h1>{t.staff.smsTitle}</h1>
        <SmsLogsNav here={PATHS.smsLog} viewer={frame.viewer} t={t} />
        <p class="muted">{t.staff.smsIntro}</p>
        {!list.isSetUp && <Notice kind="warning">{t.staff.smsNotSetUp}</Notice>}
        <form class="staff-filter" method="get" action={PATHS.smsLog}>
          <SelectField
            name="state"
            label={t.staff.smsState}
            value={query.state ?? ''}
            options={[['', t.staff.everyState], ...SmsState.options.map(stateOption(t))]}
          />
          <button type="submit" class="btn">
            {t.staff.apply}
          </button>
        </form>
        {list.items.length === 0 ? (
          <EmptyList total={list.total} firstPage={address({ page: 1 })} title={t.staff.smsNone} t={t} />
        ) : (
          <>
            <output class="result-line">{t.staff.messages(list.total)}</output>
            <SmsTable items={list.items} t={t} />
          </>
        )}
        <Paging query={query} list={list} address={address} t={t} />
      </>
    ),
  })
}

function stateOption(t: Texts) {
  return (state: SmsState) => [state, t.staff.smsStates[state]] as const
}

function smsLogAddress({ page, pageSize, state }: SmsLogPageProps['query']): string {
  const search = new URLSearchParams()
  if (state !== undefined) search.set('state', state)
  if (page !== 1) search.set('page', String(page))
  if (pageSize !== 50) search.set('pageSize', String(pageSize))
  return search.size === 0 ? PATHS.smsLog : `${PATHS.smsLog}?${search.toString()}`
}

function SmsTable({ items, t }: { readonly items: readonly SmsLogEntry[]; readonly t: Texts }) {
  return (
    <div class="card-plain table-card">
      <table class="staff-table">
        <caption class="visually-hidden">{t.staff.smsTitle}</caption>
        <thead>
          <tr>
            <th scope="col">{t.staff.sentAt}</th>
            <th scope="col">{t.staff.number}</th>
            <th scope="col">{t.staff.smsState}</th>
            <th scope="col">{t.staff.why}</th>
            <th scope="col">{t.staff.endedAt}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, createdAt, endedAt, phoneEnd, state, fault, providerCode }) => (
            <tr key={id}>
              <td>
                <Exact at={createdAt} locale={t.locale} />
              </td>
              <th scope="row">
                {t.staff.numberEnds} {phoneEnd}
              </th>
              <td class={`sms-${state}`}>{t.staff.smsStates[state]}</td>
              <td>
                {fault !== null && t.staff.smsFaults[fault]}
                {providerCode !== null && (
                  <span class="sub">
                    {t.staff.providerSaid} <bdi>{providerCode}</bdi>
                  </span>
                )}
              </td>
              <td>{endedAt !== null && <Exact at={endedAt} locale={t.locale} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
