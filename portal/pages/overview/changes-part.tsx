// What changed since the reader's last visit, or since the moment in the address: problems, computers that went offline, pharmacies.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { MAX_CHANGES, type ChangesSince } from '@pharmacy-relay/shared/api/support/changes-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { ComponentChildren } from 'preact'
import type { Viewer } from '../../views/frame-props.ts'
import { computerRowPath, customerPath } from '../../views/paths.ts'
import { DESK_PATHS } from '../../views/support/desk-paths.ts'
import { Age, Exact } from '../../views/times/time.tsx'
import { problemAddress } from '../support/support-address.ts'

export interface ChangesProps {
  readonly viewer: Viewer | null
  readonly changes: ChangesSince
  /** The moment is that of the address, not of the last visit. */
  readonly isAsked: boolean
  readonly t: Texts
}

export function Changes({ viewer, changes, isAsked, t }: ChangesProps) {
  const c = t.supportDesk.changes
  const { since, problems, offline, pharmacies } = changes
  const isNothing = problems.length === 0 && offline.count === 0 && pharmacies.count === 0
  return (
    <section class="card-plain changes" aria-labelledby="changes">
      <h2 id="changes">{isAsked ? c.titleOf : c.title}</h2>
      <p class="muted">
        <Exact at={since} locale={t.locale} />
      </p>
      {isNothing && <p>{c.nothing}</p>}
      <div class="change-parts">
        <Problems viewer={viewer} changes={changes} t={t} />
        <Offline changes={changes} t={t} />
        <Pharmacies changes={changes} t={t} />
      </div>
      {!isAsked && may(viewer, storeApi.listChanges) && (
        <a href={`${DESK_PATHS.overview}?since=${since}`}>{c.link}</a>
      )}
    </section>
  )
}

type PartProps = Pick<ChangesProps, 'changes' | 't'>

function Problems({ viewer, changes: { problems }, t }: Pick<ChangesProps, 'viewer'> & PartProps) {
  if (problems.length === 0) return null
  const { began: begun, ended: over } = t.supportDesk.changes
  const isLinked = may(viewer, storeApi.listProblems)
  return (
    <Part title={t.support.problemsLabel}>
      {problems.map(({ problem, began, ended }) => {
        const name = t.support.problems[problem]
        const address = problemAddress({ problem, page: 1, pageSize: 50 })
        const told = [began > 0 ? begun(began) : null, ended === null || ended === 0 ? null : over(ended)]
        return (
          <li key={problem}>
            {isLinked ? <a href={address}>{name}</a> : name}{' '}
            <span class="change-count">{told.filter((one) => one !== null).join(', ')}</span>
          </li>
        )
      })}
    </Part>
  )
}

function Offline({ changes: { offline, asOf }, t }: PartProps) {
  if (offline.count === 0) return null
  return (
    <Part title={t.supportDesk.changes.offline}>
      {offline.newest.map(({ computerId, computerName, storeId, name, at }) => (
        <li key={computerId}>
          <a href={computerRowPath(storeId, computerId)}>
            <bdi>{computerName}</bdi>
          </a>{' '}
          <bdi>{name}</bdi>{' '}
          <span class="change-count">
            <Age at={at} now={new Date(asOf)} locale={t.locale} />
          </span>
        </li>
      ))}
      <More count={offline.count} named={offline.newest.length} t={t} />
    </Part>
  )
}

function Pharmacies({ changes: { pharmacies }, t }: PartProps) {
  if (pharmacies.count === 0) return null
  return (
    <Part title={t.supportDesk.changes.pharmacies}>
      {pharmacies.newest.map(({ storeId, name }) => (
        <li key={storeId}>
          <a href={customerPath(storeId)}>
            <bdi>{name}</bdi>
          </a>{' '}
          <span class="change-count">{storeId}</span>
        </li>
      ))}
      <More count={pharmacies.count} named={pharmacies.newest.length} t={t} />
    </Part>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <h3>{title}</h3>
      <ul class="change-list">{children}</ul>
    </div>
  )
}

interface MoreProps {
  readonly count: number
  readonly named: number
  readonly t: Texts
}

function More({ count, named, t }: MoreProps) {
  if (count <= named) return null
  return <li class="muted">{t.supportDesk.changes.more(count >= MAX_CHANGES ? count : count - named)}</li>
}
