// The fields of a product, each with its hint, what is wrong with it, or what is saved now.
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field } from '../../../views/forms.tsx'
import { SelectField } from '../../staff/select-field.tsx'
import { categoryOptions } from '../categories/category-tree.ts'
import { TextArea } from '../text-area.tsx'
import type { ProductField, ProductValues } from './product-values.ts'

export interface ProductFieldsProps {
  readonly values: ProductValues
  readonly categories: readonly Category[]
  readonly faults: ReadonlySet<string>
  /** The SKU is not wrong, but taken. */
  readonly isTaken: boolean
  /** What is saved now, of the fields that were typed differently; null where nobody changed it meanwhile. */
  readonly savedNow: Readonly<Partial<ProductValues>> | null
}

type Props = ProductFieldsProps & { readonly t: Texts }
type InputField = Exclude<ProductField, 'categoryId' | 'description' | 'isActive'>

const DECIMAL = { inputmode: 'decimal' } as const
const INPUTS: Readonly<Record<InputField, Readonly<Record<string, string | number | boolean>>>> = {
  sku: { required: true, maxlength: 40, spellcheck: false },
  gtin: { maxlength: 20, inputmode: 'numeric' },
  name: { required: true, maxlength: 200 },
  brand: { maxlength: 120 },
  form: { maxlength: 60 },
  substance: { maxlength: 200 },
  priceMinor: { required: true, maxlength: 12, ...DECIMAL },
  taxBp: { required: true, maxlength: 6, ...DECIMAL },
  packSize: { maxlength: 60 },
  minQuantity: { required: true, maxlength: 4, inputmode: 'numeric' },
}

export function ProductFieldset(props: Props) {
  const { values, categories, savedNow, t } = props
  const input = (name: InputField) => (
    <Field {...said(name, props)} input={{ type: 'text', autocomplete: 'off', ...INPUTS[name] }} />
  )
  return (
    <>
      <div class="field-columns">
        {input('sku')}
        {input('gtin')}
      </div>
      {input('name')}
      <div class="field-columns">
        {input('priceMinor')}
        {input('taxBp')}
        {input('packSize')}
        {input('minQuantity')}
        {input('brand')}
        <SelectField
          name="categoryId"
          label={t.shop.products.fields.categoryId}
          value={values.categoryId}
          options={categoryOptions(categories, { none: t.shop.products.noCategory })}
          hint={said('categoryId', props).fault ?? categorySaved(categories, savedNow, t)}
          isFormField
        />
        {input('form')}
        {input('substance')}
      </div>
      <TextArea {...said('description', props)} rows={6} maxLength={5_000} />
      <OnSale {...props} />
    </>
  )
}

function OnSale({ values, savedNow, t }: Props) {
  const { isSold, sold, withdrawn } = t.shop.products
  const saved = savedNow?.isActive
  return (
    <div class="form-check mb-3">
      <input
        id="isActive"
        name="isActive"
        type="checkbox"
        value="yes"
        checked={values.isActive === 'yes'}
        class="form-check-input"
        aria-describedby={saved === undefined ? undefined : 'isActive-hint'}
      />
      <label class="form-check-label" for="isActive">
        {isSold}
      </label>
      {saved !== undefined && (
        <p class="field-hint" id="isActive-hint">
          {t.customerForm.savedNow(saved === 'yes' ? sold : withdrawn)}
        </p>
      )}
    </div>
  )
}

/** Label, value, and what is to be said of a field. */
function said(name: ProductField, { values, faults, isTaken, savedNow, t }: Props) {
  const { fields, hints, faults: words, skuTaken } = t.shop.products
  const isFaulty = faults.has(name)
  return {
    name,
    label: fields[name],
    value: values[name],
    hint: isFaulty ? null : (savedText(savedNow?.[name], t) ?? hints[name]),
    fault: isFaulty ? (name === 'sku' && isTaken ? skuTaken : words[name]) : null,
  }
}

function categorySaved(categories: readonly Category[], savedNow: Props['savedNow'], t: Texts): string {
  const saved = savedNow?.categoryId
  if (saved === undefined) return t.shop.products.hints.categoryId
  return savedText(categories.find(({ id }) => String(id) === saved)?.name ?? '', t) ?? ''
}

/** Null for a field whose entry is what is saved. */
function savedText(saved: string | undefined, t: Texts): string | null {
  if (saved === undefined) return null
  return saved === '' ? t.customerForm.savedEmpty : t.customerForm.savedNow(saved)
}
