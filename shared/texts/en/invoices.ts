// What stands on invoices, and what people read on the page of all of them, in English.

const numbers = new Intl.NumberFormat('en-GB')
const count = (n: number, one: string, many: string) => `${numbers.format(n)} ${n === 1 ? one : many}`

export const invoicesEn = {
  /** On the paper. */
  document: {
    titles: { invoice: 'Invoice', credit_note: 'Credit note' },
    number: 'Number',
    issuedOn: 'Date',
    order: 'Order',
    placedOn: 'Ordered on',
    customer: 'Customer number',
    corrects: (number: string, day: string) => `For invoice ${number} of ${day}`,
    billTo: 'To',
    deliverTo: 'Delivery to',
    taxId: (id: string) => `Tax number: ${id}`,
    item: 'Item',
    quantity: 'Quantity',
    price: 'Price',
    tax: 'Tax',
    net: 'Net',
    subtotal: 'Net sum',
    discount: 'Discount',
    discountWith: (code: string) => `Discount with ${code}`,
    taxOf: (rate: string, net: string) => `Tax ${rate} on ${net}`,
    totals: { invoice: 'Total', credit_note: 'Total credited' },
    part: 'A part of the invoice is credited. By rate of tax it is:',
    rate: 'Rate',
    gross: 'With tax',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    continued: 'Continued',
  },
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
  apply: 'Show',
  clear: 'Show all',
  number: 'Number',
  issuedOn: 'Date',
  order: 'Order',
  amount: 'Amount',
  open: 'PDF',
  openOne: (number: string) => `${number} as PDF`,
  corrects: (number: string) => `for ${number}`,
  noneTitle: 'No invoices were found',
  noneYet: 'There is no invoice yet.',
  rows: (n: number) => count(n, 'invoice or credit note', 'invoices and credit notes'),
  moreThan: (n: number) => `More than ${numbers.format(n)}: narrow the days to see the older ones.`,
  all: 'All invoices of this pharmacy',
}

export type InvoiceTexts = typeof invoicesEn
