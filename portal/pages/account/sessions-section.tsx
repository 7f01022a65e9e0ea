// Where one is signed in: this browser first, and a button that ends each of the others.
import type { UserSession } from '@pharmacy-relay/shared/api/identity-account.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { PATHS } from '../../views/paths.ts'
import { Age } from '../../views/times/time.tsx'
import type { SectionProps } from './account-props.ts'
import { browserName } from '../../session/browser-name.ts'

export function SessionsSection({ page, t }: SectionProps) {
  const a = t.account.sessions
  const sessions = page.sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  return (
    <>
      <p class="muted">{a.intro}</p>
      <ul class="sessions">
        {sessions.map((session) => (
          <Row key={session.id} session={session} page={page} t={t} />
        ))}
      </ul>
      {sessions.some(({ isCurrent }) => !isCurrent) && (
        <PostForm action={PATHS.endOtherSessions} csrfToken={page.frame.csrfToken}>
          <button type="submit" class="btn">
            {a.endOthers}
          </button>
        </PostForm>
      )}
    </>
  )
}

/** The form posts `session` and `csrf` to PATHS.endSession. */
function Row({ session, page, t }: SectionProps & { readonly session: UserSession }) {
  const { id, isCurrent, agent, address, lastUsedAt } = session
  const a = t.account.sessions
  return (
    <li class="session-row">
      <div>
        <strong title={agent ?? undefined}>{nameOf(agent, t)}</strong>
        {isCurrent && <span class="badge-here">{a.current}</span>}
        <div class="muted">
          {a.kinds[session.kind]}
          {address !== null && ` · ${address}`} · {a.lastUsed}{' '}
          <Age at={lastUsedAt} now={page.now} locale={t.locale} />
        </div>
      </div>
      {!isCurrent && (
        <PostForm action={PATHS.endSession} csrfToken={page.frame.csrfToken}>
          <input type="hidden" name="session" value={id} />
          <button type="submit" class="btn btn-sm" aria-label={a.endThis(nameOf(agent, t))}>
            {a.end}
          </button>
        </PostForm>
      )}
    </li>
  )
}

function nameOf(agent: string | null, t: Texts): string {
  return browserName(agent) ?? t.account.sessions.unknownBrowser
}
