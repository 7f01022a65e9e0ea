// What people read on the page of all invoices, in German.
import { count, number } from '../language.ts'
import type { ShopInvoicesTexts } from '../../en/shop/invoices.ts'

export const shopInvoicesDe: ShopInvoicesTexts = {
  title: 'Rechnungen',
  intro:
    'Rechnungen und Rechnungskorrekturen, die neuesten oben. Niemand kann eine ändern oder löschen: eine Rechnungskorrektur nimmt sie zurück.',
  filters: 'Rechnungen filtern',
  numberField: 'Rechnungs- oder Bestellnummer',
  pharmacy: 'Apotheke',
  kind: 'Art',
  everyKind: 'Alle',
  kinds: { invoice: 'Rechnung', credit_note: 'Rechnungskorrektur', other: 'Etwas Neueres' },
  from: 'Von',
  until: 'Bis',
  number: 'Nummer',
  issuedOn: 'Datum',
  order: 'Bestellung',
  amount: 'Betrag',
  asPdf: (number: string) => `${number} als PDF`,
  corrects: (number: string) => `zu ${number}`,
  noneTitle: 'Keine Rechnungen gefunden',
  noneYet: 'Es gibt noch keine Rechnung.',
  found: (n: number) => count(n, 'Rechnung oder Korrektur', 'Rechnungen und Korrekturen'),
  moreThan: (n: number) => `Mehr als ${number(n)}: grenzen Sie die Tage ein, um die älteren zu sehen.`,
  all: 'Alle Rechnungen dieser Apotheke',
}
