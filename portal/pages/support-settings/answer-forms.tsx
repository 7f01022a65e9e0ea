// Canned answers: a form for each, and one for another, where somebody may change them.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { SupportAnswer } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import { byLanguage, LANGUAGES, Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import type { FrameProps } from '../../views/frame-props.ts'
import { DESK_PATHS } from '../../views/support/desk-paths.ts'

/** As they were typed; `answerId` and `version` empty: another one. */
export interface AnswerEntries {
  readonly answerId: string
  readonly version: string
  readonly title: string
  readonly texts: Readonly<Record<Language, string>>
}

interface AnswerFormsProps {
  readonly frame: FrameProps
  readonly answers: readonly SupportAnswer[]
  readonly entries: AnswerEntries | null
  readonly t: Texts
}

const EMPTY: AnswerEntries = { answerId: '', version: '', title: '', texts: byLanguage(() => '') }

export function AnswerForms({ frame, answers, entries, t }: AnswerFormsProps) {
  const s = t.supportDesk.answers
  const mayChange = may(frame.viewer, storeApi.changeAnswer)
  const typedFor = (id: string) => (entries?.answerId === id ? entries : null)
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">{s.title}</h2>
      <p class="muted">{s.intro}</p>
      {answers.length === 0 && <p>{s.none}</p>}
      <ul class="rule-list">
        {answers.map((answer) => {
          const typed = typedFor(String(answer.id))
          return (
            <li key={answer.id} class="card-plain">
              <details open={typed !== null}>
                <summary>
                  <bdi>{answer.title}</bdi> <span class="muted">{s.changed(answer.changedBy)}</span>
                </summary>
                {mayChange ? (
                  <AnswerForm
                    frame={frame}
                    entries={typed ?? entriesOf(answer)}
                    isTyped={typed !== null}
                    t={t}
                  />
                ) : (
                  <AnswerTexts answer={answer} />
                )}
              </details>
            </li>
          )
        })}
      </ul>
      {may(frame.viewer, storeApi.createAnswer) && (
        <details class="task-new" open={typedFor('') !== null}>
          <summary>{s.add}</summary>
          <AnswerForm frame={frame} entries={typedFor('') ?? EMPTY} isTyped={typedFor('') !== null} t={t} />
        </details>
      )}
    </section>
  )
}

function entriesOf({ id, version, title, texts }: SupportAnswer): AnswerEntries {
  const typed = byLanguage((language) => texts[language] ?? '')
  return { answerId: String(id), version: String(version), title, texts: typed }
}

function AnswerTexts({ answer }: { readonly answer: SupportAnswer }) {
  return (
    <dl>
      {Language.options.map((language) =>
        answer.texts[language] === null ? null : (
          <div key={language}>
            <dt>{LANGUAGES[language].name}</dt>
            <dd class="bubble-text" lang={language}>
              {answer.texts[language]}
            </dd>
          </div>
        ),
      )}
    </dl>
  )
}

interface AnswerFormProps extends Pick<AnswerFormsProps, 'frame' | 't'> {
  readonly entries: AnswerEntries
  readonly isTyped: boolean
}

function AnswerForm({ frame, entries, isTyped, t }: AnswerFormProps) {
  const s = t.supportDesk.answers
  const { answerId, version, title, texts } = entries
  const id = (field: string) => `${field}-${answerId === '' ? 'new' : answerId}`
  return (
    <PostForm action={DESK_PATHS.answer} csrfToken={frame.csrfToken} class="answer-form" unsaved={isTyped}>
      <input type="hidden" name="answerId" value={answerId} />
      <input type="hidden" name="version" value={version} />
      <label class="form-label" for={id('title')}>
        {s.name}
      </label>
      <input
        id={id('title')}
        class="form-control mb-3"
        type="text"
        name="title"
        value={title}
        maxLength={80}
        required
        autocomplete="off"
      />
      {Language.options.map((language) => (
        <div key={language} class="mb-3">
          <label class="form-label" for={id(language)}>
            {LANGUAGES[language].name}
          </label>
          <textarea
            id={id(language)}
            class="form-control"
            name={language}
            rows={3}
            maxLength={4_000}
            lang={language}
          >
            {texts[language]}
          </textarea>
        </div>
      ))}
      <button type="submit" class="btn btn-primary">
        {s.save}
      </button>{' '}
      {answerId !== '' && may(frame.viewer, storeApi.removeAnswer) && (
        <button type="submit" class="btn" formAction={DESK_PATHS.answerRemoval} formNoValidate>
          {s.remove}
        </button>
      )}
    </PostForm>
  )
}
