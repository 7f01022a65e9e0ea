// What people read on the page of all invoices, in Turkish.
import { number } from '../language.ts'
import type { ShopInvoicesTexts } from '../../en/shop/invoices.ts'

export const shopInvoicesTr: ShopInvoicesTexts = {
  title: 'Faturalar',
  intro:
    'Faturalar ve iade faturaları, en yenisi üstte. Hiçbiri değiştirilemez ve silinemez: bir fatura ancak iade faturasıyla geri alınır.',
  filters: 'Faturaları filtrele',
  numberField: 'Fatura veya sipariş numarası',
  pharmacy: 'Eczane',
  kind: 'Tür',
  everyKind: 'Tümü',
  kinds: { invoice: 'Fatura', credit_note: 'İade faturası', other: 'Daha yeni bir tür' },
  from: 'Başlangıç',
  until: 'Bitiş',
  number: 'Numara',
  issuedOn: 'Tarih',
  order: 'Sipariş',
  amount: 'Tutar',
  asPdf: (number: string) => `${number} (PDF)`,
  corrects: (number: string) => `${number} için`,
  noneTitle: 'Fatura bulunamadı',
  noneYet: 'Henüz fatura yok.',
  found: (n: number) => `${number(n)} fatura ve iade faturası`,
  moreThan: (n: number) => `${number(n)} kayıttan fazla: daha eskilerini görmek için tarihleri daraltın.`,
  all: 'Bu eczanenin tüm faturaları',
}
