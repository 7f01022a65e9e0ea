// Every text that people read, in Turkish.
import { languageTr, number } from './language.ts'
import type { Texts } from '../en/index.ts'
import { accountTr } from './account.ts'
import { agentTr } from './agent.ts'
import { computersTr } from './computers.ts'
import { diagnosisTr } from './diagnosis.ts'
import { healthTr } from './support/health.ts'
import { openingHoursTr } from './support/opening-hours.ts'
import { messageLogTr } from './message-log.ts'
import { optOutTr } from './opt-out.ts'
import { storefrontTr } from './shop/storefront.ts'
import { messagesTr } from './messages.ts'
import { summaryTr } from './summary.ts'
import { updatesTr } from './updates.ts'
import { crossSaleTr } from './medicines/cross-sale.ts'
import { drugImportsTr } from './medicines/drug-imports.ts'
import { installerTr } from './installer.ts'
import { jobsTr } from './jobs.ts'
import { labelsTr } from './labels.ts'
import { pairingTr } from './pairing.ts'
import { printingTr } from './printing.ts'
import { standbyTr } from './standby.ts'
import { problems } from './problems.ts'
import { scannerTr } from './scanner.ts'
import { settingsTr } from './settings.ts'
import { shopTr } from './shop/shop.ts'
import { reasonsTr } from './reasons.ts'
import { schedulerTr } from './shop/scheduler.ts'
import { invoiceDocumentTr } from './shop/invoice-document.ts'
import { staffHistoryTr } from './staff-history.ts'
import { staffTr } from './staff.ts'
import { supportTr } from './support.ts'
import { searchTr } from './support/search.ts'
import { supportDeskTr } from './support/desk.ts'
import { supportTasksTr } from './support/tasks.ts'
import { trayTr } from './tray.ts'
import { windowTr } from './window/frame.ts'
import { windowCounterTr } from './window/counter.ts'
import { windowDispensingTr } from './window/dispensing.ts'
import { windowHelpTr } from './window/help.ts'
import { windowPagesTr } from './window/pages.ts'
import { waitOf } from '../wait.ts'

