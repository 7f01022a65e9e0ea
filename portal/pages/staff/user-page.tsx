// One user: who he is, links to him, his role, whether he may sign in, his sessions.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { UserSession } from '@pharmacy-relay/shared/api/identity-account.ts'
import type { UserDetail } from '@pharmacy-relay/shared/api/identity-users.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { staffHistoryPath } from '../../views/paths.ts'
import { Exact } from '../../views/times/time.tsx'
import { phoneText } from '../customer-form/phone-text.ts'
import { ProblemNotice } from './problem-notice.tsx'
import { RolePart, StatePart } from './user-access.tsx'
import { LinkPart } from './user-link.tsx'
import { userNoticeText, type UserNotice } from './user-notices.ts'
import { ResetPart, type UserReset } from './user-reset.tsx'
import { SessionsPart } from './user-sessions.tsx'
import { stateOf } from './user-text.ts'
import { UsersCrumbs } from './users-crumbs.tsx'

export interface UserPageProps {
  readonly frame: FrameProps
  readonly user: UserDetail
  /** Null for who may not ask for them. */
  readonly sessions: readonly UserSession[] | null
  /** Null for who may not see resets. */
  readonly reset: UserReset | null
  /** What was just done. */
  readonly notice: UserNotice | null
  /** What was just refused. */
  readonly problem: ProblemError | null
}

export function userPage({ frame, user, sessions, reset, notice, problem }: UserPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: user.name,
    children: (
      <>
        <UsersCrumbs viewer={frame.viewer} t={t} />
        <div class="narrow wide card-plain">
          <h1>
            <bdi>{user.name}</bdi>
          </h1>
          {notice !== null && (
            <Notice kind="success" once>
              {userNoticeText(notice, t)}
            </Notice>
          )}
          {problem !== null && <ProblemNotice problem={problem} t={t} />}
          <UserFacts user={user} t={t} />
          {may(frame.viewer, storeApi.listStaffOperations) && (
            <p>
              <a href={staffHistoryPath(user.guid)}>{t.staff.did}</a>
            </p>
          )}
          <LinkPart frame={frame} user={user} t={t} />
          <RolePart frame={frame} user={user} t={t} />
          <StatePart frame={frame} user={user} t={t} />
          {reset !== null && <ResetPart {...reset} frame={frame} user={user} t={t} />}
          {sessions !== null && <SessionsPart frame={frame} user={user} sessions={sessions} t={t} />}
        </div>
      </>
    ),
  })
}

function UserFacts({ user, t }: { readonly user: UserDetail; readonly t: Texts }) {
  const { email, phone, role, pharmacyId, createdAt, passwordSetAt, lastUsedAt } = user
  const facts: readonly (readonly [string, string | null])[] = [
    [t.pharmacies.email, email],
    [t.pharmacies.phone, phone === null ? t.pharmacy.noPhone : phoneText(phone)],
    [t.pharmacy.role, t.userRoles[role]],
    [t.staff.state, t.staff.states[stateOf(user)]],
    ...(pharmacyId === null ? [] : [[t.staff.pharmacyNumber, String(pharmacyId)] as const]),
  ]
  return (
    <dl class="facts user-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <TimeFact name={t.staff.since} at={createdAt} none="" t={t} />
      <TimeFact name={t.staff.passwordSince} at={passwordSetAt} none={t.staff.noPassword} t={t} />
      <TimeFact name={t.staff.lastUsed} at={lastUsedAt} none={t.staff.never} t={t} />
    </dl>
  )
}

interface TimeFactProps {
  readonly name: string
  readonly at: string | null
  readonly none: string
  readonly t: Texts
}

function TimeFact({ name, at, none, t }: TimeFactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{at === null ? none : <Exact at={at} locale={t.locale} />}</dd>
    </div>
  )
}
