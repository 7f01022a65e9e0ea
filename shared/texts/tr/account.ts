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
}
