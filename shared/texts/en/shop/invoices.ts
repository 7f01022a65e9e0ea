// What people read on the page of all invoices, in English.
import { count, number } from '../language.ts'

export const shopInvoicesEn = {
  title: 'Invoices',
  intro:
    'Invoices and credit notes, newest first. Nobody can change or delete one: a credit note takes it back.',
  filters: 'Filter the invoices',
  numberField: 'Invoice or order number',
  pharmacy: 'Pharmacy',
  kind: 'Kind',
  everyKind: 'All',
  kinds: { invoice: 'Invoice', credit_note: 'Credit note', other: 'Something newer' },
  from: 'From',
  until: 'Until',
  number: 'Number',
  issuedOn: 'Date',
  order: 'Order',
  amount: 'Amount',
  asPdf: (number: string) => `${number} as PDF`,
  corrects: (number: string) => `for ${number}`,
  noneTitle: 'No invoices were found',
  noneYet: 'There is no invoice yet.',
  found: (n: number) => count(n, 'invoice or credit note', 'invoices and credit notes'),
  moreThan: (n: number) => `More than ${number(n)}: narrow the days to see the older ones.`,
  all: 'All invoices of this pharmacy',
}

export type ShopInvoicesTexts = typeof shopInvoicesEn
