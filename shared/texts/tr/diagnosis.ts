// What people read about the check of a computer's connection, in Turkish.
import type { DiagnosisTexts } from '../en/diagnosis.ts'
import { conditionText, firewallCommands, type Named } from '../diagnosis-text.ts'
import { spanText } from '../spans.ts'
import { printingTr } from './printing.ts'

/** Its name, or whose it is. */
function printerOf({ computer, printer }: Named): string {
  return computer === '' ? printer : `${computer} bilgisayarının yazıcısı`
}

export const diagnosisTr: DiagnosisTexts = {
  button: 'Bağlantıyı denetle',
  again: 'Yeniden denetle',
  title: (computer) => `${computer} bağlantısı`,
  intro:
    'Bilgisayar, bir etiketin geçtiği her yeri dener. Bu en çok 10 saniye sürer ve hiçbir şey yazdırmaz.',
  underWay: 'Bilgisayar bağlantısını denetliyor. Bu en çok 10 saniye sürer.',
  asOf: 'Denetlendi:',
  blocking: 'Etiketleri durduran:',
  through: 'Etiketler ulaşıyor.',
  throughLan: 'Etiketler yerel ağ üzerinden ulaşıyor.',
  throughHub: 'Etiketler daha uzun yoldan, hub üzerinden ulaşıyor.',
  throughNotKnown:
    'Etiketler yazıcı bilgisayarına ulaşıyor. O bilgisayar yazıcısının durumunu bildirmiyor: orada da denetleyin.',
  there: (computer: string) => `${computer}`,
  notAsked: (computer: string) =>
    `Burada etiketleri durduran bir şey yok. Yazıcılı ${computer} bilgisayarına sorulamadı; bu yüzden çıkıp çıkmadıkları bilinmiyor.`,
  closedNow:
    'Eczane çalışma saatlerine göre şu anda kapalı: o sırada kapalı olan bir bilgisayar sorun değildir.',
  whatToDo: 'Ne yapmalı',
  place: 'Yer',
  verdict: 'Sonuç',
  found: 'Bulgu',
  took: 'Süre',
  hops: {
    role: 'Rol',
    listener: 'Etiket portu',
    spool: 'Disk',
    trust: 'Sertifika',
    address: 'Adres',
    tcp: 'Yerel ağ',
    link: 'Şifreli bağlantı',
    hub: 'Hub',
    hub_path: 'Hub üzerinden yol',
    firewall: 'Güvenlik duvarı',
    clients: 'İstemciler',
    printer: 'Yazıcı',
    clock: 'Saat',
    other: 'Başka bir şey',
  },
  verdicts: { ok: 'Tamam', attention: 'Dikkat', failed: 'Hata', not_tested: 'Denenmedi' },
  text: {
    role_standby: (n) => `Etiketler ${n.computer} bilgisayarındaki yedek yazıcıya gidiyor: ilk yazıcı yok.`,
    role_client: (n) => `İstemci: etiketleri ${n.computer} bilgisayarına verir.`,
    role_printer: (n) => `Yazıcı bilgisayarı: ${n.printer} yazıcısına yazdırır.`,
    role_none: () => 'Bu bilgisayarın rolü yok.',
    role_no_target: () => 'Bu bilgisayar bir istemci, ama başka hiçbir bilgisayarda yazıcı yok.',
    role_no_printer: () => 'Bu bilgisayar yazıcı bilgisayarı, ama yazıcı seçilmemiş.',
    role_not_applied: () => 'En yeni rol uygulanamadı, her şey önceki gibi.',
    port_open: (n) => `Etiketler ${n.port} portundan alınıyor.`,
    port_closed: () => 'Etiketler için açık port yok.',
    port_silent: (n) => `Bu bilgisayarın ${n.port} portu bağlantı kabul etmiyor.`,
    spool_ok: (n) => `Etiketler saklanabiliyor: ${n.mb} MB boş, yazma ${n.ms} ms sürüyor.`,
    spool_slow: (n) => `Disk yavaş: yazma ${n.ms} ms sürüyor. ${n.mb} MB boş.`,
    spool_low: (n) => `Disk dolmak üzere: ${n.mb} MB boş.`,
    spool_broken: () => 'Diske yazılamıyor.',
    spool_paused: (n) =>
      `Bu bilgisayarda yazdırma ${n.count} dakika daha duraklatılmış olacak: etiketler saklanıyor ve bekliyor.`,
    trust_ok: (n) => (n.computer === '' ? 'Hepsi tanınıyor.' : `${n.computer} sertifikasına güveniliyor.`),
    trust_unknown: (n) => `Hub, ${n.computer} sertifikasını henüz bildirmedi.`,
    trust_changed: (n) => `${n.computer} öncekinden farklı bir sertifika gösteriyor.`,
    trust_clients_changed: (n) => `İstemciler öncekinden farklı sertifika gösteriyor: ${n.detail}.`,
    address_known: (n) => `${n.computer} şu adreste aranıyor: ${n.detail}.`,
    address_none: (n) => `${n.computer} için yerel ağda bilinen bir adres yok.`,
    address_foreign: (n) => `${n.computer} başka bir ağda (${n.detail}).`,
    tcp_connected: (n) => `${n.computer}, ${n.port} portundan bağlantı kabul ediyor.`,
    tcp_refused: (n) =>
      `${n.detail} adresindeki bilgisayar ${n.port} portunu reddediyor: ${n.computer} üzerindeki ajan çalışmıyor ya da rolü başka.`,
    tcp_silent: (n) =>
      `${n.computer}, ${n.detail} adresinde ${n.port} portundan yanıt vermiyor: bir güvenlik duvarı ya da Wi-Fi yalıtımı engelliyor.`,
    tcp_no_route: (n) => `${n.computer}, ${n.detail} adresinde bulunamıyor: kapalı ya da başka bir ağda.`,
    link_up: (n) => `${n.computer} ile bağlantı kurulu ve sertifikası doğru.`,
    link_not_pinned: (n) => `Orada yanıt veren ${n.computer} değil: başka bir sertifika gösteriyor.`,
    link_not_welcome: (n) => `${n.computer} bu bilgisayardan etiket almıyor.`,
    link_no_agent: () => 'Orada yanıt veren bir ajan değil ya da çok eski.',
    link_broken: (n) => `${n.computer} ile bağlantı kurulamadı.`,
    hub_online: (n) => `Hub bağlantısı var, ${n.ms} ms uzakta.`,
    hub_off: () => 'Hub bağlantısı kapalı.',
    hub_away: () => 'Hub’a ulaşılamıyor.',
    hub_refused: () => 'Hub bu bilgisayarı reddediyor.',
    hub_wants_code: () => 'Hub bu bilgisayarı yalnızca eşleştirme koduyla kabul ediyor.',
    hub_wants_approval: () => 'Bu bilgisayar eşleştirildi ve bir yöneticinin onayını bekliyor.',
    hub_has_copy: () => 'Başka bir bilgisayar bunun kimliğiyle bağlı: ikisinden biri kopya.',
    hub_withdrawn: () => 'Bu bilgisayarın eczanesine erişimi kaldırıldı: bir yönetici bunu panelden yaptı.',
    path_up: (n) => `${n.computer} bilgisayarına hub üzerinden ulaşılabiliyor.`,
    path_peer_offline: (n) => `${n.computer} hub’a bağlı değil.`,
    path_not_passed_on: (n) => `Hub şu anda ${n.computer} bilgisayarına hiçbir şey iletmiyor.`,
    firewall_open: (n) => `İstemciler ${n.port} portuna yerel ağdan ulaşıyor.`,
    firewall_closed: (n) => `Bu bilgisayarın güvenlik duvarı ${n.port} portunu geçirmiyor.`,
    firewall_perhaps: (n) => `Hiçbir istemci ${n.port} portuna yerel ağdan ulaşmadı.`,
    firewall_unknown: () => 'Bunu deneyebilecek bir istemci yok.',
    clients_linked: (n) => `${n.total} istemciden ${n.count} tanesi bağlı: ${n.detail}.`,
    clients_missing: (n) => `${n.total} istemciden ${n.count} tanesi bağlı. Eksik: ${n.detail}.`,
    clients_none: () => 'Bu bilgisayara etiket veren istemci yok.',
    printer_ready: (n) =>
      n.computer === ''
        ? `${n.printer} bir sorun bildirmiyor.`
        : `${n.computer} bilgisayarı, yazıcısında bir sorun bildirmiyor.`,
    printer_there: (n) => `${n.printer} bulundu, ama durumunu bildirmiyor.`,
    printer_remark: (n) => `${printerOf(n)}: ${conditionText(n.conditions, printingTr.conditions)}`,
    printer_stopped: (n) =>
      n.conditions.length === 0
        ? `${n.computer} bilgisayarının yazıcısından hiçbir şey çıkmıyor.`
        : `${printerOf(n)}: ${conditionText(n.conditions, printingTr.conditions)}`,
    printer_away: (n) => `${n.printer} yazıcısına ulaşılamıyor.`,
    printer_busy: (n) => `${n.printer} şu anda bağlantı kabul etmiyor.`,
    printer_paused: (n) =>
      `Biri ${n.computer} bilgisayarında yazdırmayı duraklattı: etiketler orada saklanıyor ve bekliyor.`,
    printer_none: (n) => `Yazıcı bilgisayarı ${n.computer}, ama onun için yazıcı seçilmemiş.`,
    printer_waiting: (n) =>
      n.computer === ''
        ? `${n.count} etiket bu bilgisayarda bekliyor ve çıkmadı.`
        : `${n.count} etiket ${n.computer} bilgisayarında bekliyor ve çıkmadı.`,
    printer_not_told: (n) => `${n.computer} bilgisayarı yazıcısının durumunu bildirmiyor.`,
    clock_ok: () => 'Saat, hub’ın saatiyle uyuşuyor.',
    clock_off: (n) => `Saat ${spanText(n.seconds, 'tr')} yanlış.`,
    clock_unknown: () => 'Hub saati henüz bildirmedi.',
    not_tested: () => 'Önce başka bir sorun giderilmeli.',
    other: () => 'Bu sürümün bilmediği bir şey.',
  },
  advice: {
    role_none: () => 'Destek ekibi bu bilgisayara panelde bir rol verir.',
    role_no_target: () => 'Destek ekibi, yazıcısı olan bilgisayarı panelde yazıcı bilgisayarı yapar.',
    role_no_printer: () => 'Destek ekibi panelde yazıcıyı seçer.',
    role_not_applied: () => 'Nedeni giderin; kendiliğinden yeniden denenir.',
    port_closed: () => 'Portu tutan programı kapatın ya da panelde başka bir port seçin.',
    port_silent: () =>
      'Ajanı yeniden başlatın. Olmazsa bu bilgisayardaki bir güvenlik programı engelliyordur.',
    spool_paused: () =>
      'Sonra kendiliğinden devam eder. Hemen devam için: pencerede “Yazdırmaya şimdi devam et” ya da agent resume.',
    spool_slow: () => 'Diski yoran programlara (ör. virüs taraması) ya da bozulan bir diske bakın.',
    spool_low: () => 'Ajanın veri klasörünün bulunduğu diskte yer açın.',
    spool_broken: () => 'Diskte yer açın; yazmaya karşı korumalı ya da bozuk olup olmadığına bakın.',
    trust_unknown: (n) => `${n.computer} üzerinde ajanı başlatın ve panelde çevrimiçi olduğuna bakın.`,
    trust_changed: (n) =>
      `İki bilgisayarda, pencerede “Eczane” sayfasında karşılaştırın (agent keys, agent peers); sonra orada ya da şununla güvenin: agent trust ${n.computer}`,
    trust_clients_changed: () =>
      'İki bilgisayarda, pencerede “Eczane” sayfasında karşılaştırın (agent keys, agent peers); sonra orada ya da şununla güvenin: agent trust AD',
    address_none: (n) =>
      `${n.computer} bilgisayarını eczanenin ağına bağlayın ve panelde çevrimiçi olduğuna bakın.`,
    address_foreign: () => 'İkisini de aynı ağa bağlayın, kablo ya da Wi-Fi; misafir ağları ayrıdır.',
    tcp_refused: (n) => `${n.computer} üzerinde ajanı başlatın ve panelde yazıcı bilgisayarı olduğuna bakın.`,
    tcp_silent: (n) => `Orada izin verin: ${firewallCommands(n)}. Wi-Fi istemci yalıtımını kapatın.`,
    tcp_no_route: (n) =>
      `${n.computer} bilgisayarını açın ve aynı ağa bağlayın. Açıksa güvenlik duvarı ${n.port} portunu reddediyordur.`,
    link_not_pinned: (n) =>
      `Adres artık başka bir bilgisayarın olabilir: ${n.computer} çevrimiçi mi? Değilse pencerede “Eczane” sayfasında ya da şununla karşılaştırın: agent peers`,
    link_not_welcome: (n) =>
      `Bir dakika bekleyin. Sonra rolleri panelde yeniden kaydedin; ${n.computer} üzerinde pencerede “Eczane” sayfasına ya da şuna bakın: agent peers`,
    link_no_agent: (n) => `Adresi denetleyin ve ${n.computer} üzerine en yeni ajanı kurun.`,
    link_broken: (n) => `Yeniden denetleyin. Sürerse ${n.computer} üzerindeki ajanı yeniden başlatın.`,
    hub_off: () => 'Orada yazanı yapın; ayarlar pencerede “Ayarlar” sayfasındadır ya da: agent settings',
    hub_away: () =>
      'İnternet bağlantısını, pencerede “Ayarlar” sayfasında ya da şununla hub adresini denetleyin: agent settings',
    hub_refused: () =>
      'Pencerenin genel bakışı daha fazlasını söyler ya da: agent status. Çok eski bir ajan en yeni sürümü ister.',
    hub_wants_code: () =>
      'Bir yönetici panelde eşleştirme kodu oluşturur; onu burada pencereye girin ya da: agent pair CODE',
    hub_wants_approval: () =>
      'Bir yönetici bu bilgisayarı panelde onaylar. Ardından yarım dakika içinde kendiliğinden devam eder.',
    hub_has_copy: () =>
      'Bir yönetici paneldeki eczane sayfasında ikisinden birine yeni kimlik verir; öteki çalışmaya devam eder.',
    hub_withdrawn: () =>
      'Desteğe sorun. Bir yönetici panelden erişimi yeniden verir ya da eşleştirme kodu oluşturur; kodu burada pencereye girin ya da: agent pair CODE',
    path_peer_offline: (n) => `${n.computer} üzerinde ajanı başlatın ve internet bağlantısını denetleyin.`,
    path_not_passed_on: () =>
      'Etiketler saklanır ve yerel ağ çalışıyorsa oradan gider. Hiçbir bilgisayarı yeniden başlatmak gerekmez: birkaç dakika sürerse destek ekibi hub’lara ve aralarındaki bağlantıya bakar.',
    firewall_closed: (n) => `Burada izin verin: ${firewallCommands(n)}`,
    firewall_perhaps: (n) => `İstemciler açıksa burada izin verin: ${firewallCommands(n)}`,
    clients_missing: () => 'Kapalı olanlar kendiliğinden döner; ötekilerde denetimi çalıştırın.',
    printer_remark: () => 'Kısa süre içinde yazıcıya bakın.',
    printer_stopped: (n) =>
      n.computer === ''
        ? 'Yazıcıya bakın; etiketler bekler ve kendiliğinden çıkar.'
        : `${n.computer} bilgisayarının yazıcısına bakın; etiketler orada bekler ve kendiliğinden çıkar.`,
    printer_away: () => 'Yazıcıyı açın; kablosunu ve adresini denetleyin.',
    printer_busy: () => 'Etiketler onu bekliyor. Sürerse yazıcıyı kapatıp açın.',
    printer_paused: (n) =>
      `Duraklatma bitince kendiliğinden sürer. Hemen sürdürmek için ${n.computer} bilgisayarında: pencerede “Yazdırmaya şimdi devam et” ya da agent resume.`,
    printer_none: () => 'Destek ekibi yazıcıyı panelden seçer.',
    printer_waiting: (n) =>
      n.computer === ''
        ? 'Yazıcıya bakın; etiketler kendiliğinden çıkar.'
        : `${n.computer} bilgisayarının yazıcısına bakın ve denetimi orada çalıştırın; etiketler kendiliğinden çıkar.`,
    printer_not_told: (n) =>
      `${n.computer} bilgisayarına en yeni sürümü kurun ya da denetimi orada çalıştırın.`,
    clock_off: () =>
      'Bu bilgisayarın tarih ve saatini ayarlayın veya sistemin kendisinin ayarlamasını sağlayın.',
  },
}
