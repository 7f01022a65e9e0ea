// The pages of the window about pharmacy, printers, log and version, in Turkish.
import type { WindowPagesTexts } from '../../en/window/pages.ts'

export const windowPagesTr: WindowPagesTexts = {
  pairing: {
    intro:
      'Eşleştirme kodu, bu bilgisayarın bir eczaneye eklenmesini sağlar. Kodu destek ekibi sizin için oluşturur; 10 dakika geçerlidir.',
    code: 'Eşleştirme kodu',
    codeHint: 'Sekiz harf, örneğin BCDF-GHJK',
    codeFault: 'Eşleştirme kodu sekiz harftir; içinde A, E, I, O, U ve Y bulunmaz.',
    hub: 'Portalın adresi',
    hubHint: 'Destek ekibi kodla birlikte söyler, örneğin portal.example',
    hubFault: 'Adresi yazın, örneğin portal.example',
    pair: 'Bu bilgisayarı eşleştir',
    pairing: 'Bu bilgisayar eşleştiriliyor…',
    paired: (pharmacy) => `${pharmacy} ile eşleştirildi`,
    roleNext:
      'Sırada destek ekibinin bu bilgisayarın rolünü belirlemesi var. Belirlenince bu sayfada görünür.',
    readyNext: 'Rolü belli. Etiketlerin çıktığını görmek için bir deneme etiketi yazdırın.',
    belongs: 'Bu bilgisayarın eczanesi',
    none: 'henüz yok',
    computer: 'Bu bilgisayarın adı',
    hubOf: 'Portal',
    notSet: 'henüz bilinmiyor',
    certificate: 'Bu bilgisayarın sertifikası',
    certificateHint: 'Bu karakterler bunun hangi bilgisayar olduğunu kanıtlar. Gizli değildir.',
    again: 'Yeniden eşleştir',
    againText:
      'Yalnızca destek ekibi isterse. Başka bir eczaneyse bekleyen etiketler, buradan biri ne olacağını söyleyene kadar tutulur.',
    refusals: {
      request_refused:
        'Portal bu kodu kabul etmiyor: yanlış, daha önce kullanılmış ya da 10 dakikadan eski. Destek ekibinden yeni bir kod isteyin.',
      rate_limited: 'Çok fazla deneme yapıldı. Bir dakika bekleyin, sonra yeni bir kod yazın.',
      upstream_unavailable:
        'Portala ulaşılamıyor. İnternet bağlantısını, portalın adresini ve bu bilgisayarın tarih ve saatini denetleyin.',
      upstream_timeout: 'Portal zamanında yanıt vermedi. Aynı kodla yeniden deneyin.',
      state_conflict: 'Bu bilgisayar bu şekilde eşleştirilemiyor.',
      invalid: 'Bu bir portal adresi değil. Adres portal.example gibi olur',
    },
    peers: {
      title: 'Bu bilgisayarla etiket alışverişi yapan bilgisayarlar',
      none: 'Henüz yok.',
      target: 'yazıcısı olan bilgisayar',
      standby: 'yedek yazıcısı olan bilgisayar',
      client: 'bu bilgisayar üzerinden yazdırır',
      unnamed: 'Adı olmayan bir bilgisayar',
      trusted: 'Sertifikası biliniyor.',
      changed: (computer) => `${computer} eskisinden farklı bir sertifika gösteriyor`,
      changedText: (computer) =>
        `Etiketleri bekliyor. Yeniden kurulduysa bu olağandır; değilse biri onun yerine geçiyor olabilir. Bu sayfayı ${computer} bilgisayarında açın, “Bu bilgisayarın sertifikası” bölümüne bakın ve her karakteri karşılaştırın.`,
      same: 'Bütün karakterler aynı: bu bilgisayara güven',
      different: 'Bir karakter bile farklıysa burada hiçbir şey yapmayın ve desteği arayın.',
      confirmed: (computer) => `${computer} bilgisayarına yeniden güveniliyor. Etiketleri devam ediyor.`,
    },
  },
  printers: {
    intro: 'Etiketlerin bunların hangisinden çıkacağını destek ekibi seçer.',
    client: (computer) =>
      `Bu bilgisayarın etiketleri ${computer} bilgisayarında çıkar. Aşağıdakiler bu bilgisayarın kendi yazıcılarıdır.`,
    prints: 'Etiketler buradan çıkar',
    none: 'Yazıcı bulunamadı. Yazıcıyı bağlayın, açın ve bu bilgisayarın sisteminde kurun ya da aşağıdan bir ağ yazıcısı ekleyin.',
    missing: (printer) =>
      `Seçilen yazıcı ${printer}, ama bu bilgisayar onu bulamıyor. Açık ve bağlı olup olmadığına bakın.`,
    again: 'Yeniden ara',
    kinds: {
      cups: 'bu bilgisayarın sisteminde kurulu',
      win: 'Windows’ta kurulu',
      usb: 'USB ile bağlı',
      serial: 'seri portta',
      tcp: 'ağ yazıcısı',
      tls: 'ağ yazıcısı, şifreli',
      folder: 'deneme klasörü',
      other: 'yazıcı',
    },
    answered: (time) => `Son yanıtı: saat ${time}.`,
    nothingWrong: 'Sorun bildirmiyor.',
    mute: 'Durumunu bildirmiyor. Birçok yazıcıda bu olağandır.',
    add: 'Ağ yazıcısı ekle',
    addText:
      'Yalnızca ağa kendi kablosuyla ya da Wi-Fi ile bağlanan etiket yazıcıları için. Sistemde kurulu yazıcılar kendiliğinden bulunur.',
    host: 'Yazıcının adresi',
    hostHint: 'Örneğin 192.168.1.50; yazıcının ayar etiketinde ya da menüsünde yazar.',
    hostFault: 'Yazıcının adresini yazın, örneğin 192.168.1.50',
    port: 'Port',
    portHint: 'Neredeyse her zaman 9100, şifreliyorsa 9143',
    encrypted: 'Yazıcı şifreliyor (TLS)',
    encryptedHint:
      'Zebra’nın Link-OS yazıcıları gibi bunu yapabilen yazıcılar için. Etiketler ona şifreli gider ve yazıcı sertifikasından tanınır: gösterdiği ilk sertifika saklanır.',
    portFault: 'Port 1 ile 65535 arasında bir sayıdır.',
    addButton: 'Ekle',
    added: (printer) => `${printer} artık listede. Destek ekibi onu seçebilir.`,
    remove: (printer) => `Kaldır: ${printer}`,
    removeText: (printer) =>
      `${printer} listeden çıkarılsın mı? Seçilen yazıcı buysa, başka bir yazıcı seçilene kadar etiketler bekler.`,
    removeNow: 'Evet, kaldır',
    removed: (printer) => `${printer} listeden çıkarıldı.`,
    fixed: 'Ağ yazıcılarının listesini bu bilgisayarı kuran kişi sabitlemiş.',
  },
  /** Of printers that encrypt. */
  certificate: {
    title: 'Sertifika',
    none: 'Henüz bir sertifikası görülmedi. Gösterdiği ilk sertifika saklanır.',
    how: {
      setting: 'Bu bilgisayarın ayarlarında yazılı.',
      first_use: 'Yazıcı ilk gösterdiğinde saklandı.',
      confirmed: 'Bu bilgisayardaki bir kişi onayladı.',
    },
    changed: (printer: string) => `${printer} öncekinden başka bir sertifika gösteriyor`,
    unknown: (printer: string) => `${printer} yazıcısının sertifikasına henüz güvenilmiyor`,
    changedText:
      'Etiketleri bekliyor. Yazıcı değiştirildiyse ya da yeniden kurulduysa böyle olur; yoksa bir şey yazıcının yerine geçiyor olabilir ve etiketleri okur. Her haneyi yazıcının kendisinin menüsünde ya da web sayfasında gösterdiğiyle karşılaştırın.',
    known: 'Şimdiye kadar bilinen',
    shown: 'Şimdi gösterdiği',
    trust: 'Yazıcının kendisi aynı haneleri gösteriyor: bu yazıcıya güven',
    different: 'Bir hane bile farklıysa burada bir şey yapmayın ve desteği arayın.',
    pinned:
      'Hangi sertifikası olduğunu bu bilgisayarın ayarları söyler ve yalnızca orada değiştirilebilir: Ayarlar, Ağ yazıcıları ve seri yazıcılar.',
    confirmed: (printer: string) =>
      `${printer} yazıcısına bundan böyle bu sertifikayla güveniliyor. Onu bekleyen etiketler devam eder.`,
  },
  /** Windows' printer that leads to this program. */
  local: {
    title: 'Her programdan yazdırma',
    offer:
      'Bazı programlar yalnızca Windows yazıcılarına yazdırır. Tek tıklamayla “Pharmacy labels” adlı bir yazıcı eklenir ve etiketlerini bu programa verir. Windows bir yönetici isteyebilir.',
    add: 'Yazıcıyı Windows’a ekle',
    underWay: 'Windows bir yönetici istiyor olabilir. Sorusunu arayın.',
    there: (names: string) =>
      `“${names}” Windows’ta. Bir programda onu seçin; etiketleri ötekiler gibi çıkar.`,
    driverHint:
      'Etiketleri yazıcının dilinde gönderen programlar içindir. Etiketlerini çizen programlar için Windows’ta özelliklerinden etiket yazıcınızın sürücüsünü seçin.',
    wrong: 'Windows’taki yazıcı artık bu programa götürmüyor',
    putRight: 'Düzelt',
    added: 'Yazıcı artık Windows’ta.',
    removed: 'Yazıcı Windows’tan kaldırıldı.',
    remove: 'Yazıcıyı Windows’tan kaldır',
    removeText: (names: string) =>
      `“${names}” Windows’tan kaldırılsın mı? Ona yazdıran programlar o zaman hiçbir şey yazdırmaz.`,
    removePort: 'Ondan geriye kalan Windows’tan kaldırılsın mı?',
    removeNow: 'Evet, kaldır',
    needsAdministrator: 'Windows bunu yalnızca bir yöneticinin yapmasına izin veriyor',
    terminal: 'Bir yönetici “Yönetici olarak çalıştır” ile bir terminal açar ve şunu yazar:',
  },
  doctor: {
    intro: 'Bir etiketin geçtiği her yeri denetler. Bu en çok 10 saniye sürer ve hiçbir şey yazdırmaz.',
    underWay: 'Etiketlerin yolu denetleniyor. Bu en çok 10 saniye sürer.',
    again: 'Yeniden denetle',
    fine: 'Etiketleri durduran bir şey yok',
    allHops: 'Bütün yerler',
    took: (seconds) => `Süre: ${seconds} sn`,
    at: (time) => `Denetlendiği saat: ${time}`,
  },
  logs: {
    bundle: 'Destek paketi',
    bundleText:
      'Destek ekibinin yardım edebilmesi için gereken her şey tek dosyada: bu bilgisayarın durumu, ayarları ve kayıtları.',
    inIt: 'İçinde: durumlar ve zamanlar, bağlantı denetiminin bulduğu, içerikleri olmadan son etiketler, kayıtlar.',
    notInIt:
      'İçinde olmayan: etiketlerde yazanlar, hastalar, anahtarlar, eşleştirme kodları; kişilerin, eczanenin ve başka bilgisayarların adları.',
    save: 'Destek paketini kaydet…',
    making: 'Destek paketi hazırlanıyor. Bu 10 saniyeye kadar sürebilir.',
    saved: (file) => `${file} kaydedildi. Göndermeden önce okuyabilirsiniz.`,
    notSaved: 'Hiçbir şey kaydedilmedi.',
    title: 'Son olanlar',
    intro: 'Destek ekibi için, İngilizce. En yenisi üstte.',
    onlyProblems: 'Yalnızca uyarılar ve hatalar',
    none: 'Burada henüz bir şey yok.',
    noProblems: 'En yeni satırlar arasında uyarı ya da hata yok.',
    levels: { debug: 'Ayrıntı', info: 'Not', warn: 'Uyarı', error: 'Hata' },
  },
  about: {
    product: 'Bu program',
    version: 'Sürüm',
    since: 'Çalışmaya başladığı zaman',
    computer: 'Bu bilgisayarın adı',
    installation: 'Kurulum',
    folder: 'Veri klasörü',
    keys: 'Anahtarların yeri',
    keyStores: {
      dpapi: 'Windows bu hizmetin hesabı için mühürlüyor',
      'systemd-creds': 'systemd bu bilgisayar için mühürlüyor',
      file: 'yalnızca bu programın kullanıcısının okuyabildiği bir dosyada',
    },
    notLooked: 'Başladığından beri henüz bakılmadı.',
    off: 'Güncellemeler burada kendiliğinden gelmez',
    stay: 'Bu sürümde kal',
    goBack: 'Geri dön',
    startedBy: 'Çalışmasını sağlayan',
    starters: {
      service: 'işletim sisteminin hizmeti',
      hand: 'yok: program elle başlatıldı',
    },
    service: 'Hizmet',
    notInstalled: 'kurulu değil',
    installed: ({ isRunning, startsWithComputer }) =>
      `kurulu, ${isRunning ? 'çalışıyor' : 'çalışmıyor'}, ${startsWithComputer ? 'bilgisayarla birlikte başlıyor' : 'bilgisayarla birlikte başlamıyor'}`,
    kept: 'Saklanan sürüm',
    keptNone: 'bundan önceki yok',
    updatesCome: 'Güncellemelerin gelişi',
    comeByThemselves: 'Yayıncının imzasıyla, gönderilmekte olan etiket yokken kendiliğinden.',
    lastUpdate: 'Son güncelleme',
    noUpdate: 'henüz yok',
    otherUpdate: 'bu sürümün bilmediği bir güncelleme',
    taken: (version, before) => `${before} sürümünün yerini ${version} sürümü aldı.`,
    proving: (version, before) =>
      `${version} sürümü deneniyor; hub’a ulaşamazsa ${before} sürümü geri gelir.`,
    left: (version, before, time) =>
      `${version} sürümü bırakıldı (${time}); yeniden ${before} sürümü çalışıyor.`,
    licence: 'Açık kaynak, MIT lisansı.',
  },
}
