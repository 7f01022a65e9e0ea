// The settings of an agent as people at its computer read them, in Turkish.
import { PRINTER_EXAMPLES } from '../../printers/printer-kinds.ts'
import type { SettingsTexts } from '../en/settings.ts'
import { languageChoices } from '../languages.ts'

export const settingsTr: SettingsTexts = {
  intro: 'Bunların çoğu destek ekibince seçilir ya da kendiliğinden bulunur. Değişiklik hemen geçerli olur.',
  groups: {
    computer: 'Bu bilgisayar',
    labels: 'Etiketler',
    connection: 'Bağlantı',
    support: 'Destek ekibi için',
  },
  names: {
    HubUrl: {
      name: 'Portalın adresi',
      help: 'Bu bilgisayarın bağlandığı yer.',
      allowed: 'portal.example ya da https://portal.example:8443 gibi bir adres',
    },
    GatewayUrl: {
      name: 'Ağ geçidinin adresi',
      help: 'Eczacılar bu bilgisayarda bu adres üzerinden giriş yapar.',
      allowed: 'gateway.example ya da https://gateway.example:8443 gibi bir adres',
    },
    ComputerName: {
      name: 'Bu bilgisayarın adı',
      help: 'Destek ekibi onu bu adla görür.',
      allowed: '1–63 karakter',
    },
    Username: {
      name: 'Kullanıcı adı',
      help: 'Destek ekibine bilgisayarın adının yanında gösterilir.',
      allowed: '1–104 karakter',
    },
    Email: {
      name: 'E-posta adresi',
      help: 'Size yazabilmesi için destek ekibine gösterilir.',
      allowed: 'ad@eczane.example gibi bir adres',
    },
    SupportAppNumber: {
      name: 'Uzaktan destek numarası',
      help: 'Uzaktan destek programının bu bilgisayarda gösterdiği numara.',
      allowed: '1–32 karakter',
    },
    Language: { name: 'Dil', help: 'Saatin yanındaki simgenin ve bu pencerenin dili.' },
    Printers: {
      name: 'Ağ yazıcıları ve seri yazıcılar',
      help: 'Ağ yazıcıları Yazıcılar sayfasında daha kolaydır. Burada türü adresin önüne, aralarına virgül yazılır; yazıcı şifreliyorsa tls: yazılır. Seri portta baud, data, parity, stop ve flow (none, rtscts, xonxoff) yazıcının menüsünde yazandır.',
      allowed: `en çok 20 yazıcı, örneğin ${PRINTER_EXAMPLES}`,
    },
    LabelSenders: {
      name: 'Buraya kim etiket gönderebilir',
      help: 'Yazıcı bu bilgisayardayken geçerlidir.',
    },
    LabelMedia: {
      name: 'Yazıcıdaki etiketler',
      help: 'Reçete etiketleri için etiketlerin boyutu ve yazıcının çözünürlüğü. Yazıcı bu bilgisayardayken geçerlidir; diğer bilgisayarlara bildirilir.',
      allowed: 'milimetre olarak genişlik x yükseklik @ dpi; 100x50@203 ya da 76x51@300 gibi',
    },
    TcpPort: {
      name: 'Etiket programları için port',
      help: 'Bu bilgisayar başka bir bilgisayar üzerinden yazdırırken geçerlidir. Etiket programları 9100 bekler.',
      allowed: '1 ile 65535 arasında bir sayı',
    },
    LocalAddress: {
      name: 'Kendi ağ adresi',
      help: 'Yalnızca birden çok ağ kartı olan bilgisayarlar için. Boşsa sistem seçer.',
      allowed: '192.168.1.20 gibi bir adres',
    },
    LogLevel: {
      name: 'Kayıtlarda ne tutulsun',
      help: '“Notlar” düzeyinden fazlası yalnızca destek ekibi bir sorun ararken gerekir.',
    },
    UpdateUrl: {
      name: 'Güncellemelerin adresi',
      help: 'Bu bilgisayarın yeni sürümlere baktığı yer.',
      allowed: 'updates.example/agent gibi bir adres',
    },
    UpdateKey: {
      name: 'Güncellemelerin anahtarı',
      help: 'Yalnızca onunla imzalanan güncellemeler alınır.',
    },
    BrowserSignIn: {
      name: 'Tarayıcıda giriş',
      help: 'Eczacıların agent open sayfalarında da giriş yapıp yapamayacağı.',
    },
    DataFolder: { name: 'Veri klasörü', help: 'Etiketlerin, ayarların ve anahtarların tutulduğu yer.' },
    ControlSocket: { name: 'Denetim soketi', help: 'Bu pencerenin programla konuştuğu yer.' },
  },
  choices: {
    Language: languageChoices('Sistemdeki gibi'),
    LabelSenders: {
      computer: 'Yalnızca bu bilgisayardaki programlar',
      network: 'Eczane ağındaki başka aygıtlar da',
    },
    LogLevel: { debug: 'Her şey, ayrıntılı', info: 'Notlar', warn: 'Uyarılar', error: 'Yalnızca hatalar' },
  },
  allowed: (range) => `Olası değerler: ${range}`,
  empty: 'ayarlanmamış',
  save: 'Kaydet',
  reset: 'Varsayılana döndür',
  saveOf: (name) => `Kaydet: ${name}`,
  resetOf: (name) => `Varsayılana döndür: ${name}`,
  saved: {
    now: 'Kaydedildi. Hemen geçerli oldu.',
    restart: 'Kaydedildi. Programın bir sonraki başlatılışında geçerli olur.',
    overridden: 'Kaydedildi ama kullanılmıyor: bu bilgisayarı kuran kişi başka bir değeri sabitlemiş.',
  },
  fixed: 'Bu bilgisayarı kuran kişi sabitlemiş.',
  faulty: 'Saklanan değer kullanılamıyor.',
  refused: 'Kaydedilmedi: bu değer kabul edilmiyor.',
  more: 'Diğer ayarlar',
  moreHint: 'Bunları yalnızca destek ekibiyle birlikte değiştirin.',
}
