// What is sent to people by mail and SMS, in Turkish.
import type { Texts } from '../en/index.ts'

export const messagesTr: Texts['messages'] = {
  passwordSubject: 'Yeni parolanız',
  passwordText: ({ link, minutes }) =>
    `Biri, büyük olasılıkla siz, Pharmacy Relay için yeni bir parola istedi. ${minutes} dakika içinde buradan seçin:\n\n${link}\n\nSiz değilseniz bir şey yapmayın: parolanız olduğu gibi kalır.`,
  invitationSubject: 'Pharmacy Relay’e hoş geldiniz',
  invitationText: ({ link, minutes }) =>
    `Sizin için bir Pharmacy Relay hesabı açıldı. Parolanızı ${minutes} dakika içinde buradan seçin:\n\n${link}\n\nDaha sonra giriş sayfasından yeni bir bağlantı isteyin.`,
  /** After the link that a Pharmacist gets. */
  pharmacistSignsIn: 'Bu parolayla mağazada ve eczanenizin bir bilgisayarındaki pencerede giriş yaparsınız.',
  linkSms: ({ link, minutes }) => `Pharmacy Relay: yeni parolanızı ${minutes} dakika içinde seçin: ${link}`,
  emailSubject: 'E-posta adresi değişikliğini onaylayın',
  emailText: ({ link, hours, email }) =>
    `Bir Pharmacy Relay hesabının e-posta adresi ${email} olarak değişecek. ${hours} saat içinde buradan onaylayın; diğer adrese de sorulur:\n\n${link}\n\nSiz değilseniz bir şey yapmayın ve bir Admin’e söyleyin.`,
  pairingCodeSms: ({ code, pharmacy, minutes }) =>
    `Pharmacy Relay: ${code} eşleştirme kodu bir bilgisayarı ${pharmacy} eczanesine alır ve ${minutes} dakika geçerlidir. İstemeyen kimseye söylemeyin.`,
  incidentSms: ({ task, pharmacies, problem }) =>
    `Pharmacy Relay: on dakika içinde ${pharmacies} eczane: ${problem}. Panelde olay ${task}.`,
  refundSms: ({ amount, order }) =>
    `Eczane mağazası: ${order} numaralı siparişinizin ${amount} tutarı, ödeyen karta iade ediliyor. Birkaç gün sürebilir.`,
  storeCodeSms: ({ code, minutes }) =>
    `Eczane mağazası kodunuz: ${code}. ${minutes} dakika geçerlidir. Kim isterse istesin, kimseye söylemeyin.`,
  patientSms: {
    ready: ({ pharmacy, hours, link }) => `${pharmacy}: İlacınız hazır. Açık: ${hours}. SMS iptali: ${link}`,
    refill: ({ pharmacy, hours, link }) => `${pharmacy}: İlacınız bitiyor mu? ${hours}. SMS iptali: ${link}`,
    closed: ({ pharmacy, hours, link }) => `${pharmacy}: Kapalıyız. Açılış: ${hours}. SMS iptali: ${link}`,
  },
  resetSubject: 'İkinci etkeniniz sıfırlanacak',
  resetText: ({ link, hours }) =>
    `Bir Admin, Pharmacy Relay hesabınızın ikinci etkeninin sıfırlanmasını istedi: doğrulama uygulaması, geçiş anahtarları ve kurtarma kodları kaldırılır; yenilerini ayarlayana dek parolanızla giriş yaparsınız. ${hours} saat sonra ya da başka bir Admin onaylayınca yapılır.\n\nBunu siz istemediyseniz buradan itiraz edin:\n\n${link}`,
  resetSms: ({ link, hours }) =>
    `Pharmacy Relay: ikinci etkeniniz ${hours} saat sonra ya da başka bir Admin onaylayınca sıfırlanır. Siz istemediyseniz itiraz edin: ${link}`,
  resetDoneSubject: 'İkinci etkeniniz sıfırlandı',
  resetDoneText:
    'Pharmacy Relay hesabınızın ikinci etkeni sıfırlandı ve her yerde oturumunuz kapatıldı. Parolanızla giriş yapın ve bir doğrulama uygulaması ya da geçiş anahtarı ayarlayın.\n\nBunu siz istemediyseniz hemen bir Admin’e söyleyin.',
  resetDoneSms:
    'Pharmacy Relay: ikinci etkeniniz sıfırlandı. Giriş yapıp yenisini ayarlayın. Siz istemediyseniz hemen bir Admin’e söyleyin.',
}
