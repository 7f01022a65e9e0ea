// Signing in with a code, links, and the page of one's own account, in Turkish.
import type { accountEn } from '../en/account.ts'

export const accountTr: typeof accountEn = {
  code: {
    title: 'Kodunuzu girin',
    intro: 'Parolanız doğru. Bu hesap ayrıca bir kod istiyor.',
    field: 'Kod',
    hint: 'Kimlik doğrulama uygulamanızdaki altı rakam ya da kurtarma kodlarınızdan biri.',
    noCode: 'Bu bir kod değil: kod altı rakamdır, kurtarma kodu ise on karakterdir.',
    again: 'Başka bir hesapla yeniden başla',
    over: 'Bu oturum açma işlemi sona erdi: beş kod yanlıştı ya da beş dakika geçti. Parolanızla yeniden başlayın.',
  },
  confirm: {
    title: 'Siz olduğunuzu doğrulayın',
    intro:
      'Bu adım son on dakika içinde oturum açılmış olmasını ister. Henüz hiçbir şey değişmedi; yazdıklarınız duruyor.',
    submit: 'Doğrula',
    doneTitle: 'Teşekkürler: doğrulandı',
    doneIntro: 'Henüz hiçbir şey değişmedi. Yazdıklarınız duruyor: şimdi yapmak için devam edin.',
    goOn: 'Devam et',
    leave: 'Her şeyi olduğu gibi bırak',
  },
  password: {
    title: 'Parola',
    intro: 'Değiştiğinde öteki oturumlarınızın hepsi sona erer.',
    oldPassword: 'Şimdiki parolanız',
    changed: 'Parolanız değişti. Öteki oturumların hepsi sonlandırıldı.',
    newPassword: 'Yeni parola',
    repeat: 'Yeni parola, bir kez daha',
    rules: 'Yeni parola',
    ruleLength: (min, max) => `${min} ile ${max} arası karakterden oluşur;`,
    ruleGuess: 'tahmin edilmesi zordur: birbiriyle ilgisi olmayan dört beş sözcük iyidir;',
    ruleOwn: 'adınızdan, e-posta adresinizden ya da bu ürünün adından ibaret değildir;',
    ruleStolen: 'çalınmış parolaların hiçbir listesinde yoktur.',
    missing: 'Yeni bir parola girin.',
    differ: 'Bu, yukarıdakiyle aynı değil.',
    save: 'Yeni parolayı kaydet',
  },
  links: {
    passwordTitle: 'Parolanızı seçin',
    passwordSet: 'Parolanız kaydedildi. Onunla oturum açın.',
    overTitle: 'Bu bağlantı artık geçerli değil',
    passwordOver:
      'Kullanıldı, yerine daha yenisi gönderildi ya da 30 dakikadan eski. E-posta adresinizle yenisini isteyin.',
    emailOver:
      'Kullanıldı, yerine daha yenisi gönderildi ya da 24 saatten eski. Değişikliği hesabınızın sayfasında yeniden isteyin.',
    askNew: 'Yeni bağlantı iste',
    forgotTitle: 'Parolanızı mı unuttunuz?',
    forgotIntro:
      'Bu e-posta adresi kiminse ona yeni bir parola için bağlantı gönderilir. Bağlantı 30 dakika geçerlidir.',
    forgotSent:
      'Bu adres bir hesaba aitse bağlantı yolda. Bir hesaba saatte en fazla üç bağlantı gönderilir.',
    forgotSubmit: 'Bağlantı gönder',
    resetTitle: 'İkinci adımınızın sıfırlanması',
    resetAsked: (name: string) => `${name} (Admin), hesabınızın ikinci adımının sıfırlanmasını istedi.`,
    resetAskedAt: 'İstendi',
    resetDueAt: 'Yapılacak',
    resetDue: 'ya da başka bir Admin onaylayınca',
    resetNotDue: 'başka bir Admin onaylayınca',
    resetMeans:
      'Kimlik doğrulama uygulaması, geçiş anahtarları ve kurtarma kodları kaldırılır, her yerde oturumunuz kapanır. Yenilerini kurana kadar parolanızı bilen herkes yalnız parolayla girebilir.',
    resetWanted: 'Bunu siz istediyseniz burada bir şey yapmanız gerekmez. İstemediyseniz itiraz edin.',
    resetSubmit: 'Sıfırlamaya itiraz et',
    resetObjected:
      'İtiraz ettiniz. Hiçbir şey sıfırlanmaz ve artık hiçbir Admin bunu onaylayamaz. Admin’lerinize haber verin; parolanızı başka biri biliyor olabilirse değiştirin.',
    resetOver:
      'Sıfırlama yapıldı, geri çekildi, yeniden istendi ya da ona itiraz edildi. Bir ikinci adım sıfırlanınca size ayrı bir iletiyle haber verilir.',
    emailTitle: 'E-posta adresinizin değişmesi',
    emailIntro: 'Hesabınızın e-posta adresinin değişeceğini doğrulayın.',
    emailSubmit: 'Değişikliği doğrula',
    emailHalf:
      'Doğrulandı. Öteki adrese de bir bağlantı gönderildi: orada da doğrulanınca değişiklik yapılır.',
    emailDone: 'E-posta adresi değişti. Bundan sonra yenisiyle oturum açın.',
  },
  title: 'Hesabım',
  profile: { title: 'Profil', name: 'Ad', role: 'Rol' },
  email: {
    title: 'E-posta adresi',
    intro:
      'Eski ve yeni adrese birer bağlantı gönderilir. Değişiklik, ikisi de 24 saat içinde doğrulanınca yapılır.',
    newEmail: 'Yeni e-posta adresi',
    submit: 'Değişikliği iste',
    asked: 'Eski ve yeni adrese bağlantılar yolda. İkisini de 24 saat içinde doğrulayın.',
  },
  factor: {
    title: 'İkinci etken',
    none: 'Bu hesabın ikinci etkeni yok: parolayı bilen herkes girebilir.',
    setUp: 'İkinci etken kur',
    active: 'Oturum açarken kimlik doğrulama uygulamanızın kodu da isteniyor; başlangıç:',
    codesLeft: (n) => `${n} kurtarma kodu kaldı.`,
    otherApp: 'Başka bir telefon ya da uygulama kullan',
    newCodes: 'Yeni kurtarma kodları oluştur',
    newCodesHint: 'Kimlik doğrulama uygulamanızdaki altı rakam. Eski kurtarma kodları geçersiz olur.',
    makeCodes: 'Yeni kodlar oluştur',
    setUpTitle: 'İkinci etken kurun',
    why: 'O zaman çalınmış bir parola tek başına kimseyi içeri almaz: telefonunuzdaki bir uygulamanın kodu da istenir.',
    needs:
      'Telefonunuzda bir kimlik doğrulama uygulaması gerekir; örneğin Aegis, Google Authenticator, Microsoft Authenticator ya da 2FAS.',
    replaces:
      'İkinci etkeniniz var. Şimdi kuracağınız uygulama, ilk kodu doğru olunca onun yerine geçer; o zamana kadar eskisi geçerlidir.',
    begin: 'Başla',
    scan: 'Bu resmi kimlik doğrulama uygulamanızla tarayın.',
    picture: 'Kimlik doğrulama uygulamanız için QR kodu',
    orType: 'Tarayamıyorsanız uygulamaya şunu yazın:',
    secret: 'gizli anahtar',
    thenCode: 'Uygulamanın şimdi gösterdiği kodu girin.',
    firstCode: 'Altı rakam',
    activate: 'Bundan sonra bu uygulamayı kullan',
  },
  recovery: {
    title: 'Kurtarma kodları',
    activated: 'İkinci etkeniniz kuruldu.',
    renewed: 'Eski kurtarma kodları artık geçersiz.',
    intro:
      'Telefonunuz olmadan bu kodlardan biriyle girersiniz, her biri bir kez kullanılır. Yalnız sizin bulacağınız bir yerde saklayın, telefonun kendisinde değil. Bir daha gösterilmezler.',
    print: 'Yazdır',
    kept: 'Onları sakladım',
  },
  sessions: {
    title: 'Oturumunuzun açık olduğu yerler',
    intro:
      'Tanımadığınız ya da artık kullanmadığınız oturumları sonlandırın. Siz açmadıysanız ardından parolanızı değiştirin.',
    current: 'bu tarayıcı',
    kinds: { panel: 'Panel', storefront: 'Mağaza', other: 'Başka bir program' },
    lastUsed: 'son kullanım:',
    end: 'Sonlandır',
    endThis: (name) => `${name} oturumunu sonlandır`,
    endOthers: 'Ötekilerin hepsini sonlandır',
    unknownBrowser: 'Bilinmeyen tarayıcı',
    ended: 'Oturum sonlandırıldı.',
    othersEnded: 'Öteki oturumların hepsi sonlandırıldı.',
  },
  due: {
    until: 'Hesabınız için ikinci etken gerekiyor; son tarih:',
    untilMeans: 'Sonrasında panel her şeyden önce onu ister.',
    over: 'Hesabınız için ikinci etken gerekiyor; süre şu tarihte doldu:',
    overMeans: 'Devam etmek için kurun.',
  },
}
