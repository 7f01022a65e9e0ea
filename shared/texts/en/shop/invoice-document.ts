// What stands on invoices and credit notes, in English.

export const invoiceDocumentEn = {
  titles: { invoice: 'Invoice', credit_note: 'Credit note' },
  number: 'Number',
  issuedOn: 'Date',
  order: 'Order',
  placedOn: 'Ordered on',
  customer: 'Customer number',
  corrects: (number: string, day: string) => `For invoice ${number} of ${day}`,
  billTo: 'To',
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
}

export type InvoiceDocumentTexts = typeof invoiceDocumentEn
