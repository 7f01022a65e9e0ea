// What people read about pairing codes, in Turkish.
import type { PairingTexts } from './pairing-en.ts'

export const pairingTr: PairingTexts = {
  title: 'Bilgisayar ekle',
  intro: (pharmacy) => `Bir eşleştirme kodu, bir bilgisayarın eklenmesini sağlar. Eczane: ${pharmacy}.`,
  points: [
    'Yalnızca bir kez gösterilir; 10 dakika ve tek bir bilgisayar için geçerlidir.',
    'Beş yanlış denemeden sonra geçersiz olur.',
    'Önceden eklenmiş bilgisayarlar olduğu gibi kalır.',
  ],
  needsApproval: 'Bilgisayar onay beklesin',
  needsApprovalHint:
    'Bir yönetici burada onaylayana kadar hiçbir şey yapamaz. Başkasına iletilen kodlar için uygundur.',
  make: 'Eşleştirme kodu oluştur',
  outdated: 'Formun süresi dolmuştu, bu yüzden kod oluşturulmadı. Lütfen yeniden onaylayın.',
  full: 'Bu eczanenin çok fazla açık eşleştirme kodu var. Kodları geri çekin ya da sürelerinin dolmasını bekleyin.',
  madeAlready:
    'Form ikinci kez gönderildi. Başka kod oluşturulmadı, ilki de yeniden gösterilmez. Kimse not almadıysa kodu geri çekip yenisini oluşturun.',
  code: 'Eşleştirme kodu',
  once: 'Kod yalnızca şimdi gösterilir. Kodu bilen kişi bu eczaneye bir bilgisayar ekleyebilir.',
  goodFor: (time) => `${time} daha geçerli`,
  goodUntil: (time) => `Son geçerlilik: ${time}`,
  ranOut: 'Kodun süresi doldu.',
  stepsTitle: 'Bununla ne yapmalı',
  install: 'Ajanı eczanedeki bilgisayara kurun.',
  run: 'Orada bir komut satırı açıp bu komutu çalıştırın.',
  fromSource: 'Kaynak kodun bulunduğu klasörde “agent” yerine “npm run agent --” yazın.',
  appears: 'Bilgisayar birkaç saniye içinde bu sayfada görünür.',
  appearsToApprove: 'Bilgisayar birkaç saniye içinde, onay düğmesiyle birlikte bu sayfada görünür.',
  unused: 'Kodu henüz hiçbir bilgisayar kullanmadı.',
  usedBy: (computer) => `${computer} kodu kullandı.`,
  isIn: 'Bilgisayar artık eczaneye ait.',
  ended: 'Kod artık kullanılamaz: süresi doldu, geri çekildi ya da beş kez yanlış denendi.',
  notShownAgain: 'Kodun kendisi yeniden gösterilmez.',
  look: 'Bir bilgisayarın kullanıp kullanmadığına bak',
  open: (n) => `${n} eşleştirme kodu açık`,
  withApproval: 'onaylı',
  withdraw: 'Geri çek',
  withdrawHint: 'Geri çekmek bu eczanenin tüm açık kodlarını sonlandırır.',
  withdrawn: 'Eşleştirme kodları geri çekildi.',
  another: 'Bir kod daha',
  toPharmacy: 'Eczaneye git',
}
