// Who is on call, and days on which nobody answers: a form where somebody may change them.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { SupportDuty } from '@pharmacy-relay/shared/api/support/duty-api.ts'
import { LANGUAGES, Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import type { FrameProps } from '../../views/frame-props.ts'
import { DESK_PATHS } from '../../views/support/desk-paths.ts'

/** As they were typed. */
export interface DutyEntries {
  readonly version: string
  readonly phone: string
  readonly language: string
  readonly days: string
}

interface DutyFormProps {
  readonly frame: FrameProps
  readonly duty: SupportDuty
  readonly entries: DutyEntries | null
  readonly t: Texts
}

export function DutyForm({ frame, duty, entries, t }: DutyFormProps) {
  const s = t.supportDesk.duty
  return (
    <section aria-labelledby="duty">
      <h2 id="duty">{s.title}</h2>
      <p class="muted">{s.intro}</p>
      {may(frame.viewer, storeApi.setDuty) ? (
        <Form frame={frame} duty={duty} entries={entries} t={t} />
      ) : (
        <>
          <p>{duty.phone ?? s.nobody}</p>
          <p>
            {s.days}: {duty.closedDays.length === 0 ? s.noDays : duty.closedDays.join(', ')}
          </p>
        </>
      )}
    </section>
  )
}

function Form({ frame, duty, entries, t }: DutyFormProps) {
  const s = t.supportDesk.duty
  const { version, phone, language, days } = entries ?? entriesOf(duty)
  return (
    <PostForm
      action={DESK_PATHS.duty}
      csrfToken={frame.csrfToken}
      class="card-plain answer-form duty-form"
      unsaved={entries !== null}
    >
      <input type="hidden" name="version" value={version} />
      <label class="form-label" for="duty-phone">
        {s.phone}
      </label>
      <input
        id="duty-phone"
        class="form-control"
        type="tel"
        name="phone"
        value={phone}
        maxLength={40}
        autocomplete="off"
        aria-describedby="duty-phone-hint"
      />
      <p class="field-hint" id="duty-phone-hint">
        {s.phoneHint}
      </p>
      <label class="form-label" for="duty-language">
        {s.language}
      </label>
      <select id="duty-language" class="form-select mb-3" name="language">
        {Language.options.map((one) => (
          <option key={one} value={one} selected={one === language}>
            {LANGUAGES[one].name}
          </option>
        ))}
      </select>
      <Days days={days} zone={duty.zone} t={t} />
      <button type="submit" class="btn btn-primary">
        {s.save}
      </button>
    </PostForm>
  )
}

function Days({ days, zone, t }: { readonly days: string; readonly zone: string; readonly t: Texts }) {
  const s = t.supportDesk.duty
  return (
    <>
      <label class="form-label" for="duty-days">
        {s.days}
      </label>
      <textarea
        id="duty-days"
        class="form-control"
        name="days"
        rows={4}
        maxLength={5_000}
        aria-describedby="duty-days-hint"
      >
        {days}
      </textarea>
      <p class="field-hint" id="duty-days-hint">
        {s.daysHint(zone)}
      </p>
    </>
  )
}

function entriesOf({ version, phone, language, closedDays }: SupportDuty): DutyEntries {
  return { version: String(version), phone: phone ?? '', language, days: closedDays.join('\n') }
}
