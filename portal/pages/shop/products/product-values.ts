// A product as it is typed into its form, and what the API gets of it; pure.
import { z } from 'zod'
import { ProductFields } from '@pharmacy-relay/shared/api/shop/products.ts'
import { typed } from '../../../http/forms.ts'
import { amountInput, minorDigits, readAmount } from '../../../views/money.ts'

export const PRODUCT_FIELDS = ProductFields.keyof().options
export type ProductField = keyof ProductFields

/** As they were typed; `isActive` is `yes` or empty. */
export type ProductValues = Readonly<Record<ProductField, string>>

// Longer than any field may be, so that what is wrong is said at the field; not without end.
const FIELD = typed(6_000)
export const productForm = Object.fromEntries(PRODUCT_FIELDS.map((name) => [name, FIELD])) as Record<
  ProductField,
  typeof FIELD
>
export const ProductForm = z.object(productForm)

export const NEW_PRODUCT: ProductValues = {
  ...(Object.fromEntries(PRODUCT_FIELDS.map((name) => [name, ''])) as ProductValues),
  minQuantity: '1',
  isActive: 'yes',
}

const PERCENT_DIGITS = 2

export function productValues(
  fields: ProductFields,
  { currency, locale }: { readonly currency: string; readonly locale: string },
): ProductValues {
  const { gtin, categoryId, priceMinor, taxBp, minQuantity, isActive, ...texts } = fields
  return {
    ...texts,
    gtin: gtin ?? '',
    categoryId: categoryId === null ? '' : String(categoryId),
    priceMinor: amountInput(priceMinor, minorDigits(currency), locale),
    taxBp: percentInput(taxBp, locale),
    minQuantity: String(minQuantity),
    isActive: isActive ? 'yes' : '',
  }
}

function percentInput(taxBp: number, locale: string): string {
  const decimals = taxBp % 100 === 0 ? 0 : PERCENT_DIGITS
  return amountInput(decimals === 0 ? taxBp / 100 : taxBp, decimals, locale)
}

/** The product, or the fields that are none. */
export function readProduct(
  values: ProductValues,
  currency: string,
): { readonly fields: ProductFields } | { readonly faults: ReadonlySet<string> } {
  const { gtin, categoryId, priceMinor, taxBp, minQuantity, isActive, ...texts } = values
  const parsed = ProductFields.safeParse({
    ...texts,
    sku: texts.sku.trim(),
    gtin: gtin.replaceAll(/\s/g, '') || null,
    categoryId: categoryId === '' ? null : Number(categoryId),
    description: texts.description.replaceAll('\r\n', '\n'),
    priceMinor: readAmount(priceMinor, minorDigits(currency)),
    taxBp: readAmount(taxBp, PERCENT_DIGITS),
    minQuantity: readAmount(minQuantity, 0),
    isActive: isActive === 'yes',
  })
  if (parsed.success) return { fields: parsed.data }
  return { faults: new Set(parsed.error.issues.map(({ path: [name] }) => String(name))) }
}
