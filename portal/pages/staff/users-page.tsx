// Everybody who has an account: search, filter by role and state, the way to each user.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { FactorReset } from '@pharmacy-relay/shared/api/identity-resets.ts'
import { PersonRole, type UserDetail, type usersApi } from '@pharmacy-relay/shared/api/identity-users.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Icon } from '../../views/icons.tsx'
import { Paging, PastTheEnd } from '../../views/paging.tsx'
import { PATHS, userPath } from '../../views/paths.ts'
import { SearchInput } from '../../views/search-input.tsx'
import { SelectField } from './select-field.tsx'
import { Exact } from '../../views/times/time.tsx'
import { OpenResets } from './open-resets.tsx'
import { stateOf } from './user-text.ts'
import { EVERYBODY, usersAddress, type UsersFilter } from './users-address.ts'

export type UserList = EndpointResult<typeof usersApi.listUsers>

export interface UsersPageProps {
  readonly frame: FrameProps
  readonly filter: UsersFilter
  readonly list: UserList
  /** Of second factors; none for who may not see them. */
  readonly resets: readonly FactorReset[]
}

export function usersPage({ frame, filter, list, resets }: UsersPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.staff.title,
    children: (
      <>
        <div class="page-head">
          <h1>{t.staff.title}</h1>
          <p class="actions">
            {may(frame.viewer, identityApi.listSms) && (
              <a class="btn" href={PATHS.smsLog}>
                {t.staff.smsTitle}
              </a>
            )}
            {may(frame.viewer, identityApi.inviteUser) && (
              <a class="btn btn-primary" href={PATHS.invite}>
                <Icon name="plus" />
                {t.staff.invite}
              </a>
            )}
          </p>
        </div>
        <p class="muted">{t.staff.intro}</p>
        <OpenResets frame={frame} resets={resets} t={t} />
        <FilterForm filter={filter} t={t} />
        {list.items.length === 0 ? (
          <Nothing filter={filter} list={list} t={t} />
        ) : (
          <>
            <output class="result-line">{t.staff.users(list.total)}</output>
            <UserTable list={list} frame={frame} t={t} />
          </>
        )}
        <Paging query={filter} list={list} address={(changes) => usersAddress(filter, changes)} t={t} />
      </>
    ),
  })
}

interface FilterFormProps {
  readonly filter: UsersFilter
  readonly t: Texts
}

function FilterForm({ filter, t }: FilterFormProps) {
  const { everyRole, everyState, states } = t.staff
  const isFiltered = filter.q + filter.role + filter.state !== ''
  return (
    <search aria-label={t.staff.filters}>
      <form class="staff-filter" method="get" action={PATHS.staff}>
        <div>
          <label class="filter-label" for="filter-q">
            {t.staff.search}
          </label>
          <SearchInput id="filter-q" name="q" value={filter.q} />
        </div>
        <SelectField
          name="role"
          label={t.pharmacy.role}
          value={filter.role}
          options={[['', everyRole], ...PersonRole.options.map((role) => [role, t.userRoles[role]] as const)]}
        />
        <SelectField
          name="state"
          label={t.staff.state}
          value={filter.state}
          options={[['', everyState], ...Object.entries(states)]}
        />
        <button type="submit" class="btn">
          {t.staff.apply}
        </button>
        {isFiltered && <a href={PATHS.staff}>{t.staff.clear}</a>}
      </form>
    </search>
  )
}

interface ListProps {
  readonly list: UserList
  readonly t: Texts
}

function UserTable({ list, frame, t }: ListProps & { readonly frame: FrameProps }) {
  return (
    <div class="card-plain table-card">
      <table class="staff-table">
        <caption class="visually-hidden">{t.staff.title}</caption>
        <thead>
          <tr>
            <th scope="col">{t.pharmacies.name}</th>
            <th scope="col">{t.pharmacies.email}</th>
            <th scope="col">{t.pharmacy.role}</th>
            <th scope="col">{t.staff.state}</th>
            <th scope="col">{t.staff.lastUsed}</th>
          </tr>
        </thead>
        <tbody>
          {list.items.map((user) => (
            <UserRow key={user.guid} user={user} frame={frame} t={t} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface UserRowProps {
  readonly user: UserDetail
  readonly frame: FrameProps
  readonly t: Texts
}

function UserRow({ user, frame, t }: UserRowProps) {
  const { guid, name, email, role, lastUsedAt } = user
  const isLink = may(frame.viewer, identityApi.getUser)
  return (
    <tr data-row-link={isLink ? '' : undefined}>
      <th scope="row" class="cell-name">
        {isLink ? (
          <a href={userPath(guid)}>
            <bdi>{name}</bdi>
          </a>
        ) : (
          <bdi>{name}</bdi>
        )}
      </th>
      <td>{email}</td>
      <td>{t.userRoles[role]}</td>
      <td class={`user-state-${stateOf(user)}`}>{t.staff.states[stateOf(user)]}</td>
      <td>{lastUsedAt === null ? t.staff.never : <Exact at={lastUsedAt} locale={t.locale} />}</td>
    </tr>
  )
}

function Nothing({ filter, list, t }: ListProps & { readonly filter: UsersFilter }) {
  if (list.total > 0) return <PastTheEnd firstPage={usersAddress(filter, { page: EVERYBODY.page })} t={t} />
  return (
    <div class="card-plain nothing">
      <h2>{t.staff.noneTitle}</h2>
      <p>{t.staff.noneAdvice}</p>
    </div>
  )
}
