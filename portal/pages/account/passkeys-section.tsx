// Passkeys as the page of the account shows them: each with its name and its end, and the way to a new one.
import type { Passkey } from '@pharmacy-relay/shared/api/identity-passkeys.ts'
import { reasonSentence } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import { PostForm } from '../../views/forms.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'
import { Age, Day } from '../../views/times/time.tsx'
import type { SectionProps } from './account-props.ts'
import { AddPasskey } from './add-passkey.tsx'

export function PasskeysSection({ page, t }: SectionProps) {
  const { passkeys, warning, isHostOfNumbers } = page.passkeys
  const p = t.account.passkeys
  return (
    <>
      <p class="muted">{p.intro}</p>
      {page.faults.passkey !== null && <Notice kind="fault">{page.faults.passkey}</Notice>}
      {warning !== null && <Notice kind="warning">{`${reasonSentence([warning], t)}.`}</Notice>}
      {passkeys.length === 0 && <p>{p.none}</p>}
      <ul class="sessions">
        {passkeys.map((passkey) => (
          <Row key={passkey.id} passkey={passkey} page={page} t={t} />
        ))}
      </ul>
      <AddPasskey csrfToken={page.frame.csrfToken} isHostOfNumbers={isHostOfNumbers} t={t} />
    </>
  )
}

/** Its forms post `passkey`, and the first one `name`, to PATHS.namePasskey and PATHS.removePasskey. */
function Row({ passkey, page, t }: SectionProps & { readonly passkey: Passkey }) {
  const { id, name, createdAt, lastUsedAt, isBackedUp } = passkey
  const { csrfToken } = page.frame
  const p = t.account.passkeys
  const field = `passkey-${id}`
  return (
    <li class="session-row passkey-row">
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <div class="muted">
          {p.since} <Day at={createdAt} locale={t.locale} /> ·{' '}
          {lastUsedAt === null ? p.neverUsed : t.account.sessions.lastUsed}{' '}
          {lastUsedAt !== null && <Age at={lastUsedAt} now={page.now} locale={t.locale} />}
          {' · '}
          {isBackedUp ? p.backedUp : p.oneDevice}
        </div>
        <details>
          <summary>{p.change}</summary>
          <PostForm action={PATHS.namePasskey} csrfToken={csrfToken}>
            <input type="hidden" name="passkey" value={id} />
            <label class="form-label" for={field}>
              {p.name}
            </label>
            <input id={field} name="name" value={name} class="form-control" required maxLength={60} />
            <button type="submit" class="btn btn-sm mt-2">
              {p.save}
            </button>
          </PostForm>
          <PostForm action={PATHS.removePasskey} csrfToken={csrfToken} class="mt-3">
            <input type="hidden" name="passkey" value={id} />
            <p>{p.removeMeans}</p>
            <button type="submit" class="btn btn-sm btn-bad" aria-label={p.removeThis(name)}>
              {p.remove}
            </button>
          </PostForm>
        </details>
      </div>
    </li>
  )
}
