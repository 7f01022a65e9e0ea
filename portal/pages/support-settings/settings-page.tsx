// The page of support's settings: when a problem becomes a task, who is on call, and canned answers.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { SupportAnswer } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import type { ProblemRule } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import type { SupportDuty } from '@pharmacy-relay/shared/api/support/duty-api.ts'
import type { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../views/crumbs.tsx'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { numberFormat } from '../../views/times/formats.ts'
import { DESK_PATHS } from '../../views/support/desk-paths.ts'
import { PATHS } from '../../views/paths.ts'
import { ProblemNotice } from '../staff/problem-notice.tsx'
import { AnswerForms, type AnswerEntries } from './answer-forms.tsx'
import { DutyForm, type DutyEntries } from './duty-form.tsx'
import { settingsNoticeText, type SettingsNotice } from './settings-notices.ts'

export interface SettingsPageProps {
  readonly frame: FrameProps
  readonly rules: readonly ProblemRule[]
  readonly answers: readonly SupportAnswer[]
  /** Null: it is not shown to the reader. */
  readonly duty: SupportDuty | null
  readonly notice: SettingsNotice | null
  /** What refused the last form. */
  readonly problem: ProblemError | null
  /** What was typed wrong, in words. */
  readonly fault: string | null
  /** What was typed and not saved; null: nothing. */
  readonly entries: AnswerEntries | null
  /** As above, of who is on call. */
  readonly dutyEntries: DutyEntries | null
}

export function settingsPage(props: SettingsPageProps): string {
  const { frame, notice, problem, fault } = props
  const t = texts(frame.language)
  const { title } = t.supportDesk.settings
  return pageDocument({
    frame,
    title,
    children: (
      <>
        {may(frame.viewer, storeApi.listSupportTasks) && (
          <Crumbs to={PATHS.supportTasks} t={t}>
            {t.supportTasks.title}
          </Crumbs>
        )}
        <h1>{title}</h1>
        {notice !== null && (
          <Notice kind="success" once>
            {settingsNoticeText(notice, t)}
          </Notice>
        )}
        {problem !== null && <ProblemNotice problem={problem} t={t} />}
        {fault !== null && <Notice kind="fault">{fault}</Notice>}
        <Rules {...props} t={t} />
        {props.duty !== null && (
          <DutyForm frame={frame} duty={props.duty} entries={props.dutyEntries} t={t} />
        )}
        {may(frame.viewer, storeApi.listAnswers) && <AnswerForms {...props} t={t} />}
      </>
    ),
  })
}

type PartProps = SettingsPageProps & { readonly t: Texts }

function Rules({ frame, rules, t }: PartProps) {
  const s = t.supportDesk.settings
  const mayChange = may(frame.viewer, storeApi.setProblemRule)
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">{s.rules}</h2>
      <p class="muted">{s.rulesIntro}</p>
      {!mayChange && <p class="muted">{s.onlyRead}</p>}
      <ul class="rule-list">
        {rules.map((rule) => (
          <li key={rule.problem} class="card-plain">
            {mayChange ? <RuleForm frame={frame} rule={rule} t={t} /> : <RuleLine rule={rule} t={t} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RuleProps {
  readonly rule: ProblemRule
  readonly t: Texts
}

function RuleLine({ rule, t }: RuleProps) {
  const s = t.supportDesk.settings
  const { isOn, afterMinutes, priority, problem } = rule
  const minutes = numberFormat(t.locale, {}).format(afterMinutes)
  return (
    <div class="rule-form">
      <span class="rule-name">{t.support.problems[problem]}</span>
      <span>{isOn ? `${s.after} ${minutes} ${s.minutes}` : s.never}</span>
      {isOn && <span>{t.supportTasks.priorities[priority]}</span>}
    </div>
  )
}

function RuleForm({ frame, rule, t }: RuleProps & { readonly frame: FrameProps }) {
  const s = t.supportDesk.settings
  const { problem, isOn, afterMinutes, priority } = rule
  return (
    <PostForm action={DESK_PATHS.rule} csrfToken={frame.csrfToken} class="rule-form">
      <input type="hidden" name="problem" value={problem} />
      <span class="rule-name" id={`rule-${problem}`}>
        {t.support.problems[problem]}
      </span>
      <label>
        <input type="checkbox" name="isOn" value="1" checked={isOn} aria-describedby={`rule-${problem}`} />{' '}
        {s.isOn}
      </label>
      <label>
        {s.after}{' '}
        <input
          class="form-control d-inline-block"
          type="number"
          name="afterMinutes"
          min="0"
          max="10080"
          required
          value={String(afterMinutes)}
          aria-describedby={`rule-${problem}`}
        />{' '}
        {s.minutes}
      </label>
      <label>
        {s.priority}{' '}
        <select class="form-select d-inline-block" name="priority" aria-describedby={`rule-${problem}`}>
          {[1, 2, 3].map((one) => (
            <option key={one} value={String(one)} selected={one === priority}>
              {t.supportTasks.priorities[one]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="btn" aria-describedby={`rule-${problem}`}>
        {s.save}
      </button>
    </PostForm>
  )
}
