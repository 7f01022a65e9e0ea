// The fields of what a rule says: its reason, what the medicine warns of, from which age, until when.
import { CROSS_SALE_FLAGS, CROSS_SALE_REASONS } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field } from '../../views/forms.tsx'
import { SelectField } from '../staff/select-field.tsx'
import type { TermsField, TermsValues } from './terms.ts'

interface TermsFieldsProps {
  readonly values: TermsValues
  readonly faults: ReadonlySet<TermsField>
  readonly t: Texts
}

export function TermsFields({ values, faults, t }: TermsFieldsProps) {
  const { minAgeHint, minAgeFault, validUntilHint, validUntilFault } = t.crossSale
  const field = (name: TermsField, said: { readonly hint: string; readonly fault: string }) => ({
    name,
    label: t.crossSale[name],
    value: values[name],
    hint: faults.has(name) ? null : said.hint,
    fault: faults.has(name) ? said.fault : null,
  })
  return (
    <>
      <SelectField
        name="reason"
        label={t.crossSale.reason}
        value={values.reason}
        options={CROSS_SALE_REASONS.map((reason) => [reason, t.crossSale.reasons[reason]])}
        isFormField
      />
      <FlagBoxes chosen={values.flags} t={t} />
      <Field
        {...field('minAge', { hint: minAgeHint, fault: minAgeFault })}
        input={{ type: 'text', inputmode: 'numeric', maxlength: 3, autocomplete: 'off' }}
      />
      <Field
        {...field('validUntil', { hint: validUntilHint, fault: validUntilFault })}
        input={{ type: 'date', autocomplete: 'off' }}
      />
    </>
  )
}

function FlagBoxes({ chosen, t }: { readonly chosen: readonly string[]; readonly t: Texts }) {
  return (
    <fieldset class="flag-boxes mb-3" aria-describedby="flags-hint">
      <legend class="form-label">{t.crossSale.flagsLegend}</legend>
      {CROSS_SALE_FLAGS.map((flag) => (
        <div key={flag} class="form-check">
          <input
            id={`flag-${flag}`}
            name="flags"
            type="checkbox"
            value={flag}
            checked={chosen.includes(flag)}
            class="form-check-input"
          />
          <label class="form-check-label" for={`flag-${flag}`}>
            {t.crossSale.flags[flag]}
          </label>
        </div>
      ))}
      <p class="field-hint" id="flags-hint">
        {t.crossSale.flagsHint}
      </p>
    </fieldset>
  )
}
