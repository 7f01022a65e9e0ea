// The sessions of a user: where, since when, used when; each ends by one click, all of them after a question.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { UserSession } from '@pharmacy-relay/shared/api/identity-account.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { browserName } from '../../session/browser-name.ts'
import { PostForm } from '../../views/forms.tsx'
import { RowButton } from '../../views/row-button.tsx'
import { Exact } from '../../views/times/time.tsx'
import { userSessionPath, userSessionsPath } from './user-paths.ts'
import { ConfirmedForm } from './confirmed-form.tsx'
import type { UserPartProps } from './user-link.tsx'

const FORM = 'end-session'

export function SessionsPart(props: UserPartProps & { readonly sessions: readonly UserSession[] }) {
  const { frame, user, sessions, t } = props
  const mayEnd = may(frame.viewer, identityApi.endSession)
  return (
    <section class="computer-part" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t.staff.sessionsTitle}</h2>
      {sessions.length === 0 ? (
        <p>{t.staff.noSessions}</p>
      ) : (
        <>
          {mayEnd && (
            <PostForm id={FORM} action={userSessionPath(user.guid)} csrfToken={frame.csrfToken}></PostForm>
          )}
          <SessionTable sessions={sessions} mayEnd={mayEnd} t={t} />
          {may(frame.viewer, identityApi.endOtherSessions) && (
            <ConfirmedForm
              name="end-all"
              action={userSessionsPath(user.guid)}
              csrfToken={frame.csrfToken}
              summary={t.staff.endAll}
              points={[
                t.staff.endAllPoint,
                ...(sessions.some(({ isCurrent }) => isCurrent) ? [t.staff.endAllOwn] : []),
              ]}
              confirm={t.staff.endAllConfirm}
            />
          )}
        </>
      )}
    </section>
  )
}

interface SessionTableProps {
  readonly sessions: readonly UserSession[]
  readonly mayEnd: boolean
  readonly t: Texts
}

function SessionTable({ sessions, mayEnd, t }: SessionTableProps) {
  return (
    <table class="staff-table session-table">
      <caption class="visually-hidden">{t.staff.sessionsTitle}</caption>
      <thead>
        <tr>
          <th scope="col">{t.staff.place}</th>
          <th scope="col">{t.staff.browser}</th>
          <th scope="col">{t.staff.begun}</th>
          <th scope="col">{t.staff.lastUsed}</th>
          {mayEnd && <th scope="col">{t.staff.endOne}</th>}
        </tr>
      </thead>
      <tbody>
        {sessions.map(({ id, kind, agent, address, createdAt, lastUsedAt, isCurrent }) => (
          <tr key={id}>
            <th scope="row">
              {t.staff.kinds[kind]} {isCurrent && <span class="sub">{t.staff.thisOne}</span>}
            </th>
            <td>
              <bdi title={agent ?? undefined}>{nameOf(agent, t)}</bdi>
              {address !== null && (
                <span class="sub">
                  {t.staff.address} {address}
                </span>
              )}
            </td>
            <td>
              <Exact at={createdAt} locale={t.locale} />
            </td>
            <td>
              <Exact at={lastUsedAt} locale={t.locale} />
            </td>
            {mayEnd && (
              <td>
                <RowButton form={FORM} name="session" value={id} of={nameOf(agent, t)} class="btn btn-sm">
                  {t.staff.endOne}
                </RowButton>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function nameOf(agent: string | null, t: Texts): string {
  return browserName(agent) ?? t.staff.unknownBrowser
}
