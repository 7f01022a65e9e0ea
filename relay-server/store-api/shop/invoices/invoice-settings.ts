// The settings of invoices: who sells, how numbers begin, in which language and where it is which day.
import { z } from 'zod'
import type { SettingsOf, SettingsTable } from '@pharmacy-relay/shared/env.ts'
import { Language } from '@pharmacy-relay/shared/texts/languages.ts'
import { isTimeZone } from '@pharmacy-relay/shared/time-zone.ts'
import { Seller } from './invoice-document.ts'
import type { InvoiceRules } from './invoice-rules.ts'

/** In production nobody sells until it is said who: invoices wait. */
export function invoiceSettings(production: boolean) {
  return { ...sellerSettings(production), ...paperSettings } as const satisfies SettingsTable
}

function sellerSettings(production: boolean) {
  const text = (max: number) => z.string().trim().max(max)
  return {
    Shop__SellerName: {
      schema: text(120),
      help: 'Who sells, as invoices say it; empty: none is written yet',
      fallback: production ? '' : 'Demo Pharmacy Supplies',
    },
    Shop__SellerAddress: {
      schema: text(500),
      help: 'Address of the seller, its lines parted by ;',
      fallback: production ? '' : 'Musterstrasse 1; 10115 Berlin; DE',
    },
    Shop__SellerTaxId: {
      schema: text(60),
      help: 'Tax number of the seller',
      fallback: production ? '' : 'DE000000000',
    },
    Shop__SellerContact: {
      schema: text(200),
      help: 'E-mail, phone or bank account of the seller, as invoices name it',
      fallback: '',
    },
  } as const satisfies SettingsTable
}

const Series = z.string().regex(/^[A-Z]{1,8}$/, 'must be 1 to 8 capital letters')

const paperSettings = {
  Shop__InvoiceSeries: {
    schema: Series,
    help: 'Begins the numbers of invoices, as in INV-2026-000017',
    fallback: 'INV',
  },
  Shop__CreditNoteSeries: {
    schema: Series,
    help: 'Begins the numbers of credit notes; that of invoices: they are counted together',
    fallback: 'CRN',
  },
  Shop__InvoiceLanguage: {
    schema: Language,
    help: `Language of invoices: ${Language.options.join(', ')}`,
    fallback: 'en',
  },
  Shop__TimeZone: {
    schema: z.string().max(64).refine(isTimeZone, 'must be a time zone such as Europe/Berlin'),
    help: 'Where it is which day, as in Europe/Berlin',
    fallback: 'Europe/Berlin',
  },
} as const satisfies SettingsTable

type InvoiceSettings = SettingsOf<ReturnType<typeof invoiceSettings>>

export function invoiceRulesOf(settings: InvoiceSettings): InvoiceRules {
  return {
    seller: sellerOf(settings),
    series: { invoice: settings.Shop__InvoiceSeries, credit_note: settings.Shop__CreditNoteSeries },
    language: settings.Shop__InvoiceLanguage,
    zone: settings.Shop__TimeZone,
  }
}

/** Null as long as name, address and tax number are not all set. */
function sellerOf(settings: InvoiceSettings): Seller | null {
  const lines = settings.Shop__SellerAddress.split(';').map((line) => line.trim())
  const seller = Seller.safeParse({
    name: settings.Shop__SellerName,
    address: lines,
    taxId: settings.Shop__SellerTaxId,
    contact: settings.Shop__SellerContact,
  })
  return seller.data ?? null
}
