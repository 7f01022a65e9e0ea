// Resets of second factors that wait for another Admin or for their time, above the list of users.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { FactorReset } from '@pharmacy-relay/shared/api/identity-resets.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { userPath } from '../../views/paths.ts'
import { ResetTime } from './user-reset.tsx'

interface OpenResetsProps {
  readonly frame: FrameProps
  readonly resets: readonly FactorReset[]
  readonly t: Texts
}

export function OpenResets({ frame, resets, t }: OpenResetsProps) {
  const open = resets.filter(({ objectedAt }) => objectedAt === null)
  if (open.length === 0) return null
  const isLink = may(frame.viewer, identityApi.getUser)
  return (
    <section class="card-plain" aria-labelledby="resets-title">
      <h2 id="resets-title">{t.staff.resetsTitle}</h2>
      <ul class="points">
        {open.map(({ user, askedBy, dueAt }) => (
          <li key={user.guid}>
            <bdi>{isLink ? <a href={userPath(user.guid)}>{user.name}</a> : user.name}</bdi>
            {': '}
            <bdi>{t.staff.resetOpen(askedBy.name)}</bdi>
            <span class="sub">
              {t.staff.resetDueAt}: <ResetTime at={dueAt} t={t} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
