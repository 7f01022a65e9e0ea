// The pages for what went wrong: every code of the closed list in words, with the reference to report.
import type { ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { PROBLEM_CODES } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../views/frame.tsx'
import { PATHS } from '../views/paths.ts'

export interface ProblemPageProps {
  readonly frame: FrameProps
  readonly code: ProblemCode
  /** A more exact reason than the code tells; null when there is none. */
  readonly reason: 'foreignForm' | null
  /** Names of the faulty fields. */
  readonly fields: readonly string[]
  readonly traceId: string | null
  /** Seconds until a retry makes sense. */
  readonly retryAfterS: number | null
}

/** In the reader's language alone: the details that APIs send are English, and for programs. */
export function problemPage(props: ProblemPageProps): string {
  const { frame, code, reason, fields, traceId, retryAfterS } = props
  const t = texts(frame.language)
  const { title, advice } = reason === null ? t.problems[code] : t.problemPage[reason]
  return pageDocument({
    frame,
    title,
    children: (
      <div class="narrow card-plain">
        <p class="problem-status">{PROBLEM_CODES[code].status}</p>
        <h1>{title}</h1>
        <p>{retryAfterS === null ? advice : t.problemPage.retryAfter(retryAfterS)}</p>
        <dl class="facts">
          {fields.length > 0 && (
            <div>
              <dt>{t.problemPage.fields}</dt>
              <dd>{fields.map((name) => fieldText(name, t)).join(', ')}</dd>
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

/** The label of a field that people see; the bare name of one that only stands in addresses. */
function fieldText(name: string, t: Texts): string {
  const { storeId, email, phone, pageSize, paging } = t.pharmacies
  const labels = new Map(
    Object.entries({ storeId, name: t.pharmacies.name, email, phone, pageSize, page: paging }),
  )
  return labels.get(name) ?? name
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
