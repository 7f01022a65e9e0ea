// Where the link about a reset of one's second factor leads to: who asked, when it takes effect, and the objection by one press.
import type { OwnReset } from '@pharmacy-relay/shared/api/identity-resets.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'
import { Exact } from '../../views/times/time.tsx'

export interface ResetLinkPageProps {
  readonly frame: FrameProps
  /** Null: its owner has just objected. */
  readonly reset: OwnReset | null
  /** Why the objection was not taken, in words; null for nothing. */
  readonly fault: string | null
}

/** The form posts `csrf` to PATHS.resetLink: looking at the page objects to nothing. */
export function resetLinkPage({ frame, reset, fault }: ResetLinkPageProps): string {
  const t = texts(frame.language)
  const a = t.account.links
  return pageDocument({
    frame,
    title: a.resetTitle,
    children: (
      <div class="narrow card-plain">
        <h1>{a.resetTitle}</h1>
        {fault !== null && <Notice kind="fault">{fault}</Notice>}
        {reset === null ? (
          <Notice kind="success">{a.resetObjected}</Notice>
        ) : (
          <>
            <Asked reset={reset} t={t} />
            <p class="mt-3">{a.resetMeans}</p>
            <p>{a.resetWanted}</p>
            <PostForm action={PATHS.resetLink} csrfToken={frame.csrfToken}>
              <button type="submit" class="btn btn-primary w-100">
                {a.resetSubmit}
              </button>
            </PostForm>
          </>
        )}
      </div>
    ),
  })
}

function Asked({ reset, t }: { readonly reset: OwnReset; readonly t: Texts }) {
  const { askedByName, askedAt, dueAt } = reset
  const a = t.account.links
  return (
    <>
      <p>
        <bdi>{a.resetAsked(askedByName)}</bdi>
      </p>
      <dl class="facts">
        <div>
          <dt>{a.resetAskedAt}</dt>
          <dd>
            <Exact at={askedAt} locale={t.locale} />
          </dd>
        </div>
        <div>
          <dt>{a.resetDueAt}</dt>
          <dd>
            {dueAt === null ? (
              a.resetNotDue
            ) : (
              <>
                <Exact at={dueAt} locale={t.locale} /> {a.resetDue}
              </>
            )}
          </dd>
        </div>
      </dl>
    </>
  )
}
