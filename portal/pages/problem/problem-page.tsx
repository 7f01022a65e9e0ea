// The pages for what went wrong: every code of the closed list in words, with the reference to report.
import type { ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { PROBLEM_CODES } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { PATHS } from '../../views/paths.ts'

export interface ProblemPageProps {
  readonly frame: FrameProps
  readonly code: ProblemCode
  /** The English detail of the problem reply; null when there is none worth showing. */
  readonly detail: string | null
  readonly traceId: string | null
  /** Seconds until a retry makes sense. */
  readonly retryAfterS: number | null
}

export function problemPage({ frame, code, detail, traceId, retryAfterS }: ProblemPageProps): string {
  const t = texts(frame.language)
  const { title, advice } = t.problems[code]
  return pageDocument({
    frame,
    title,
    live: false,
    htmx: false,
    children: (
      <div class="narrow card-plain">
        <p class="problem-status">{PROBLEM_CODES[code].status}</p>
        <h1>{title}</h1>
        <p>{retryAfterS === null ? advice : t.problemPage.retryAfter(retryAfterS)}</p>
        <dl class="facts">
          {detail !== null && (
            <div>
              <dt>{t.problemPage.detail}</dt>
              <dd lang="en">{detail}</dd>
            </div>
          )}
          {traceId !== null && (
            <div>
              <dt>{t.problemPage.reference}</dt>
              <dd>
                <code>{traceId}</code>
              </dd>
            </div>
          )}
        </dl>
        <ProblemActions frame={frame} code={code} />
      </div>
    ),
  })
}

function ProblemActions({ frame, code }: Pick<ProblemPageProps, 'frame' | 'code'>) {
  const t = texts(frame.language)
  const needsSignIn = code === 'token_missing' || code === 'token_invalid' || frame.viewer === null
  return (
    <p class="actions">
      {PROBLEM_CODES[code].retry === 'retry' && (
        <a class="btn btn-primary" href={frame.path}>
          {t.common.tryAgain}
        </a>
      )}
      {needsSignIn ? (
        <a class="btn" href={PATHS.signIn}>
          {t.signIn.title}
        </a>
      ) : (
        <a class="btn" href={PATHS.relay}>
          {t.common.back}
        </a>
      )}
    </p>
  )
}
