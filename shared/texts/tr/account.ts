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
    emailTitle: 'E-posta adresinizin değişmesi',
    emailIntro: 'Hesabınızın e-posta adresinin değişeceğini doğrulayın.',
    emailSubmit: 'Değişikliği doğrula',
    emailHalf:
      'Doğrulandı. Öteki adrese de bir bağlantı gönderildi: orada da doğrulanınca değişiklik yapılır.',
    emailDone: 'E-posta adresi değişti. Bundan sonra yenisiyle oturum açın.',
  },
}
