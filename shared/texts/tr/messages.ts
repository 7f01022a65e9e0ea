// What is sent to people by mail and SMS, in Turkish.
import type { Texts } from '../en/index.ts'

export const messagesTr: Texts['messages'] = {
  passwordSubject: 'Yeni parolanız',
  passwordText: ({ link, minutes }) =>
    `Biri, büyük olasılıkla siz, Pharmacy Relay için yeni bir parola istedi. ${minutes} dakika içinde buradan seçin:\n\n${link}\n\nSiz değilseniz bir şey yapmayın: parolanız olduğu gibi kalır.`,
  invitationSubject: 'Pharmacy Relay’e hoş geldiniz',
  invitationText: ({ link, minutes }) =>
    `Sizin için bir Pharmacy Relay hesabı açıldı. Parolanızı ${minutes} dakika içinde buradan seçin:\n\n${link}\n\nDaha sonra giriş sayfasından yeni bir bağlantı isteyin.`,
  linkSms: ({ link, minutes }) => `Pharmacy Relay: yeni parolanızı ${minutes} dakika içinde seçin: ${link}`,
  emailSubject: 'E-posta adresi değişikliğini onaylayın',
  emailText: ({ link, hours, email }) =>
    `Bir Pharmacy Relay hesabının e-posta adresi ${email} olarak değişecek. ${hours} saat içinde buradan onaylayın; diğer adrese de sorulur:\n\n${link}\n\nSiz değilseniz bir şey yapmayın ve bir Admin’e söyleyin.`,
}
