// Canned answers beside a message: one click puts a text into it, in the language of the person at the pharmacy.
import type { SupportAnswer } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import { Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { taskStepPath } from './task-address.ts'

interface CannedAnswersProps {
  readonly taskId: number
  /** Of the person at the computer; null: not known. */
  readonly language: string | null
  /** Of who looks. */
  readonly own: Language
  readonly answers: readonly SupportAnswer[]
  readonly t: Texts
}

/**
 * Within the form that writes. The script puts the text where the cursor is; without it the form comes back with the text at the
 * end of what was typed.
 */
export function CannedAnswers({ taskId, language, own, answers, t }: CannedAnswersProps) {
  const d = t.supportDesk.answers
  const offered = answers.flatMap(({ id, title, texts }) => {
    const text = answerText(texts, language, own)
    return text === null ? [] : [{ id, title, text }]
  })
  if (offered.length === 0) return null
  return (
    <details class="canned">
      <summary>{d.insert}</summary>
      <p class="field-hint" id="canned-hint">
        {d.insertHint}
      </p>
      <div class="answer-buttons">
        {offered.map(({ id, title, text }) => (
          <button
            key={id}
            type="submit"
            class="btn"
            name="answer"
            value={String(id)}
            formAction={taskStepPath(taskId, 'answer')}
            formNoValidate
            data-insert={text}
            title={text}
            aria-describedby="canned-hint"
          >
            <bdi>{title}</bdi>
          </button>
        ))}
      </div>
    </details>
  )
}

/** In the language of the person, else in that of who writes, else in English; null: in none of them. */
export function answerText(
  texts: SupportAnswer['texts'],
  language: string | null,
  own: Language,
): string | null {
  const known = Language.options.find((one) => one === language)
  return (known === undefined ? null : texts[known]) ?? texts[own] ?? texts.en
}
