// What people read about the certificates of computers, in Turkish.
import type { CertificateTexts } from './certificates-en.ts'

export const certificatesTr: CertificateTexts = {
  other: 'farklı sertifika',
  otherAdvice:
    'Bilinenden farklı bir sertifika bildiriyor. Onaylanana kadar bu sertifikayla etiket gönderilmez.',
  compare: 'Sertifikaları karşılaştır',
  title: (computer) => `${computer} sertifikası`,
  intro: (computer, pharmacy) =>
    `${pharmacy} eczanesindeki ${computer}, bilinenden farklı bir sertifika bildiriyor.`,
  points: [
    'Ajan yeniden kurulduğunda ya da anahtarları kaybolduğunda böyle olur; ya da başka bir cihaz bu bilgisayarın yerine geçiyordur.',
    'Bilgisayarın başındaki birinden “agent keys” komutunu çalıştırmasını isteyin ve gösterileni aşağıdaki “bildirilen” ile grup grup karşılaştırın.',
    'Ardından onunla etiket alışverişi yapan her bilgisayar, oradaki bir kişiye sorar: “agent trust”.',
  ],
  known: 'Bilinen',
  reported: 'Bildirilen',
  since: 'şu tarihten beri:',
  accept: 'Aynılar: kabul et',
  accepted: 'Sertifika kabul edildi. Diğer bilgisayarlar oradaki bir kişiye soracak.',
  outdated: 'Bilgisayar şimdi başka bir sertifika bildiriyor. Yeniden karşılaştırın.',
  nothingToAccept: 'Bu bilgisayar bilinen sertifikayı bildiriyor. Yapılacak bir şey yok.',
}
