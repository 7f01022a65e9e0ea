// The page that makes a phone a scanner of a workplace, in Turkish.
import type { ScannerTexts } from '../en/scanner.ts'

export const scannerTr: ScannerTexts = {
  title: 'Okuyucu olarak telefon',
  intro:
    'Çalışma yerinin gösterdiği kodu yazın: orada bir eczacı giriş yapmıştır ve “Okuyucu eşleştir” düğmesine basar.',
  code: 'Çalışma yerinin kodu',
  codeHint: 'Sekiz harf, örneğin BCDF-GHJK. Kod 2 dakika geçerlidir.',
  codeFault: 'Bu bir kod değil: kod sekiz harften oluşur, örneğin BCDF-GHJK.',
  codeOver:
    'Bu kod yanlış, daha önce kullanılmış ya da 2 dakikadan eski. Çalışma yerinde yeni bir kod gösterilmesini isteyin.',
  name: 'Bu telefonun adı',
  nameHint: 'Çalışma yeri bu adı her okutmanın yanında gösterir.',
  nameFault: 'En fazla 60 karakterlik bir ad yazın.',
  full: 'Eczanede olabilecek en fazla sayıda çalışma yeri ve okuyucu var. Önce artık kullanılmayan bir okuyucunun kaldırılması gerekir.',
  pair: 'Eşleştir',
  forgotten: 'Bu telefon artık okuyucu değil.',
  ended: 'Bu telefon artık eşleştirilmiş değil. Yeni bir kodla yeniden eşleştirin.',
  paired: (workplace) => `Bu telefon ${workplace} ile eşleştirildi.`,
  speaksFor: (name, workplace) => `${name}, ${workplace} için okutur.`,
  scan: 'Kod',
  scanHint: 'Bir kod okutun ya da yazıp Enter tuşuna basın.',
  send: 'Gönder',
  sending: 'Gönderiliyor…',
  taken: (workplace) => `Alındı: okutma ${workplace} çalışma yerine ulaştı.`,
  nobody: (workplace) =>
    `${workplace} çalışma yerinde kimse giriş yapmamış. Orada giriş yapın, sonra yeniden okutun.`,
  unreadable: 'Bu gönderilmedi: kod, Türkçe harf içermeyen en fazla 256 harf, rakam ve işaretten oluşur.',
  notSent:
    'Okutmanın ulaşıp ulaşmadığı bilinmiyor. Çalışma yerine bakın ya da bu sayfayı yeniden yükleyip tekrar okutun.',
  camera: 'Kamerayla okut',
  cameraStop: 'Kamerayı durdur',
  noCamera: 'Bu tarayıcı kamerayla kod okuyamıyor. Kodu yazın ya da klavye gibi yazan bir okuyucu kullanın.',
  cameraRefused: 'Kamera açılamadı. Tarayıcıda bu sayfa için kameraya izin verin ya da kodu yazın.',
  other: 'Başka bir çalışma yeriyle eşleştir',
  forget: 'Bu telefonu unut',
  forgetMeans: (name) =>
    `${name} artık hiçbir çalışma yeri için okutmaz. Yeniden kullanmak için yeni bir kodla eşleştirin.`,
}
