// The reset of a user's second factor: one Admin asks, another confirms; what is open stands here with its time.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { FactorReset } from '@pharmacy-relay/shared/api/identity-resets.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { Exact } from '../../views/times/time.tsx'
import { confirmResetPath, endResetPath, userResetPath } from './user-paths.ts'
import { ConfirmedForm } from './confirmed-form.tsx'
import { LanguageField, type UserPartProps } from './user-link.tsx'

export interface UserReset {
  /** Null: none is asked for. */
  readonly asked: FactorReset | null
  /** Who looks at the page: nobody resets his own, or confirms what he asked for. */
  readonly viewerGuid: string
}

type ResetProps = UserPartProps & UserReset

export function ResetPart(props: ResetProps) {
  const { user, asked, viewerGuid, t } = props
  const isOpen = asked !== null && asked.objectedAt === null
  const isOwn = user.guid === viewerGuid
  if (isOwn && asked === null) return null
  return (
    <section class="computer-part" aria-labelledby="reset-title">
      <h2 id="reset-title">{t.staff.resetTitle}</h2>
      {asked !== null && <AskedReset asked={asked} t={t} />}
      {isOpen && <OpenReset {...props} askedByGuid={asked.askedBy.guid} />}
      {!isOpen && !isOwn && <AskForm {...props} />}
    </section>
  )
}

function AskedReset({ asked, t }: { readonly asked: FactorReset; readonly t: Texts }) {
  const { askedBy, askedAt, dueAt, objectedAt } = asked
  const s = t.staff
  return (
    <>
      <p>
        <bdi>{objectedAt === null ? s.resetOpen(askedBy.name) : s.resetObjected(askedBy.name)}</bdi>
      </p>
      <dl class="facts user-facts">
        <div>
          <dt>{s.resetAskedAt}</dt>
          <dd>
            <Exact at={askedAt} locale={t.locale} />
          </dd>
        </div>
        <div>
          <dt>{objectedAt === null ? s.resetDueAt : s.resetObjectedAt}</dt>
          <dd>
            <ResetTime at={objectedAt ?? dueAt} t={t} />
          </dd>
        </div>
      </dl>
    </>
  )
}

export function ResetTime({ at, t }: { readonly at: string | null; readonly t: Texts }) {
  return at === null ? <>{t.staff.resetNotDue}</> : <Exact at={at} locale={t.locale} />
}

function OpenReset({
  frame,
  user,
  viewerGuid,
  askedByGuid,
  t,
}: ResetProps & { readonly askedByGuid: string }) {
  const isOwn = user.guid === viewerGuid
  const isSecond = !isOwn && askedByGuid !== viewerGuid
  return (
    <>
      {askedByGuid === viewerGuid && <p>{t.staff.resetNeedsOther}</p>}
      {may(frame.viewer, identityApi.endFactorReset) && (
        <PostForm class="mt-3" action={endResetPath(user.guid)} csrfToken={frame.csrfToken}>
          <button type="submit" class="btn">
            {isOwn ? t.staff.resetObject : t.staff.resetWithdraw}
          </button>
        </PostForm>
      )}
      {isSecond && may(frame.viewer, identityApi.confirmFactorReset) && (
        <ConfirmedForm
          name="confirm-reset"
          action={confirmResetPath(user.guid)}
          csrfToken={frame.csrfToken}
          summary={t.staff.resetConfirm}
          points={[t.staff.resetRemoves, t.staff.resetAtOnce, t.staff.resetIdentity]}
          confirm={t.staff.resetConfirmNow}
        />
      )}
    </>
  )
}

function AskForm({ frame, user, t }: ResetProps) {
  if (!may(frame.viewer, identityApi.askFactorReset)) return null
  return (
    <ConfirmedForm
      name="ask-reset"
      action={userResetPath(user.guid)}
      csrfToken={frame.csrfToken}
      summary={t.staff.resetAsk}
      points={[t.staff.resetIdentity, t.staff.resetRemoves, t.staff.resetTold, t.staff.resetWhen]}
      confirm={t.staff.resetAskConfirm}
    >
      <LanguageField language={frame.language} id="reset-language" t={t} />
    </ConfirmedForm>
  )
}
