// The form that sets when a pharmacy is open, or leaves it to what is learnt. Admin only.
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { HoursSource } from '@pharmacy-relay/shared/opening-hours/opening-hours.ts'
import { dayName } from '@pharmacy-relay/shared/texts/opening-hours-text.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../views/crumbs.tsx'
import { Field, PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { customerPath, hoursPath } from '../../views/paths.ts'
import { fieldOf, SPANS, type HoursFault, type HoursValues } from './week-form.ts'

export interface OpeningHoursPageProps {
  readonly frame: FrameProps
  readonly customer: Pick<CustomerDetail, 'storeId' | 'name'>
  readonly source: HoursSource
  readonly values: HoursValues
  /** Null: nothing was wrong, or nothing was typed yet. */
  readonly fault: HoursFault | null
}

export function openingHoursPage({ frame, customer, source, values, fault }: OpeningHoursPageProps): string {
  const t = texts(frame.language)
  const words = t.openingHours
  return pageDocument({
    frame,
    title: words.of(customer.name),
    children: (
      <div class="narrow card-plain">
        <Crumbs to={customerPath(customer.storeId)} t={t}>
          <bdi>{customer.name}</bdi>
        </Crumbs>
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
        <p>{words.source[source]}</p>
        {fault !== null && (
          <Notice kind="fault">{fault === 'zone' ? words.zoneFault : words.weekFault}</Notice>
        )}
        <PostForm action={hoursPath(customer.storeId)} csrfToken={frame.csrfToken} unsaved={fault !== null}>
          <TimeZoneField value={values.timeZone} isFaulty={fault === 'zone'} t={t} />
          <Week values={values} t={t} />
          <p class="field-hint">{words.hint}</p>
          <p class="actions">
            <button type="submit" class="btn btn-primary" name="how" value="set">
              {words.save}
            </button>
            {source === 'set' && (
              <button type="submit" class="btn" name="how" value="learnt">
                {words.learn}
              </button>
            )}
            <a class="btn" href={customerPath(customer.storeId)}>
              {t.common.cancel}
            </a>
          </p>
        </PostForm>
      </div>
    ),
  })
}

interface TimeZoneFieldProps {
  readonly value: string
  readonly isFaulty: boolean
  readonly t: Texts
}

function TimeZoneField({ value, isFaulty, t }: TimeZoneFieldProps) {
  return (
    <>
      <Field
        name="timeZone"
        label={t.openingHours.timeZone}
        value={value}
        hint={t.openingHours.timeZoneHint}
        fault={isFaulty ? t.openingHours.zoneFault : null}
        input={{ type: 'text', required: true, maxlength: 64, list: 'time-zones', spellcheck: false }}
      />
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option value={zone} />
        ))}
      </datalist>
    </>
  )
}

/** A third span stands there only where a day has one. */
function Week({ values, t }: { readonly values: HoursValues; readonly t: Texts }) {
  const isUsed = (span: number): boolean =>
    [0, 1, 2, 3, 4, 5, 6].some((day) => (values[fieldOf('from', day, span)] ?? '') !== '')
  const spans = SPANS.filter((span) => span < 2 || isUsed(span))
  return (
    <div class="hours-week">
      {[0, 1, 2, 3, 4, 5, 6].map((day) => (
        <fieldset class="hours-day">
          <legend>{dayName(day, t.locale, 'long')}</legend>
          {spans.map((span) => (
            <span class="hours-span">
              <Time edge="from" day={day} span={span} values={values} t={t} />
              <span aria-hidden="true">–</span>
              <Time edge="to" day={day} span={span} values={values} t={t} />
            </span>
          ))}
        </fieldset>
      ))}
    </div>
  )
}

interface TimeProps {
  readonly edge: 'from' | 'to'
  readonly day: number
  readonly span: number
  readonly values: HoursValues
  readonly t: Texts
}

function Time({ edge, day, span, values, t }: TimeProps) {
  const name = fieldOf(edge, day, span)
  const label = edge === 'from' ? t.openingHours.spanFrom : t.openingHours.spanTo
  return (
    <input
      type="time"
      name={name}
      value={values[name] ?? ''}
      aria-label={label(dayName(day, t.locale, 'long'), span + 1)}
    />
  )
}
