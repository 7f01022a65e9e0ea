// Reasons about accounts as people read them, in Turkish.
import type { ReasonTexts } from '../../../reasons/reason-text.ts'
import type { AccountReasonCode } from '../../../reasons/account-reason-codes.ts'

export const accountReasonsTr: Pick<ReasonTexts, AccountReasonCode> = {
  password_too_short: ({ min }) => `parola çok kısa: en az ${min} karakter olmalı`,
  password_too_long: ({ max }) => `parola çok uzun: en çok ${max} karakter olabilir`,
  password_characters: 'parolada her yerde yazılamayan karakterler var: bunları çıkarın',
  password_guessable: 'parola kolay tahmin edilir: birbiriyle ilgisi olmayan dört beş sözcük daha iyidir',
  password_own_words: 'parola adınızdan ya da e-posta adresinizden pek farklı değil',
  password_breached: 'parola çalınmış parolalar listesinde: başka bir tane seçin',
  password_unchanged: 'bu zaten kullandığınız parola',
  password_old_wrong: 'şu anki parola doğru değil',
  last_admin: 'bu son etkin Admin: önce başka birini Admin yapın',
  user_needs_pharmacy: 'bu rol bir eczaneye aittir: hangisi olduğunu seçin',
  user_without_pharmacy: 'destek ekibi bir eczaneye ait değildir',
  email_taken: 'bu e-posta adresi başkasına ait',
  user_disabled: 'bu hesap devre dışı: önce etkinleştirin',
  no_way_to_send: 'bağlantı gönderecek bir yol yok: bu hesap için ne e-posta ne de SMS ayarlı',
  link_over: 'bu bağlantı kullanılmış, yenisiyle değiştirilmiş ya da çok eski: yenisini isteyin',
  code_needed: 'bu hesap doğrulama uygulamanızın kodunu da ister',
  code_wrong: 'bu kod doğru değil: en yenisini alın ve telefonunuzun saatinin doğru olduğuna bakın',
  code_used: 'bu kod zaten kullanıldı: sonrakini bekleyin',
  code_clock_off: ({ off }) =>
    `telefonunuzun saati ${off} şaşıyor: saati otomatiğe alın, sonra en yeni kodu girin`,
  factor_none: 'bu hesap için şu anda bir doğrulama uygulaması kurulmuyor',
  factor_locked:
    'kod denetlenemiyor, çünkü hizmet başka bir anahtarla geri yüklendi: bir kurtarma kodu kullanın ve bir Admin’e söyleyin',
  factor_last: 'bu, hesabın tek ikinci etkeni: önce başka birini ayarlayın',
  passkey_needed: 'bu hesap geçiş anahtarınızı ya da bir kurtarma kodunu da ister',
  passkey_none: 'bu hesabın geçiş anahtarı yok',
  device_not_known:
    'bu bilgisayar eczanenizin bilgisayarı olarak bilinmiyor: önce orada eşleştirilmesini sağlayın, sonra yeniden giriş yapın',
  gateway_unknown:
    'bu bilgisayara eczacıların nerede giriş yaptığı bildirilmedi: ağ geçidinin adresini destek ekibine sorun',
  sign_in_refused: 'e-posta ya da parola doğru değil ya da bu kişi bu eczanenin eczacısı değil',
  sign_in_over: 'bu giriş sona erdi: parolanızla yeniden başlayın',
  not_signed_in: 'burada artık kimse giriş yapmış değil',
  passkey_refused: 'bu geçiş anahtarı kabul edilmedi: yeniden deneyin ya da başka bir yolla giriş yapın',
  passkey_exists: 'bu geçiş anahtarı zaten ayarlı',
  passkey_too_many: ({ max }) => `bir hesapta en çok ${max} geçiş anahtarı olabilir: önce birini kaldırın`,
  passkey_alone:
    'bir geçiş anahtarınız var, kurtarma kodunuz yok: kaybı sizi dışarıda bırakmasın diye bir anahtar daha ekleyin ya da kurtarma kodları oluşturun',
  passkeys_need_name:
    'tarayıcılar geçiş anahtarını yalnız bir ad için oluşturur: panele sayılardan oluşan bir adresle değil, https ile ya da localhost adıyla ulaşılmalı',
  reset_own: 'kimse kendi ikinci etkenini sıfırlamaz: başka bir Admin’den isteyin',
  reset_nothing: 'bu hesabın ikinci etkeni yok',
  reset_open: 'bu hesap için zaten sıfırlama istendi: başka bir Admin onaylayabilir',
  reset_none: 'bu hesap için sıfırlama istenmedi',
  reset_objected: 'hesabın sahibi sıfırlamaya itiraz etti: yeniden istenmeden önce kendisiyle konuşun',
  reset_waits: ({ left }) =>
    `bu sıfırlamayı başka bir Admin onaylar ya da ${left} sonra kendiliğinden yapılır`,
  reset_untold: 'hesabın sahibine haber verilemedi, bu yüzden sıfırlamayı başka bir Admin onaylamalı',
  sms_not_set_up: 'SMS sağlayıcısı ayarlı değil',
  sms_key_used: 'bu anahtar başka bir mesaj için kullanıldı',
  phone_unreadable: 'bu, ülke koduyla yazılmış bir telefon numarası değil; örneğin +90 312 292 60 00',
  sms_code_over: 'bu kod yanlış, kullanılmış ya da süresi dolmuş: işe yaramazsa yeni bir kod isteyin',
  phone_ticket_over:
    'bu telefon doğrulaması kullanılmış, süresi dolmuş ya da başka bir telefonun: yeni bir kod isteyin',
}