export const tr: Texts = {
  locale: languageTr.locale,
  frame: {
    product: 'Pharmacy Relay',
    skipToContent: 'İçeriğe geç',
    mainNavigation: 'Ana menü',
    pharmacies: 'Eczaneler',
    display: 'Görünüm',
    language: 'Dil',
    theme: 'Tema',
    themes: { auto: 'Sistemdeki gibi', light: 'Açık', dark: 'Koyu' },
    signOut: 'Oturumu kapat',
    signedInAs: (name) => `Oturum açan: ${name}`,
  },
  sessionEnd: {
    idle: 'Panel bir süredir kullanılmadı: oturumunuz birazdan kapatılacak. Herhangi bir tuş ya da tıklama oturumu açık tutar.',
    final: 'Oturumunuz birazdan sona erecek. Yaptığınızı kaydedin, sonra yeniden oturum açın.',
    over: 'Oturumunuz kapatıldı. Yazdıklarınız hâlâ burada ama kaydedilmedi. Başka bir sekmede oturum açın, sonra buraya dönüp kaydedin.',
    again: 'Oturumunuz yeniden açık. Yazdıklarınız hâlâ burada: kaydedin.',
    other:
      'Şimdi başka birinin oturumu açık. Yazdıklarınız bu sayfadan kaydedilemez: kopyalayın, sonra sayfayı yenileyin.',
    signIn: 'Başka bir sekmede oturum aç',
    left: 'Kalan süre:',
    stay: 'Oturumu açık tut',
  },
  live: {
    live: 'Canlı',
    connecting: 'Bağlanıyor…',
    reconnecting: (time) => `Yeniden bağlanıyor… son bilgi ${time}`,
    natsAway: 'NATS devre dışı; hub’lar birbirine ulaşamıyor.',
    natsAwayMeans:
      'Bir eczanenin farklı hub’lara bağlı bilgisayarları birbirine yalnızca eczanenin kendi ağından ulaşır; bu yoldan gidemeyen etiketler kendi bilgisayarında bekler. Diğer her şey sürüyor: buradan çevrimiçi bir bilgisayara sorduğunuz her şey ona ulaşır.',
  },
  common: {
    copy: 'Kopyala',
    copyThing: (thing) => `Kopyala: ${thing}`,
    copied: 'Kopyalandı',
    copyFailed: 'Seçip elle kopyalayın',
    cancel: 'Vazgeç',
    back: 'Eczanelere dön',
    tryAgain: 'Yeniden dene',
    unknown: 'bilinmiyor',
    breadcrumb: 'Sayfa yolu',
  },
  userRoles: {
    Admin: 'Yönetici',
    Support: 'Destek',
    SuperSupport: 'Kıdemli destek',
    Pharmacist: 'Eczacı',
    Customer: 'Müşteri',
    Service: 'Hizmet',
  },
  deviceRoles: { None: 'Yok', PrinterComputer: 'Yazıcı bilgisayarı', Client: 'İstemci' },
  signIn: {
    title: 'Oturum aç',
    intro: 'Destek ekibi için.',
    email: 'E-posta',
    password: 'Parola',
    submit: 'Oturum aç',
    ended:
      'Oturumunuz sona erdi: panel bir süre kullanılmadı, süresi doldu, başka bir tarayıcıdan bitirildi ya da bir yönetici hesabınızı değiştirdi. Devam etmek için oturum açın.',
    signedOut: 'Oturumunuz kapatıldı.',
    tooOften: 'Çok fazla oturum açma denemesi yapıldı.',
    notSent: 'Oturumunuz kapanmıştı, bu yüzden hiçbir şey kaydedilmedi. Oturum açıp yeniden yapın.',
    wrong: 'E-posta veya parola yanlış.',
    notStaff: 'Bu hesap paneli kullanamaz.',
  },
  pharmacies: {
    title: 'Eczaneler',
    add: 'Eczane ekle',
    filters: 'Eczaneleri süz',
    storeId: 'Mağaza no',
    name: 'Ad',
    email: 'E-posta',
    phone: 'Telefon',
    computers: 'Bilgisayarlar',
    connected: 'Bağlı',
    apply: 'Süz',
    clear: 'Süzgeçleri temizle',
    total: (total) => `${number(total)} eczane`,
    matching: (total) => `${number(total)} eczane eşleşiyor`,
    range: (first, last, total) => `${number(first)}–${number(last)} / ${number(total)}`,
    online: (online, all) => (all === 0 ? 'bilgisayar yok' : `${online} / ${all} çevrimiçi`),
    sortBy: (column) => `Sırala: ${column}`,
    emptyTitle: 'Henüz eczane yok',
    emptyAdvice: 'Eklenen eczaneler burada, bilgisayarları da bağlandıkları anda görünür.',
    noMatchTitle: 'Bu süzgeçlere uyan eczane yok',
    noMatchAdvice: 'Her süzgeç alanın bir bölümünü arar; büyük ve küçük harf ayrımı yapılmaz.',
    noSuchPage: 'Listenin bu sayfasında kayıt yok.',
    toFirstPage: 'İlk sayfaya git',
    paging: 'Listenin sayfaları',
    page: (page, pages) => `Sayfa ${number(page)} / ${number(pages)}`,
    previous: 'Önceki',
    next: 'Sonraki',
    pageSize: 'Sayfa başına satır',
    downloadCsv: 'CSV olarak indir',
    csvCut: (n: number) => `Yalnızca ilk ${number(n)} satır. Diğerleri için listeyi süzün.`,
  },
  pharmacy: {
    edit: 'Düzenle',
    addComputer: 'Bilgisayar ekle',
    contact: 'İletişim',
    noPhone: 'telefon numarası yok',
    created: 'Eczane eklendi.',
    saved: 'Değişiklikler kaydedildi.',
    since: 'Kayıt tarihi',
    computers: 'Bilgisayarlar',
    computer: 'Bilgisayar',
    status: 'Durum',
    role: 'Rol',
    printing: 'Yazdırma',
    lastLabel: 'Son etiket',
    noLabel: 'henüz yok',
    version: 'Sürüm',
    memory: 'Bellek',
    addresses: 'Adresler',
    localIp: 'Yerel',
    publicIp: 'Genel',
    latency: 'Gecikme',
    supportNumber: 'Destek numarası',
    online: 'Çevrimiçi',
    offline: 'Çevrimdışı',
    neverSeen: 'Hiç bağlanmadı',
    lastOnline: 'son görülme',
    milliseconds: (ms) => `${number(ms)} ms`,
    tooOld: 'çok eski',
    tooOldAdvice: 'Bu ajan, hub için fazla eski. Bilgisayarda güncelleyin.',
    reports: (role) => (role === null ? 'henüz üstlenmedi' : `hâlâ şu rolde: ${role}`),
    reportsAdvice: 'Bilgisayar rolünü henüz almadı.',
    port: (port) => `port ${port}`,
    printsThrough: (computer) => `${computer} üzerinden yazdırır`,
    noTarget: 'yazıcı bilgisayarı atanmadı',
    noPrinter: 'yazıcı seçilmedi',
    notPrinting: 'rolü yok',
    counts: (online, all) =>
      all === 0 ? 'Bilgisayar yok' : `${number(all)} bilgisayardan ${online} çevrimiçi`,
    tooOldCount: (n) => `${number(n)} ajan çok eski`,
    noComputersTitle: 'Henüz bilgisayar yok',
    noComputersAdvice:
      '“Bilgisayar ekle” ile bir eşleştirme kodu oluşturun ve onu eczanedeki bir bilgisayara yazın.',
    printerConfig: 'Yazıcı yapılandırması',
    printer: 'Yazıcı',
    printerComputer: 'Yazıcı bilgisayarı',
    tcpPort: 'TCP portu',
    updated: 'Güncellendi',
    noPrinterConfig: 'Bu eczane için yazıcı ayarlanmadı.',
    printerOffline: 'Yazıcı bilgisayarı çevrimdışı: diğer bilgisayarların etiketleri bekliyor.',
  },
  closeReasons: {
    bye: 'Ajan kapatıldı.',
    ping_timeout: 'Bilgisayar yanıt vermeyi kesti: uykuda, donmuş veya ağ bağlantısı yok.',
    transport_close: 'Bağlantı kesildi: ajan aniden kapandı ya da ağ koptu.',
    transport_error: 'Bağlantı koptu.',
    replaced: 'Aynı bilgisayarın daha yeni bir bağlantısı devraldı.',
    revoked: 'Erişim izni geri alındı.',
    deleted: 'Eczaneden kaldırıldı.',
    conflict: 'İki bilgisayar aynı kimliği kullanıyor.',
    hub_drain: 'Hub yeniden başlatıldı.',
    hub_lost: 'Hub arızalandı, bilgisayar henüz geri dönmedi.',
    protocol_error: 'Hub’ın anlamadığı bir şey gönderdi.',
    backpressure: 'Bağlantısı, iletileri için çok yavaştı.',
    other: 'Bu sürümün bilmediği bir nedenle.',
  },
  customerForm: {
    createTitle: 'Eczane ekle',
    editTitle: (name) => `Düzenle: ${name}`,
    storeIdHint: 'P- ve 1–9 rakam, örneğin P-1042',
    nameHint: 'Tek satır, en çok 120 karakter',
    emailHint: 'Örneğin counter@pharmacy.example',
    phoneHint: 'İsteğe bağlı; ülke koduyla, örneğin +902121234567',
    storeIdFault: 'Bu bir mağaza numarası değil: P- ve 1–9 rakam, örneğin P-1042.',
    nameFault: 'Bu bir ad değil: tek satır, 1–120 karakter.',
    emailFault: 'Bu bir e-posta adresi değil; örneğin counter@pharmacy.example gibi olmalı.',
    phoneFault: '+ ve ülke kodunu, ardından numarayı yazın: 7–15 rakam, örneğin +902121234567.',
    create: 'Eczaneyi ekle',
    save: 'Kaydet',
    faultsTitle: 'Lütfen işaretli alanları düzeltin.',
    conflict: 'Bu mağaza numarası başka bir eczaneye ait.',
    stale:
      'Bu eczaneyi bu arada başka biri değiştirdi. Girdikleriniz aşağıda duruyor ama kaydedilmedi; farklı olan her alanda şu an kayıtlı olan değer yazıyor. Kaydederseniz onun yerine geçer.',
    savedNow: (value) => `Şu an kayıtlı: ${value}`,
    savedEmpty: 'Şu an kayıtlı: boş',
    saveAnyway: 'Yine de benimkileri kaydet',
    reload: 'Güncel değerleri yükle',
  },
  pairing: pairingTr,
  settings: settingsTr,
  shop: shopTr,
  windowPages: windowPagesTr,
  windowDispensing: windowDispensingTr,
  windowCounter: windowCounterTr,
  windowHelp: windowHelpTr,
  messageLog: messageLogTr,
  optOut: optOutTr,
  storefront: storefrontTr,
  messages: messagesTr,
  account: accountTr,
  agent: agentTr,
  computers: computersTr,
  problems,
  formExpired: {
    title: 'Formun süresi doldu',
    advice: 'Yazdıklarınız kaydedilmedi. Sayfayı yeniden yükleyip bir kez daha girin.',
    reload: 'Sayfayı yeniden yükle',
  },
  jobs: jobsTr,
  diagnosis: diagnosisTr,
  health: healthTr,
  openingHours: openingHoursTr,
  crossSale: crossSaleTr,
  drugImports: drugImportsTr,
  summary: summaryTr,
  installer: installerTr,
  updates: updatesTr,
  window: windowTr,
  labels: labelsTr,
  reasons: reasonsTr,
  newerReason: (said) => `daha yeni bir sürüm şunu bildiriyor: ${said}`,
  printing: printingTr,
  scanner: scannerTr,
  standby: standbyTr,
  support: supportTr,
  supportTasks: supportTasksTr,
  supportDesk: supportDeskTr,
  search: searchTr,
  staff: staffTr,
  scheduler: schedulerTr,
  invoiceDocument: invoiceDocumentTr,
  staffHistory: staffHistoryTr,
  tray: trayTr,
  problemPage: {
    reference: 'Başvuru no',
    fields: 'Denetleyin',
    retryAfter: (seconds) => {
      const { n, unit } = waitOf(seconds)
      return `${number(n)} ${unit === 'second' ? 'saniye' : 'dakika'} sonra yeniden deneyin.`
    },
    foreignForm: {
      title: 'Bu, panelden gönderilmedi',
      advice:
        'Paneli kendi adresinde açıp işlemi orada yapın. Öyle yaptıysanız Portal__PublicUrl ayarı yanlıştır.',
    },
  },
}
