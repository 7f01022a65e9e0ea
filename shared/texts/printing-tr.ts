// What people read about roles, printers and test labels, in Turkish.
import type { printingEn } from './printing-en.ts'

export const printingTr: typeof printingEn = {
  changeRole: 'Rolü değiştir',
  states: {
    waiting: 'bilgisayar bekleniyor',
    sent: 'bilgisayara gönderildi',
    received: 'bilgisayara ulaştı',
    applied: 'uygulandı',
    failed: 'uygulanamadı',
  },
  failures: {
    port_taken:
      'Bilgisayardaki başka bir program bu bağlantı noktasını kullanıyor. Programı kapatın veya başka bir bağlantı noktası seçin.',
    port_refused:
      'Bu bağlantı noktası bilgisayarda kullanılamaz. 1024 ve üzerinden birini seçin, örneğin 9100.',
    printer_missing: 'Bu yazıcı artık bilgisayarda yok. Yazıcıyı bağlayın veya başka birini seçin.',
    target_refused:
      'Bilgisayar, yazıcı bilgisayarına bağlanamaz: adresine veya bağlantı noktasına izin verilmiyor.',
    not_understood: 'Ajan bu atamayı anlamıyor. Bilgisayardaki ajanı güncelleyin.',
    internal: 'Ajanda bir sorun oluştu. Kendiliğinden yeniden dener.',
  },
  goesOn: 'O zamana kadar önceki gibi çalışır.',
  nothingPrinted:
    'O zamana kadar eczanenin etiketleri yazdırılmaz. Sonrasında eksik etiket olup olmadığını denetleyin.',
  says: 'Bilgisayarın bildirdiği:',
  testLabel: 'Deneme etiketi yazdır',
  testLabelOffline: 'Deneme etiketi: yalnızca çevrimiçiyken.',
  testLabelNoPrinter: 'Deneme etiketi: önce bir yazıcı seçin.',
  testLabelNoTarget: 'Deneme etiketi: önce bir bilgisayar yazıcı bilgisayarı olmalı.',
  testLabelNotReady: (computer) => `Deneme etiketi: ${computer} yazıcısı hazır değil.`,
  testLabelUnderWay: 'Etiket yolda…',
  testLabelAnswer: (computer) => `Deneme etiketi (${computer}):`,
  testLabelStates: {
    accepted: 'bilgisayar kabul etti, yolda',
    forwarded: 'yazıcı bilgisayarına iletildi',
    sending: 'yazıcıya gönderiliyor',
    sent_to_printer: 'yazıcıya gönderildi',
    printed: 'yazdırıldı (yazıcı onayladı)',
    waiting_for_printer: 'yazıcıyı bekliyor',
    held: 'bilgisayarda bekletiliyor',
    unknown: 'yazdırılıp yazdırılmadığı bilinmiyor: lütfen yazıcıya bakın',
    failed: 'başarısız',
    expired: 'süresi doldu',
    cancelled: 'iptal edildi',
  },
  testLabelNoAnswer: 'Zamanında yanıt gelmedi. Yeniden denemeden önce yazıcıya bakın: etiket hâlâ çıkabilir.',
  testLabelNotOnline: 'Bilgisayar çevrimdışı. Hiçbir şey yazdırılmadı.',
  testLabelRefused: 'Bilgisayar yazdırmaya dahil değil. Önce bir rol verin.',
  testLabelNotDone: 'Bilgisayar deneme etiketini yazdıramadı.',
  saved: 'Kaydedildi. Bilgisayarlara bildiriliyor.',
  unchanged: 'Zaten böyleydi. Hiçbir şey değiştirilmedi.',
  noPrinterComputer: (n) =>
    `Yazıcı hiçbir bilgisayarda değil: ${n} istemcinin etiketleri bekliyor. Bir bilgisayarı yazıcı bilgisayarı yapın.`,
  printerNotApplied: (computer) => `${computer} bu ayarı uygulayamadı:`,
  editorTitle: (computer) => `Rol: ${computer}`,
  roleQuestion: 'Yazdırmadaki görevi nedir?',
  now: 'şimdi',
  becomesNone: (computer) => `${computer} yazdırmaya dahil olmaz ve etiket almaz.`,
  becomesClient: (computer, printerComputer) => `${computer}, ${printerComputer} üzerinden yazdırır.`,
  becomesClientOfNone: (computer) =>
    `${computer} etiket alır ama yazıcı hiçbir bilgisayarda değil: etiketler bekler.`,
  losesPrinter: 'Yazıcı hiçbir bilgisayarda olmayacak: başka birine verilene kadar etiketler bekler.',
  othersWait: (n) => `${n} istemcinin etiketleri de bekler.`,
  staysPrinterComputer: (computer) =>
    `Yazıcı ${computer} bilgisayarında. Yazıcısı ve bağlantı noktası burada değiştirilebilir.`,
  getsPrinter: (computer) => `Yazıcı ${computer} bilgisayarına verilir.`,
  printerComputerBecomesClient: (printerComputer) =>
    `Şu anki yazıcı bilgisayarı ${printerComputer}; istemci olur.`,
  learnsOnReturn: (printerComputer) => `${printerComputer} çevrimdışı; geri geldiğinde öğrenir.`,
  othersPrintThrough: (computer, n) => `${n} istemci ${computer} üzerinden yazdırır.`,
  offlineChoice: (computer) =>
    `${computer} çevrimdışı. Yazıcı bilgisayarı olması için çevrimiçi olmalı, çünkü yazıcıları ona sorulur.`,
  offlineKept: (computer) =>
    `${computer} çevrimdışı. Yazıcı ve bağlantı noktası, geri geldiğinde değiştirilebilir.`,
  roleFault: 'Bir rol seçin.',
  confirm: (computer) =>
    `Yazıcıyı ${computer} bilgisayarından al: başka bir bilgisayara verilene kadar etiketler bekler.`,
  confirmFault: 'Etiketler bekleyecekse bunu işaretleyin veya başka bir rol seçin.',
  choosePrinter: 'Yazıcı seçin',
  asking: (computer) => `${computer} bilgisayarına yazıcıları soruluyor. 2–5 saniye, en çok 10 saniye sürer.`,
  answered: (n) => `Yanıt geldi: ${n} yazıcı.`,
  lastList: 'Son bildirilen liste:',
  neverReported: (computer) => `${computer} henüz hiç yazıcı bildirmedi.`,
  ask: 'Yazıcıları sor',
  askFailed: (computer) => `${computer} 10 saniye içinde yanıt vermedi. Açık olduğunu denetleyin.`,
  wentOffline: (computer) => `${computer} çevrimdışı oldu. Bağlandığında yeniden deneyin.`,
  askRefused: (computer) => `${computer} yazıcılarını bildiremedi.`,
  lastListUsable: 'Son liste hâlâ kullanılabilir.',
  emptyList: (computer) =>
    `${computer} bilgisayarında yazıcı yok. Yazıcıyı bağlayıp açın, bilgisayarın sistemine ekleyin, sonra yeniden sorun.`,
  notInList: (printer) => `${printer} bu listede yok.`,
  printerFault: 'Listeden bir yazıcı seçin.',
  printerUnreported: (computer) =>
    `${computer} bu yazıcıyı bildirmiyor. Yazıcılarını yeniden sorup birini seçin.`,
  portHint: 'Etiket programları 9100 bekler. 1024–65535 arası, 515 ve 631 kullanılabilir.',
  portFault:
    'Bu bağlantı noktası kullanılamaz. 9100 ya da 1024–65535 arasından bir başkasını, 515 veya 631 girin.',
  stale: 'Bu arada başka biri kaydetti. Seçiminiz aşağıda duruyor ama kaydedilmedi.',
  nowPrinterComputer: (computer, printer, port) =>
    `Şu anda yazıcı bilgisayarı ${computer}; yazıcı ${printer}, bağlantı noktası ${port}.`,
  nowNoPrinterComputer: 'Şu anda hiçbir bilgisayar yazıcı bilgisayarı değil.',
  nowRole: (computer, role) => `${computer} bilgisayarının rolü: ${role}.`,
  saveAgain: 'Seçiminiz hâlâ geçerliyse yeniden kaydedin.',
  conditions: {
    paused: 'Yazıcı duraklatılmış. Yazıcının duraklatma düğmesine basın.',
    paper_out: 'Yazıcıda etiket kalmadı. Yeni bir rulo takın.',
    ribbon_out: 'Ribon bitti. Yenisini takın.',
    head_open: 'Yazıcı açık. Kafasını veya kapağını kapatın.',
    too_hot: 'Yazıcı fazla ısındı. Soğuyunca kendiliğinden devam eder.',
    too_cold: 'Yazıcı fazla soğuk. Isınınca kendiliğinden devam eder.',
    paper_jam: 'Yazıcıda etiket veya ribon sıkışmış. Yazıcıyı açıp temizleyin.',
    cutter_jam: 'Yazıcının kesicisi takılmış. Yazıcıyı açıp temizleyin.',
    offline: 'Yazıcı çevrimdışı. Yazıcının üzerinden çevrimiçi yapın.',
    buffer_full: 'Yazıcıda alabileceğinden fazla iş bekliyor.',
    memory_lost: 'Yazıcı belleğini kaybetti. Kapatıp açın ve son etiketleri kontrol edin.',
    fault: 'Yazıcı bir arıza bildiriyor. Ekranına bakın.',
    not_answering: 'Yazıcı yanıt vermiyor. Etiketi veya ribonu bitmiş ya da kafası açık olabilir.',
    unreachable: 'Yazıcıya ulaşılamıyor. Açık ve bağlı olup olmadığına bakın.',
    queue_stopped:
      'Bilgisayarın yazdırma kuyruğu durdurulmuş. Sistemin yazıcı ayarlarından yeniden başlatın.',
    label_waiting: 'Yazdırılmış bir etiket alınmayı bekliyor.',
    paper_low: 'Etiketler bitmek üzere.',
    clean_head: 'Yazıcı kafası temizlenmeli.',
    replace_head: 'Yazıcı kafası değiştirilmeli.',
  },
}
