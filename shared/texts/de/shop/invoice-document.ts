// What stands on invoices and credit notes, in German.
import type { InvoiceDocumentTexts } from '../../en/shop/invoice-document.ts'

export const invoiceDocumentDe: InvoiceDocumentTexts = {
  titles: { invoice: 'Rechnung', credit_note: 'Rechnungskorrektur' },
  number: 'Nummer',
  issuedOn: 'Datum',
  order: 'Bestellung',
  placedOn: 'Bestellt am',
  customer: 'Kundennummer',
  corrects: (number: string, day: string) => `Zu Rechnung ${number} vom ${day}`,
  billTo: 'An',
  taxId: (id: string) => `Steuernummer: ${id}`,
  item: 'Artikel',
  quantity: 'Menge',
  price: 'Preis',
  tax: 'Steuer',
  net: 'Netto',
  subtotal: 'Summe netto',
  discount: 'Rabatt',
  discountWith: (code: string) => `Rabatt mit ${code}`,
  taxOf: (rate: string, net: string) => `Steuer ${rate} auf ${net}`,
  totals: { invoice: 'Gesamtbetrag', credit_note: 'Gutgeschrieben' },
  part: 'Ein Teil der Rechnung wird gutgeschrieben. Nach Steuersätzen ist das:',
  rate: 'Steuersatz',
  gross: 'Mit Steuer',
  page: (page: number, pages: number) => `Seite ${page} von ${pages}`,
  continued: 'Fortsetzung',
}
