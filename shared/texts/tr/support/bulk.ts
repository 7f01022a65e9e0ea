// What people read where one thing is done with many computers, in Turkish.
import type { BulkTexts } from '../../en/support/bulk.ts'

const numbers = new Intl.NumberFormat('tr-TR')
const count = (n: number) => `${numbers.format(n)} bilgisayar`

export const bulkTr: BulkTexts = {
  title: 'Birçok bilgisayar için tek seferde',
  legend: 'Bu listedeki tüm bilgisayarlar için',
  action: 'Ne yapılacak',
  choose: 'Neyi etkileyeceğini göster',
  hint: (most) =>
    `Sonraki sayfa her bilgisayarı adıyla gösterir, en çok ${numbers.format(most)} tane. Orada onaylamadan hiçbir şey yapılmaz.`,
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
  touched: (n) => `${count(n)} etkilenecek`,
  left: (n) => `${count(n)} olduğu gibi kalacak`,
  nobody: 'Bu bilgisayarların hiçbiri buna uygun değil.',
  empty: 'Listede bilgisayar yok.',
  cut: (most) => `Liste daha uzun: burada yalnızca ilk ${numbers.format(most)} bilgisayar var.`,
  confirm: (n) => `${count(n)} için yap`,
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
  progress: (done, all) => `${numbers.format(all)} bilgisayardan ${numbers.format(done)} tanesi bitti`,
  refresh: 'Ne kadar ilerlediğini göster',
  ended: (done, left, failed) =>
    `Bitti: ${numbers.format(done)} yapıldı, ${numbers.format(left)} olduğu gibi kaldı, ${numbers.format(failed)} başarısız.`,
  stopped: 'Erken bitti: oturumunuz sona erdi. Yapılanlar burada.',
  result: 'Sonuç',
  waits: 'henüz değil',
  roleGiven: 'Rolü artık “Yok”.',
  printers: (n) => `${numbers.format(n)} yazıcı`,
  logged: 'Her biri personel geçmişinde bir satırdır.',
  goneTitle: 'Bu artık bilinmiyor',
  goneAdvice: 'Sonuçlar bir saat saklanır. Yapılanlar personel geçmişindedir.',
  busy: 'Sizin başlattığınız bir toplu işlem sürüyor. Bitmesini bekleyin.',
}
