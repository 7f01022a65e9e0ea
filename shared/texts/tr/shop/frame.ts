// Mağaza sayfalarının ortak metinleri, Türkçe.
import type { Texts } from '../../en/index.ts'

export const shopFrameTr: Texts['shop']['frame'] = {
  section: 'Mağaza',
  pages: 'Mağaza sayfaları',
  show: 'Göster',
  showAll: 'Tümünü göster',
  search: 'Ara',
  first: 'İlk sayfa',
  next: 'Sonraki sayfa',
  save: 'Kaydet',
  stale:
    'Bu arada başka biri bunu değiştirdi. Yazdıklarınız aşağıda duruyor ama kaydedilmedi; farklı olanların yanında şu anda kayıtlı olan yazıyor. Kaydederseniz onun yerine geçer.',
}
