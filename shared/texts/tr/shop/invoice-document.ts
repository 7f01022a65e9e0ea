// What stands on invoices and credit notes, in Turkish.
import type { InvoiceDocumentTexts } from '../../en/shop/invoice-document.ts'

export const invoiceDocumentTr: InvoiceDocumentTexts = {
  titles: { invoice: 'Fatura', credit_note: 'İade faturası' },
  number: 'Numara',
  issuedOn: 'Tarih',
  order: 'Sipariş',
  placedOn: 'Sipariş tarihi',
  customer: 'Müşteri numarası',
  corrects: (number: string, day: string) => `${day} tarihli ${number} numaralı fatura için`,
  billTo: 'Alıcı',
  taxId: (id: string) => `Vergi numarası: ${id}`,
  item: 'Ürün',
  quantity: 'Miktar',
  price: 'Fiyat',
  tax: 'KDV',
  net: 'Net',
  subtotal: 'Net toplam',
  discount: 'İndirim',
  discountWith: (code: string) => `${code} kuponuyla indirim`,
  taxOf: (rate: string, net: string) => `${net} üzerinden ${rate} KDV`,
  totals: { invoice: 'Genel toplam', credit_note: 'İade edilen toplam' },
  part: 'Faturanın bir kısmı iade edilmektedir. KDV oranlarına göre dağılımı:',
  rate: 'KDV oranı',
  gross: 'KDV dâhil',
  page: (page: number, pages: number) => `Sayfa ${page} / ${pages}`,
  continued: 'Devamı',
}
