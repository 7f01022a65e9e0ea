// What people read where one thing is done with many computers, in Turkish.
import { number } from '../language.ts'
import type { BulkTexts } from '../../en/support/bulk.ts'

const computers = (n: number) => `${number(n)} bilgisayar`

export const bulkTr: BulkTexts = {
  title: 'Birçok bilgisayar için tek seferde',
  legend: 'Bu listedeki tüm bilgisayarlar için',
  action: 'Ne yapılacak',
  choose: 'Neyi etkileyeceğini göster',
  hint: (most) =>
    `Sonraki sayfa her bilgisayarı adıyla gösterir, en çok ${number(most)} tane. Orada onaylamadan hiçbir şey yapılmaz.`,
  actions: {
    'role-none': 'Rollerini “Yok” yap',
    update: 'Şimdi güncelle',
    printers: 'Yazıcılarını sor',
  },
  about: {
    'role-none': (days) =>
      `Artık olmayan bilgisayarlar için: en az ${days} gündür çevrimdışı ya da erişimi kaldırılmış. Sonrasında etiketlerinin yazıcısı olmaz; rol yeniden verilebilir.`,
    update: () =>
      'Bağlı olan her bilgisayar güncelleme arar ve etiket gönderilmediği bir anda uygular. Güncel olanlarda bir şey değişmez.',
    printers: () => 'Bağlı olan her bilgisayara hangi yazıcıları olduğu sorulur. Hiçbir şey yazdırılmaz.',
  },
  touched: (n) => `${computers(n)} etkilenecek`,
  left: (n) => `${computers(n)} olduğu gibi kalacak`,
  nobody: 'Bu bilgisayarların hiçbiri buna uygun değil.',
  empty: 'Listede bilgisayar yok.',
  cut: (most) => `Liste daha uzun: burada yalnızca ilk ${number(most)} bilgisayar var.`,
  confirm: (n) => `${computers(n)} için yap`,
  back: 'Listeye dön',
  why: 'Neden değil',
  obstacles: {
    none: 'Rolü zaten “Yok”.',
    printer: 'Eczanesinin etiketleri onun yazıcısına gidiyor: önce orada başka bir yazıcı seçin.',
    connected: 'Bağlı.',
    recent: 'Son günlerde bağlıydı.',
    offline: 'Çevrimdışı.',
    gone: 'Artık bu eczanede değil.',
  },
  progress: (done, all) => `${number(all)} bilgisayardan ${number(done)} tanesi bitti`,
  refresh: 'Ne kadar ilerlediğini göster',
  ended: (done, left, failed) =>
    `Bitti: ${number(done)} yapıldı, ${number(left)} olduğu gibi kaldı, ${number(failed)} başarısız.`,
  stopped: 'Erken bitti: oturumunuz sona erdi. Yapılanlar burada.',
  result: 'Sonuç',
  waits: 'henüz değil',
  roleGiven: 'Rolü artık “Yok”.',
  printers: (n) => `${number(n)} yazıcı`,
  logged: 'Her biri personel geçmişinde bir satırdır.',
  goneTitle: 'Bu artık bilinmiyor',
  goneAdvice: 'Sonuçlar bir saat saklanır. Yapılanlar personel geçmişindedir.',
  busy: 'Sizin başlattığınız bir toplu işlem sürüyor. Bitmesini bekleyin.',
}
