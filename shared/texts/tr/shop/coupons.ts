// Kupon sayfalarında okunanlar, Türkçe.
import type { Texts } from '../../en/index.ts'

const numbers = new Intl.NumberFormat('tr-TR')
const count = (n: number, what: string) => `${numbers.format(n)} ${what}`

export const shopCouponsTr: Texts['shop']['coupons'] = {
  title: 'Kuponlar',
  make: 'Kupon oluştur',
  found: (n) => count(n, 'kupon'),
  noneTitle: 'Henüz kupon yok',
  noneAdvice: 'Bir kupon, siparişin net toplamından bir yüzde ya da bir tutar düşer.',
  code: 'Kod',
  codeHint: '3–40 büyük harf, rakam ve kısa çizgi, örneğin SPRING-10',
  codeFault: 'Bu bir kod değil: 3–40 büyük harf, rakam ve kısa çizgi.',
  codeTaken: 'Bu kodla bir kupon zaten var.',
  takesOff: 'Düşülen',
  kinds: { percent: 'net toplamın bir yüzdesi', amount: 'bir tutar' },
  kind: 'Ne düşer',
  value: 'Ne kadar',
  valueHint: 'Örneğin 10 ya da 12,50',
  valueFault: '0’dan büyük, en fazla iki ondalıklı bir sayı; yüzde en fazla 100.',
  max: 'Toplam kullanım',
  maxEach: 'Bir eczanenin kullanımı',
  usesHint: '1’den başlayan bir tam sayı',
  usesFault: '1 ile 1.000.000 arasında tam sayı.',
  tooFew: 'Zaten daha çok kullanıldı.',
  from: 'İlk gün',
  until: 'Son gün',
  dayFault: 'Bu bir gün değil.',
  untilFault: 'Son gün ilk günden önce olamaz.',
  uses: 'Kullanım',
  used: (used, max) => `${numbers.format(max)} hakkın ${numbers.format(used)} tanesi`,
  state: 'Durum',
  states: { waits: 'henüz değil', open: 'kullanılabilir', usedUp: 'tükendi', over: 'bitti' },
  form: 'Ne yaptığı',
  end: 'Şimdi bitir',
  endPoints: ['Artık bir şey düşmez. Onunla verilmiş siparişler onu tutar.'],
  notices: {
    made: 'Kupon oluşturuldu.',
    saved: 'Değişiklikler kaydedildi.',
    ended: 'Kupon bitti.',
  },
}
