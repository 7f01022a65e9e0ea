// Kategori sayfalarında okunanlar, Türkçe.
import { count } from '../language.ts'
import type { Texts } from '../../en/index.ts'

export const shopCategoriesTr: Texts['shop']['categories'] = {
  title: 'Kategoriler',
  intro: 'Ağaç, mağazanın gösterdiği gibi. Kardeşler sıralarına göre, eşit olanlar ada göre durur.',
  noneTitle: 'Henüz kategori yok',
  noneAdvice: 'İlkini aşağıda ekleyin.',
  category: 'Kategori',
  products: 'Satıştaki ürünler',
  productCount: (n) => count(n, 'ürün'),
  number: (id) => `No. ${String(id)}`,
  addTitle: 'Kategori ekle',
  add: 'Kategoriyi ekle',
  name: 'Ad',
  nameHint: 'Tek satır, en fazla 120 karakter',
  nameFault: 'Bu bir ad değil: 1–120 karakterlik tek satır.',
  parent: 'Üstündeki',
  top: 'En üstte',
  parentFault: 'Orada duramaz: o kategori yok ya da bunun altında.',
  place: 'Sıra',
  placeHint: "0'dan başlayan bir tam sayı; küçükler önce",
  placeFault: '0 ile 100.000 arasında tam sayı.',
  refused: 'Çok fazla kategori var ya da üstteki artık yok.',
  remove: 'Kategoriyi kaldır',
  removePoints: ['Mağaza onu artık göstermez; oradaki adresi bir yere çıkmaz.'],
  notEmpty:
    'Buna bağlı ürünler ya da kategoriler var. Önce onları taşıyın; artık satılmayan ürünler de sayılır.',
  itsProducts: 'Ürünleri',
  notices: {
    made: 'Kategori eklendi.',
    saved: 'Değişiklikler kaydedildi.',
    removed: 'Kategori kaldırıldı.',
  },
}
