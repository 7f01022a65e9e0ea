// Every reason as people read it, in Turkish.
import type { ReasonTexts } from '../../reasons/reason-text.ts'
import { accountReasonsTr } from './reasons/accounts.ts'
import { labelReasonsTr } from './reasons/labels.ts'
import { patientReasonsTr } from './reasons/patients.ts'
import { supportReasonsTr } from './reasons/support.ts'

export const reasonsTr: ReasonTexts = {
  ...accountReasonsTr,
  ...patientReasonsTr,
  ...supportReasonsTr,
  ...labelReasonsTr,
  printer_unreachable: 'yazıcıya ulaşılamıyor',
  printer_busy: 'yazıcı bağlantıyı kabul etmiyor: kullanımda ya da hazır değil',
  printer_not_found: 'böyle bir yazıcı yok',
  printer_unplugged: 'yazıcı takılı değil ya da kapalı',
  address_not_usable: 'yazıcının adresi kullanılamıyor',
  write_stalled: 'yazıcı veri almayı bıraktı',
  connection_reset: 'yazıcı bağlantıyı kesti',
  closed_early: 'yazıcı etiketin tamamını almadan kapattı',
  close_not_seen: 'yazıcı etiketin sonunu onaylamadı',
  queue_failed: 'bu bilgisayarın yazdırma kuyruğu hata verdi',
  queue_stopped: 'bu bilgisayarın yazdırma kuyruğu durdurulmuş: sistemin yazıcı ayarlarından başlatın',
  queue_waits: 'etiket bu bilgisayarın yazdırma kuyruğunda bekledi',
  queue_cancelled: 'bu bilgisayarın yazdırma kuyruğunda iptal edildi',
  queue_offline:
    'bu bilgisayarın yazdırma kuyruğu “Yazıcıyı Çevrimdışı Kullan” olarak ayarlı: bunu kuyruğun menüsünden kaldırın',
  queue_denied:
    'sistem, aracının bu yazıcıda yazdırmasına izin vermiyor: Windows’ta yazıcının özelliklerinde herkese Yazdır iznini verin, başka yerde aracının hesabına kuyrukta yazdırma izni verin',
  queue_disk_full: 'yazdırma işlerinin diski dolu: bu bilgisayarda yer açın',
  raw_refused: 'bu yazıcının sürücüsü etiket komutlarını almıyor: yazıcıyı üreticisinin sürücüsüyle kurun',
  spooler_stopped:
    'bu bilgisayarın yazdırma hizmeti durmuş: başlatın; Windows’ta hizmetlerdeki “Yazdırma Biriktiricisi”, başka yerde cups',
  job_not_finished: 'yazdırma kuyruğu etiketi zamanında bitirmedi',
  file_not_written: 'etiket klasöre yazılamadı',
  device_no_rights:
    'program yazıcının portunu kullanamıyor: hesabını o portun grubuna ekleyin (seri port için dialout, USB için lp), sonra programı yeniden başlatın',
  device_gone: 'kablo ya da yazıcı çıkarıldı',
  usb_twins:
    'bu modelden, birbirinden ayırt edilemeyen iki yazıcı takılı: onları sisteme yazıcı olarak kurun ya da birini çıkarın',
  printer_has_queue:
    'bu yazıcı bu bilgisayarın sisteminde kurulu: yazıcı listesinde onu seçin, çünkü bir yazıcıya iki yol etiketleri karıştırır',
  stopped: 'program durduruldu',
  other_certificate:
    'yazıcı güvenilenden başka bir sertifika gösteriyor, bu yüzden ona hiçbir şey gönderilmiyor; penceredeki Yazıcılar sayfasında karşılaştırıp güvenin ya da şununla: agent trust YAZICI',
  no_tls: 'yazıcı bu portta TLS kullanmıyor, bu yüzden ona hiçbir şey gönderilmiyor',
  tls_silent: 'yazıcı TLS ile yanıt vermiyor: kullanımda ya da bu portta TLS açık değil',
  folder_not_usable: 'klasör yok ya da içine yazılamıyor',
  printer_in_use: 'yazıcıyı şu anda bu bilgisayar kullanıyor',
  print_server_silent: 'bu bilgisayarın yazdırma hizmeti yanıt vermiyor',
  printer_condition: ({ condition }) => condition,

  agent_ended: 'program bu etiketi gönderirken sona erdi',
  agent_failed: 'program etiketi gönderirken hata verdi',
  being_asked: 'çıkıp çıkmadığı yazıcıya soruluyor',
  cannot_be_asked: 'çıkıp çıkmadığı sorulamıyor',
  says_nothing: 'yazıcı bu konuda bir şey bildirmiyor',
  queue_finished: 'yazdırma kuyruğu bittiğini bildiriyor',
  queue_never_began: 'yazdırma kuyruğu onu yazdırmaya hiç başlamadı',
  queue_cannot_tell: 'yazdırma kuyruğu çıkıp çıkmadığını söyleyemiyor',
  no_counter: 'yazıcı etiketlerini saymıyor',
  counter_unknown: 'yazıcının sayacı önceden bilinmiyordu',
  asked_once: 'yazıcıya yalnızca bir kez soruldu',
  not_at_rest: 'sorulduğunda yazıcı meşguldü',
  other_language: 'yazıcı bu dildeki etiketleri saymıyor olabilir',
  maybe_later: 'yazıcı onu almış olabilir ve sonra yazdırabilir',
  may_still_come: 'yazıcı devam edince yine de çıkabilir',
  nothing_came: 'yazıcı hiçbir şeyin çıkmadığını gösteriyor',
  counter_back: 'yazıcının sayacı geri gitti: başka bir yazıcı olabilir',
  some_came: 'bir şey çıktı, ama kaç etiket olması gerektiği bilinmiyor',
  it_came: 'yazıcının sayacı çıktığını gösteriyor',
  part_came: ({ some, all }) => `${all} etiketinden ${some} tanesi çıktı`,
  more_came: 'olması gerekenden çok etiket çıktı: başka biri yazdırdı ya da yazıcı bir etiketi yineledi',
  tried_before: ({ times }) =>
    `önceki ${times} deneme de böyle bitti: yazıcının onu yazdırıp yazdıramadığına bakın`,

  paused: ({ until }) =>
    `bu bilgisayarda yazdırma saat ${until} olana kadar duraklatıldı: sonra kendiliğinden ya da genel bakıştaki “Yazdırmaya şimdi devam et” ile devam eder`,
  no_part: 'bu bilgisayarın rolü yok',
  no_printer: 'yazıcı seçilmedi',
  no_computer: 'başka hiçbir bilgisayarda yazıcı yok',
  expired: ({ after }) => `${after} içinde yazdırılamadı`,
  clock_jumped:
    'bu bilgisayarın saati atladı, bu yüzden etiketin süresi kendiliğinden dolmaz: artık istenmiyorsa iptal edin',
  content_locked: 'bu etiketin içeriği artık açılamıyor: yeniden gönderin',
  content_gone: 'bu etiketin içeriği artık saklanmıyor: yeniden gönderin',
  not_confirmed_yet: 'yazıcı etiketin sonunu henüz onaylamadı',
  others_first: 'önündeki etiketler henüz çıkmadı',
  sending_to: ({ place }) => place,
  moved: ({ pharmacy }) =>
    `bu bilgisayar başka bir eczaneye geçti: etiket ${pharmacy} eczanesinin ve yalnızca burada biri isterse yazdırılır`,
  copied: 'bu bilgisayar ayrı bir bilgisayar oldu: etiketi, kopyalandığı bilgisayar yazdırabilir',

  cut_label: 'etiket yarıda bitiyor: ^XZ eksik',
  cut_data: 'etiket, bir komutun bildirdiği verinin içinde bitiyor',
  cut_command: 'etiket bir komutun içinde bitiyor',
  cut_binary: 'etiket bir komutun ikili verisinin içinde bitiyor',
  cut_line: 'etiket bir satırın ortasında bitiyor',
  cut_unprinted: 'etiket, onu yazdıran komuttan önce bitiyor',
  not_checked: 'denetlenmedi: etiket dili bilinmiyor',
  no_end_mark: 'denetlenmedi: ESC/POS’un sonunda işaret yok',
  sender_closed: 'gönderen bağlantıyı kapattı',
  sender_silent: 'gönderen artık veri göndermedi',
  sender_broke: 'gönderen aktarımı yarıda kesti',
  handed_over: 'bu haliyle verildi',

  cancelled_here: 'bu bilgisayarda biri iptal etti',
  cancelled_by_staff: 'destek ekibi iptal etti',
  cancelled_at: ({ computer }) => `${computer} bilgisayarında biri iptal etti`,
  print_anyway: 'birisi yine de yazdır dedi',
  print_now: 'birisi şimdi yazdır dedi',
  seen_out: 'bu bilgisayarda biri çıktığını gördü',
  printed_again: ({ label }) =>
    `bu bilgisayarda biri çıkmadığını söyledi; ${label} numaralı etiket olarak yeniden yazdırıldı`,
  seen_out_by: ({ computer }) => `${computer} bilgisayarında biri çıktığını gördü`,
  printed_again_by: ({ computer, label }) =>
    `${computer} bilgisayarında biri çıkmadığını söyledi; ${label} numaralı etiket olarak yeniden yazdırıldı`,
  answer_waits: ({ computer }) =>
    `bu bilgisayarda biri çıkmadığını söyledi: ${computer} bilgisayarına ulaşılır ulaşılmaz orada yeniden yazdırılır`,
  answer_too_old: ({ computer, after }) =>
    `bu bilgisayarda biri çıkmadığını söyledi, ama ${computer} bilgisayarına ${after} içinde bildirilemedi: artık yeniden yazdırılmaz; hâlâ gerekli mi bakın ve yeniden yanıtlayın`,
  answer_not_heard: ({ computer }) =>
    `${computer} bilgisayarında bu programın eski bir sürümü var ve burada söylenen oraya ulaşmıyor: ${computer} bilgisayarında da yanıtlayın`,
  answer_not_told: ({ computer }) => `${computer} bilgisayarına bildirilemedi; orada hâlâ sorulabilir`,
  reprint_marked: ({ count, label }) =>
    `${label} numaralı etiketin ${count}. yeniden yazdırılışı; üzerinde de öyle yazar`,
  reprint_unmarked: ({ count, label }) =>
    `${label} numaralı etiketin ${count}. yeniden yazdırılışı; bu etikete işaret konamıyor`,

  at_computer: ({ computer }) => computer,
  waits_there: ({ computer }) => `${computer}: yazıcıyı bekliyor`,
  held_there: ({ computer }) => `${computer}: beklemeye alındı`,
  forwarded_there: ({ computer }) => `${computer}: devredildi`,
  says_so: ({ computer }) => `${computer} böyle bildiriyor`,
  came_home: 'yazıcı buraya gelmeden önce bu bilgisayar onu oraya göndermişti',
  through_hub: 'internet üzerinden',
  at_standby: ({ computer }) => `${computer} bilgisayarında (yedek yazıcı)`,
  no_news_yet: 'yazıcının bağlı olduğu bilgisayar ne olduğunu henüz bildirmedi',
  in_doubt: ({ computer }) => `bu etiketin ${computer} bilgisayarında olup olmadığı artık sorulamadı`,
  gone_elsewhere: ({ computer }) =>
    `${computer} bilgisayarına devredilmiş olabilir ve artık orada sorulamıyor: çıkıp çıkmadığına bakın`,
  not_known_there: ({ computer }) => `${computer} bu etiketi artık bilmiyor: çıkıp çıkmadığına bakın`,
  link_refused_size: 'etiket o bilgisayarın aldığından büyük ya da bildirilen uzunlukta değil',
  link_refused_hash: 'etiket gönderildiği gibi ulaşmadı: programından yeniden yazdırın',
  link_refused_conflict:
    'aynı numarayla daha önce başka bir etiket gönderildi: programından yeniden yazdırın',
  link_refused_expired: 'etiket ulaştığında çok eskiydi',
  link_refused_busy: 'şu anda çok işi var',
  link_refused_storage: 'etiketi saklayamadı',
  link_refused_not_ready: 'başlıyor, duruyor ya da şu anda yazıcısı yok',
  computer_unreachable: ({ computer }) => `${computer} bilgisayarına ulaşılamıyor`,
  and_through_hub: 'internet üzerinden',

  link_unreachable: 'yerel ağda yanıt vermiyor',
  link_no_address: 'yerel ağda hiçbir adresi bilinmiyor',
  link_not_pinned: 'orada yanıt veren, atanan bilgisayar değil',
  link_not_welcome: 'bu bilgisayarın etiketlerini almıyor ya da henüz almıyor',
  link_hub_away: 'şu anda internet hizmetine bağlantı yok',
  link_peer_offline: 'çevrimiçi değil',
  link_timeout: 'zamanında yanıt vermedi',
  link_protocol: 'orada yanıt veren, anlaşıldığı gibi konuşmuyor',
  link_closed: 'bağlantı sona erdi',
  link_bye: 'bağlantıyı sonlandırdı',
  certificate_changed: ({ computer }) =>
    `${computer} öncekinden farklı bir sertifika gösteriyor: iki bilgisayarda da karşılaştırın`,
  certificate_not_told: ({ computer }) =>
    `${computer} bilgisayarının sertifikası henüz bilinmiyor: programı orada başlatın`,
  certificate_not_used: ({ computer, shown }) =>
    `${computer} için bu bilgisayarın tanımadığı bir sertifika bildiriliyor (${shown} …); burada biri karşılaştırana kadar kullanılmaz`,
  certificate_refused: ({ computer, shown }) =>
    `${computer} için bu bilgisayarın tanımadığı bir sertifika bildiriliyor (${shown} …); burada biri karşılaştırana kadar onunla etiket alışverişi yapılmaz`,

  spool_full: 'bellek bekleyen etiketlerle dolu: bazılarını yazdırın ya da iptal edin',
  too_many_waiting: 'çok fazla etiket yazıcıyı bekliyor',
  disk_full: 'bu bilgisayarın diski dolu: yer açılınca etiketler yeniden alınır',
  disk_slow: 'bu bilgisayarın diski etiketlere yetişemiyor',
  disk_failed: 'bu bilgisayarın diski hata verdi, bu yüzden hiçbir şey alınmadı: diski denetleyin',

  port_taken: ({ port }) =>
    `${port} numaralı portu bu bilgisayarda başka bir program kullanıyor: onu kapatın ya da başka bir port seçin`,
  port_not_allowed: ({ port }) => `${port} numaralı port burada açılamaz: 1024 ya da üstü bir tane seçin`,
  port_impossible: ({ port }) => `${port} bir port değil: 1 ile 65535 arası`,
  port_not_opened: ({ port }) => `${port} numaralı port açılamıyor`,
  port_not_for_labels: ({ port }) =>
    `${port} numaralı port etiketler için değil: 1024 ya da üstünü, 515’i veya 631’i seçin`,
  port_refused_here: 'bağlantıları reddediyor',
  address_not_here: ({ address }) => `${address} bu bilgisayarın bir adresi değil`,
  assignment_incomplete: 'yazıcı bilgisayarı için yazıcı ya da port belirtilmemiş',
  assignment_failed: 'uygulanırken bir şeyler ters gitti; günlük daha fazlasını söyler',
  printer_not_here: ({ printer }) => `${printer} yazıcısı bu bilgisayarda değil`,
  printer_not_seen: ({ printer }) => `${printer} yazıcısı görülemiyor`,
  printer_leads_back: ({ printer, port }) =>
    `${printer} etiketleri bu bilgisayarın ${port} numaralı portuna veriyor ve oradan yeniden geliyorlar: başka bir yazıcı ya da port seçin`,
  local_printer_not_here: 'bu bilgisayarda Windows yok, böyle bir yazıcı ise Windows içindir',
  local_printer_no_port: 'bu bilgisayar şu anda etiket almıyor: önce destek ekibi panelde ona bir rol verir',
  local_printer_denied: 'Windows bunu yalnızca bir yöneticinin yapmasına izin veriyor',
  local_printer_busy: 'Windows içindekileri hâlâ yazdırıyor: bir dakika sonra yeniden deneyin',
  local_printer_no_driver: 'Windows’ta bu yazıcı sürücüsü yok: önce kurun ya da başka birini belirtin',
  local_printer_no_monitor: 'bu Windows’ta TCP/IP yazıcı portu yok',
  local_printer_failed: ({ code }) => `Windows bunu yapmadı (hata ${code})`,
  target_out_of_reach: ({ computer, addresses }) =>
    `${computer} bilgisayarının, bu bilgisayarın etiket gönderebileceği özel bir ağda adresi yok, yalnızca ${addresses}`,

  not_started: 'başlatılmadı',
  agent_stopping: 'program kapatılıyor',
  becoming_another: 'bu bilgisayar bir kopyaydı ve ayrı bir bilgisayar oluyor',
  not_paired: 'bu bilgisayar henüz bir eczaneye ait değil',
  settings_missing: ({ names }) => `eksik ayarlar: ${names}`,
  settings_changed: 'ayarlar değişti',
  hub_unreachable: ({ hub }) => `${hub} adresindeki portala ulaşılamıyor`,
  host_answered: ({ status }) => `oradaki sunucu HTTP ${status} yanıtını verdi`,
  host_refused: 'bu adres ve portta yanıt veren yok; portal çalışıyor mu?',
  host_cut: 'bağlantı kurulurken kesildi',
  host_silent: 'zamanında yanıt gelmedi',
  name_unknown: 'ad sunucusu bu adı bilmiyor',
  name_server_silent: 'ad sunucusu yanıt vermiyor; ağ bağlı mı?',
  network_away: 'oraya giden bir ağ yolu yok; ağ bağlı mı?',
  local_address_wrong: 'LocalAddress bu bilgisayarın bir adresi değil',
  certificate_expired: 'sertifikasının süresi dolmuş; bu bilgisayarın tarihi ve saati doğru mu?',
  certificate_not_valid_yet: 'sertifikası henüz geçerli değil; bu bilgisayarın tarihi ve saati doğru mu?',
  certificate_self_signed: 'sertifikasını kendisi imzalamış',
  certificate_foreign: 'sertifikası bu bilgisayarın güvenmediği bir kurumdan',
  certificate_other_host: 'sertifikası başka bir ad için',
  connection_failed: 'bağlantı kurulamadı',
  hub_closed: 'portal bağlantıyı kapattı',
  hub_silent: 'portal artık yanıt vermiyor',
  hub_cut: 'portalla bağlantı kesildi',
  hub_unreadable: 'portal okunamayan bir şey gönderdi',
  hub_restarting: 'portal yeniden başlatılıyor',
  hub_no_heartbeat: 'portaldan 5 dakikadır yaşam belirtisi gelmedi',
  identity_used: 'başka bir program bu bilgisayarın kimliğiyle bağlandı',
  hub_not_registered: 'portal bu bilgisayarı kaydetmiyor',
  hub_wants_pairing: 'portal bu bilgisayarı yalnızca bir eşleştirme koduyla kabul ediyor',
  hub_wants_approval: 'bu bilgisayar eşleştirildi ve bir Admin’in onayını bekliyor',
  hub_removed: 'bu bilgisayar eczanesinden çıkarıldı',
  hub_has_copy: 'başka bir bilgisayar bunun kimliğiyle bağlı: ikisinden biri kopya',
  hub_wants_newer: 'bu program portal için çok eski: en yeni sürüm gerekiyor',
  hub_busy: 'portalın şu anda çok işi var',
  hub_refuses: ({ code }) => `portal bu bilgisayarı reddediyor (${code})`,

  label_answer_first: ({ label }) => `önce ${label} numaralı etiketin çıkıp çıkmadığını söyleyin`,
  label_reprint_instead: ({ label }) =>
    `${label} numaralı etiket artık tutulmuyor: bunun yerine yeniden yazdırın`,
  label_release_instead: ({ label }) =>
    `${label} numaralı etiket henüz yazdırılmadı: bunun yerine yine de yazdırın`,
  label_not_asked: ({ label }) => `${label} numaralı etiketin çıkıp çıkmadığının söylenmesi gerekmiyor`,
  label_answered_yes: ({ label, computer }) =>
    `${label} numaralı etiket için ${computer} bilgisayarında yanıt verilmişti: etiket çıktı`,
  label_answered_no: ({ label, computer, again }) =>
    `${label} numaralı etiket için ${computer} bilgisayarında yanıt verilmişti: etiket çıkmadı; ${again} numaralı etiket olarak yeniden yazdırıldı`,
  label_known_there: ({ label, computer }) =>
    `${label} numaralı etikete ne olduğu ${computer} bilgisayarında artık biliniyor: durumuna bakın`,
  label_being_sent: ({ label }) => `${label} numaralı etiket şu anda gönderiliyor ve geri alınamaz`,
  label_over: ({ label }) => `${label} numaralı etikette iptal edilecek bir şey kalmadı`,
  label_send_again: ({ label }) =>
    `${label} numaralı etiket iptal edildi: kendi programından yeniden gönderin`,
  label_not_printed_yet: ({ label }) => `${label} numaralı etiket henüz yazdırılmadı`,
  label_elsewhere: ({ label, computer }) =>
    `${label} numaralı etiket şu bilgisayarda: ${computer}; orada yapın ya da burada yeniden yazdırın`,
  label_reprinted: ({ label, times }) =>
    `${label} numaralı etiket şimdiye kadar ${times} kez yeniden yazdırıldı`,
  agent_too_old: ({ computer }) =>
    `${computer} bilgisayarındaki program bunu henüz yapamıyor: oraya en yeni sürümü kurun`,
  computer_no_part: ({ computer }) => `${computer} bilgisayarının rolü yok: önce bir rol verin`,
  computer_no_printer: ({ computer }) =>
    `${computer} bilgisayarının kendi yazıcısı yok: yazıcı bilgisayarına sorun`,
  updates_no_launcher: 'bu program elle başlatıldı: yalnızca kurulu hizmet güncellenir',
  updates_no_key: 'bu program, güncellemelerine güvenebileceği bir yayımcı tanımıyor',
  updates_no_address: 'güncellemeler için bir adres ayarlanmamış',
  no_version_before: 'geri dönülebilecek daha önceki bir sürüm yok',
  paired_already: ({ pharmacy }) => `bu bilgisayar zaten eşleştirilmiş: ${pharmacy}`,
  pairing_under_way: 'bu bilgisayar şu anda eşleştiriliyor',
  pairing_code_refused: 'kod kabul edilmedi: yanlış yazılmış, kullanılmış ya da süresi dolmuş olabilir',
  pairing_too_often: ({ after }) => `çok fazla deneme yapıldı: bekleme süresi ${after}`,
  pairing_unsure: 'yanıt zamanında gelmedi: yine de eşleştirilmiş olabilir, aynı kodu yeniden deneyin',
  pairing_hub_away:
    'portal yanıt vermiyor: internet bağlantısını, portal adresini ve bu bilgisayarın tarih ve saatini denetleyin',
  portal_unknown: 'portalın adresi henüz bilinmiyor',
  portal_fixed: 'portalın adresi bu bilgisayar için dışarıdan ayarlanmış ve burada yazılandan önce geçerli',
}
