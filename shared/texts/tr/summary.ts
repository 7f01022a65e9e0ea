// What an icon, the window's first line and the tray's menu say in one sentence, in Turkish.
import { byCount } from './language.ts'
import type { SummaryTexts } from '../en/summary.ts'
import { spanText } from '../spans.ts'
import type { SummaryNamed } from '../summary-text.ts'

// Names stand in front of a word that takes the ending, so that no ending has to fit a name.
const where = ({ printer, computer }: SummaryNamed) =>
  printer !== '' ? `${printer} yazıcısından ` : computer !== '' ? `${computer} bilgisayarından ` : ''

export const summaryTr: SummaryTexts = {
  levels: { ready: 'Hazır', working: 'Çalışıyor', attention: 'Dikkat gerekiyor', offline: 'Çevrimdışı' },
  text: {
    ready: (n) => `Etiketler ${where(n)}çıkıyor.`,
    ready_through_hub: (n) => `Etiketler ${where(n)}çıkıyor; daha uzun yoldan, hub üzerinden gidiyor.`,
    ready_at_standby: (n) =>
      `Etiketler ${n.time} saatinden beri ${n.computer} (yedek yazıcı) üzerinden çıkıyor: ilk yazıcı yok.`,
    ready_hub_away: (n) => `Etiketler ${where(n)}çıkıyor. Hub’a ulaşılamıyor.`,
    office_printer: (n) =>
      `${n.printer} belge yazıcısıdır: etiketler metin olarak çıkabilir ya da hiç çıkmayabilir.`,
    ready_printer_remark: (n) => `Etiketler ${where(n)}çıkıyor.`,
    ready_clock_off: (n) =>
      `Etiketler ${where(n)}çıkıyor. Bu bilgisayarın saati ${spanText(n.seconds, 'tr')} yanlış.`,
    ready_some_failed: (n) => `Etiketler ${where(n)}çıkıyor. Son bir günde ${n.count} etiket çıkmadı.`,
    working: (n) => `${n.count} etiket yolda.`,
    starting: () => 'Pharmacy Relay başlıyor.',
    connecting: (n) => `${n.computer} bilgisayarına bağlanılıyor.`,
    labels_refused: (n) => `Saat ${n.time} sularında bir etiket alınamadı; gönderen programa bildirildi.`,
    paused: (n) => `Saat ${n.time} olana kadar duraklatıldı. Etiketler saklanıyor ve bekliyor.`,
    unpaired: () => 'Bu bilgisayar henüz hiçbir eczaneye ait değil.',
    withdrawn: () => 'Bu bilgisayarın eczanesine erişimi kaldırıldı.',
    pair_again: () => 'Hub bu bilgisayarı artık içeri almıyor.',
    waits_for_approval: () => 'Bu bilgisayar bir yöneticinin onayını bekliyor.',
    identity_conflict: () => 'Başka bir bilgisayar bunun kimliğini kullanıyor: ikisinden biri kopya.',
    too_old: () => 'Bu bilgisayardaki Pharmacy Relay, hub için fazla eski.',
    hub_refuses: () => 'Hub bu bilgisayarı reddediyor.',
    no_role: () => 'Bu bilgisayarın henüz bir rolü yok.',
    no_role_no_hub: () => 'Hub’a ulaşılamıyor ve bu bilgisayarın henüz bir rolü yok.',
    port_taken: (n) =>
      `${n.port} numaralı portu bu bilgisayarda başka bir program kullanıyor: etiket alınamıyor.`,
    printer_missing: (n) => `Seçilen yazıcı, ${n.printer}, bu bilgisayarda bulunamıyor.`,
    not_set_up: () => 'Desteğin bu bilgisayar için seçtiği ayar kurulamadı: etiket alınamıyor.',
    no_printer: () => 'Bu bilgisayar için yazıcı seçilmemiş.',
    no_target: () => 'Eczanenin hiçbir bilgisayarında yazıcı yok. Etiketler saklanıyor ve bekliyor.',
    port_closed: () => 'Etiket alınamıyor: etiket portu kapalı.',
    printer_stopped: () => 'Yazıcı durdu.',
    stopped_there: (n) => `${n.computer} bilgisayarından hiçbir etiket çıkmıyor.`,
    paused_there: (n) => `${n.computer} bilgisayarında yazdırma duraklatıldı. Etiketler orada bekliyor.`,
    no_printer_there: (n) => `${n.computer} için yazıcı seçilmemiş. Etiketler orada saklanıyor ve bekliyor.`,
    off_there: (n) =>
      `${n.computer} kapalı, ağsız ya da ajanı kapatılmış. Etiketler saklanıyor, kendiliğinden gidecekler.`,
    no_way: (n) => `Etiketler ${n.computer} bilgisayarına ulaşmıyor. Saklanıyor, kendiliğinden gidecekler.`,
    not_applied: () => 'Bu bilgisayarın en yeni ayarı uygulanamadı; önceki ayar geçerli.',
    peer_changed: () => 'Başka bir bilgisayar, burada bilinmeyen bir sertifika sunuyor.',
    unknown_labels: (n) =>
      byCount(
        n.count,
        `${n.job} numaralı etiket çıktı mı? Lütfen bakın.`,
        `${n.count} etiket çıktı mı? Lütfen bakın.`,
      ),
    held_labels: (n) => `${n.count} etiket tutuluyor: birinin karar vermesi gerekiyor.`,
    labels_wait: (n) => `${n.count} etiket bekliyor ve şu anda çıkmıyor.`,
    not_running: () => 'Pharmacy Relay çalışmıyor. Etiket çıkmıyor.',
    not_answering: () => 'Pharmacy Relay yanıt vermiyor. Etiketler çıkmıyor olabilir.',
    not_allowed: () => 'Bu kullanıcı Pharmacy Relay’in durumunu göremez. Etiketler yine de çıkıyor olabilir.',
    not_understood: () => 'Bu simge ile Pharmacy Relay hizmetinin sürümleri farklı.',
  },
  advice: {
    ready_through_hub: () => 'Yerel ağın neden kullanılmadığını görmek için bağlantıyı denetleyin.',
    ready_at_standby: () => 'İlk yazıcının ve bilgisayarının açık olup olmadığına bakın.',
    ready_hub_away: () =>
      'Etiketlerin burada ona ihtiyacı yok. Geri gelene kadar destek ekibi bu bilgisayarı göremez.',
    ready_clock_off: () =>
      'Tarih ve saati ayarlayın veya sistemin ayarlamasını sağlayın; yanlış saat destekle bağlantıyı koparabilir.',
    ready_some_failed: () => 'Hangileri olduğuna bakın, eksik olanı yeniden yazdırın.',
    labels_refused: () =>
      'Çoğunlukla bu bilgisayarın diski doludur: yer açın, sonra etiketi etiket programınızdan yeniden gönderin.',
    paused: () => 'Çıkmaları için “Yazdırmaya şimdi devam et” düğmesini kullanın.',
    unpaired: () => 'Destek ekibinden bir eşleştirme kodu isteyin ve buraya girin.',
    withdrawn: () =>
      'Destek ekibine sorun: erişimi yeniden verir ya da buraya girmeniz için bir eşleştirme kodu verir.',
    pair_again: () => 'Destek ekibinden bir eşleştirme kodu isteyin ve buraya girin.',
    waits_for_approval: () =>
      'Destek ekibini arayın. Onaydan sonra yarım dakika içinde kendiliğinden devam eder.',
    identity_conflict: () => 'Destek ekibini arayın: ikisinden biri yeni bir eşleştirme kodu alacak.',
    too_old: () => 'Güncelleme arayın veya destek ekibini arayın.',
    hub_refuses: () => 'Bağlantıyı denetleyin, sonra destek ekibini arayın.',
    office_printer: () => 'Etiket yazıcısını destek ekibi panelden seçer.',
    no_role: () => 'Bu bilgisayarın ne yapacağını destek ekibi panelden seçer.',
    no_role_no_hub: () => 'İnternet bağlantısını denetleyin.',
    port_taken: () =>
      'O programı kapatın veya bilgisayarı yeniden başlatın; sonra kendiliğinden devam eder. Düzelmezse desteği arayın.',
    printer_missing: () =>
      'Yazıcıyı bağlayıp açın; sonra kendiliğinden devam eder. Artık başka bir yazıcıysa desteği arayın.',
    not_set_up: () => 'Nedenini bağlantı denetimi gösterir; sonra desteği arayın.',
    no_printer: () => 'Destek ekibi onu panelden seçer.',
    no_target: () => 'Yazıcının hangi bilgisayarda olduğunu destek ekibi panelden seçer.',
    port_closed: () => 'Portu neyin kullandığını görmek için bağlantıyı denetleyin.',
    stopped_there: (n) =>
      `${n.computer} bilgisayarının yazıcısına bakın; etiketler orada bekler ve kendiliğinden çıkar.`,
    paused_there: (n) =>
      `Kendiliğinden biter ya da ${n.computer} bilgisayarında “Yazdırmaya şimdi devam et” ile biter.`,
    no_printer_there: () => 'Destek ekibi onu panelden seçer.',
    off_there: (n) => `${n.computer} bilgisayarını açın ve ağ bağlantısına bakın.`,
    no_way: (n) => `${n.computer} bilgisayarının açık ve aynı ağda olup olmadığına bakın.`,
    not_applied: () => 'Nedenini görmek için bağlantıyı denetleyin.',
    peer_changed: () => 'Sertifikaları iki bilgisayarda karşılaştırın; doğruysa burada onaylayın.',
    unknown_labels: () => 'Yazıcıya bakın, sonra çıkıp çıkmadığını söyleyin.',
    held_labels: () => 'Nedenine bakın, sonra yazdırın veya iptal edin.',
    labels_wait: () => 'Yazıcı kabul eder etmez kendiliğinden çıkarlar. Yazıcıya bakın.',
    not_running: () => 'Başlatın. İşe yaramazsa bilgisayarı yeniden başlatın veya destek ekibini arayın.',
    not_answering: () =>
      'Bir dakika bekleyin, sonra bilgisayarı yeniden başlatın. Düzelmezse destek ekibini arayın.',
    not_allowed: () =>
      'Bilgisayarın yöneticisi bu kullanıcıyı pharmacy-relay grubuna ekler; ardından yeniden oturum açın.',
    not_understood: () => 'Bilgisayarı yeniden başlatın. Düzelmezse en yeni sürümü kurun.',
  },
  actions: {
    start: 'Başlat',
    resume: 'Yazdırmaya şimdi devam et',
    pair: 'Eşleştirme kodunu gir',
    answer: 'Çıkıp çıkmadığını söyle',
    labels: 'Etiketlere bak',
    printers: 'Yazıcıya bak',
    peers: 'Sertifikaları karşılaştır',
    doctor: 'Bağlantıyı denetle',
    updates: 'Güncelleme ara',
  },
}
