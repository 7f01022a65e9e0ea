// The pharmacist in the window: sign-in and sign-out, in Turkish.
import type { WindowDispensingTexts } from '../en/window-dispensing.ts'

export const windowDispensingTr: WindowDispensingTexts = {
  intro: 'Bu eczanenin eczacısı, reçeteler için burada giriş yapar.',
  email: 'E-posta adresi',
  emailHint: 'Pharmacy Relay hesabınızın adresi.',
  emailFault: 'E-posta adresinizi yazın.',
  password: 'Parola',
  passwordHint: 'Kimlik hizmeti tarafından denetlenir, bu bilgisayarda saklanmaz.',
  passwordFault: 'Parolanızı yazın.',
  signIn: 'Giriş yap',
  signingIn: 'Giriş yapılıyor…',
  codeIntro: 'Parolanız doğru. Burası yeni bir yer olduğu için bir kod da isteniyor.',
  code: 'Kod',
  codeHint: 'Kimlik doğrulama uygulamanızdaki altı rakam ya da kurtarma kodlarınızdan biri.',
  recoveryHint: 'Bu hesabın kimlik doğrulama uygulaması yok. Kurtarma kodlarınızdan birini yazın.',
  codeFault: 'Kodu yazın.',
  goOn: 'Devam et',
  otherAccount: 'Başka bir hesapla giriş yap',
  signedIn: 'Giriş yapıldı',
  name: 'Ad',
  idle: 'On dakika boyunca hiçbir şey yapılmazsa, ekran kilitlenirse ya da bilgisayar uyku durumuna geçerse oturumunuz kapatılır.',
  signOut: 'Çıkış yap',
  elsewhere: 'Eczacılar tarayıcıda değil, simgenin penceresinde giriş yapar.',
  elsewhereHint: 'Pharmacy Relay uygulamasını saatin yanındaki simgesinden açın.',
  because: {
    person: 'Çıkış yaptınız.',
    lock: 'Ekran kilitlendiği ya da bilgisayar uyuduğu için oturumunuz kapatıldı.',
    idle: 'On dakika boyunca hiçbir şey yapılmadığı için oturumunuz kapatıldı.',
    computer: 'Bu bilgisayar artık eczaneye ait olmadığı için oturumunuz kapatıldı.',
    account: 'Hesabınız değiştirildiği ya da başka bir yerde kapatıldığı için oturumunuz kapatıldı.',
  },
}
