// What an address of a list asks for, and the addresses of the same list with another filter, order or page.
import type { ProductSort } from '@pharmacy-relay/shared/api/shop/products.ts'
import { ProductSort as Sort, shopProductsApi } from '@pharmacy-relay/shared/api/shop/products.ts'
import { minorOf } from '../../views/money.ts'

/** Cards of a page. */
export const PAGE_SIZE = 24
const FIELDS = ['q', 'brand', 'form', 'min', 'max', 'available', 'sort', 'page', 'after'] as const
type Field = (typeof FIELDS)[number]

/** As it stands in the address: text by text, empty where it is left out. */
export type ListFields = Readonly<Record<Field, string>>

export function listFields(query: Readonly<Record<string, unknown>>): ListFields {
  const text = (field: Field): string => {
    const value = query[field]
    return typeof value === 'string' ? value.slice(0, field === 'after' ? 1_000 : 120).trim() : ''
  }
  return Object.fromEntries(FIELDS.map((field) => [field, text(field)])) as ListFields
}

interface Asked {
  readonly fields: ListFields
  readonly categoryId: string | null
  readonly currency: string
}

/** What the API is asked. What cannot be read counts as not said, so that a link with a slip still shows a list. */
export function productQuery({ fields, categoryId, currency }: Asked): Record<string, string> {
  const [min, max] = [minorOf(fields.min, currency), minorOf(fields.max, currency)]
  const asked = {
    q: fields.q.slice(0, 100),
    categoryId: categoryId ?? '',
    brand: fields.brand,
    form: fields.form.slice(0, 60),
    minPriceMinor: min === null ? '' : String(min),
    maxPriceMinor: max === null ? '' : String(max),
    available: fields.available === 'true' ? 'true' : '',
    sort: sortOf(fields),
    page: /^[1-9]\d{0,2}$/.test(fields.page) ? fields.page : '',
    after: /^[A-Za-z0-9_-]{4,1000}$/.test(fields.after) ? fields.after : '',
    pageSize: String(PAGE_SIZE),
  }
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))
  return shopProductsApi.findProducts.query.safeParse(given).success ? given : { pageSize: String(PAGE_SIZE) }
}

export function sortOf({ sort }: Pick<ListFields, 'sort'>): ProductSort {
  return Sort.safeParse(sort).data ?? 'relevance'
}

/** The page that is shown, from 1. */
export function pageOf({ page }: Pick<ListFields, 'page'>): number {
  return Math.max(1, Number(page) || 1)
}

/** The same list with changes; what is empty is left out. A change of anything but the page leads to the first one. */
export function listAddress(path: string, fields: ListFields, changes: Partial<ListFields>): string {
  const all = { ...fields, page: '', after: '', ...changes }
  const given = Object.entries(all).filter(([, value]) => value !== '')
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
}

export function isFiltered({ brand, form, min, max, available }: ListFields): boolean {
  return [brand, form, min, max, available].some((value) => value !== '')
}

/** The first page in the shop's own order, with everything in it. */
export function isAsItIs(fields: ListFields): boolean {
  return !isFiltered(fields) && fields.sort === '' && fields.after === '' && pageOf(fields) === 1
}
