// The fields of a coupon.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field } from '../../../views/forms.tsx'
import { SelectField } from '../../staff/select-field.tsx'
import type { CouponValues } from './coupon-values.ts'

interface CouponFieldsProps {
  readonly values: CouponValues
  readonly faults: ReadonlySet<string>
  /** Nothing is wrong with the fields, but with what is there already. */
  readonly isConflict: boolean
  readonly t: Texts
}

const WHOLE = { required: true, maxlength: 7, inputmode: 'numeric', autocomplete: 'off' } as const

export function CouponFieldset({ values, faults, isConflict, t }: CouponFieldsProps) {
  const words = t.shop.coupons
  const said = (name: keyof CouponValues, hint: string | null, fault: string) => ({
    name,
    value: values[name],
    hint: faults.has(name) ? null : hint,
    fault: faults.has(name) ? fault : null,
  })
  const text = { type: 'text', ...WHOLE }
  const day = { type: 'date', required: true, autocomplete: 'off' }
  return (
    <>
      <Field
        {...said('code', words.codeHint, isConflict ? words.codeTaken : words.codeFault)}
        label={words.code}
        input={{ ...text, maxlength: 40, inputmode: 'text', autocapitalize: 'characters', spellcheck: false }}
      />
      <div class="field-columns">
        <SelectField
          name="kind"
          label={words.kind}
          value={values.kind}
          options={Object.entries(words.kinds)}
          isFormField
        />
        <Field
          {...said('value', words.valueHint, words.valueFault)}
          label={words.value}
          input={{ ...text, maxlength: 12, inputmode: 'decimal' }}
        />
        <Field
          {...said('max', words.usesHint, isConflict ? words.tooFew : words.usesFault)}
          label={words.max}
          input={text}
        />
        <Field {...said('maxEach', words.usesHint, words.usesFault)} label={words.maxEach} input={text} />
        <Field {...said('from', null, words.dayFault)} label={words.from} input={day} />
        <Field {...said('until', null, words.untilFault)} label={words.until} input={day} />
      </div>
    </>
  )
}
