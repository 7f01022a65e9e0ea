// Why a prescription label cannot be drawn, as people read it, in Turkish.
import type { ReasonTexts } from '../../../reasons/reason-text.ts'
import type { LabelReasonCode } from '../../../reasons/label-reason-codes.ts'

export const labelReasonsTr: Pick<ReasonTexts, LabelReasonCode> = {
  label_character: ({ character }) => `${character} karakteri yazdırılamıyor: başka bir şekilde yazın`,
  label_item_too_high: ({ size }) =>
    `bir kullanım talimatı veya uyarı bu etiket boyutu için çok uzun: kısaltın veya ${size} etiket kullanın`,
  label_too_many: ({ max, size }) =>
    `bu reçete bu boyutta ${max} etiketten fazlasını gerektiriyor: kısaltın veya ${size} etiket kullanın`,
  label_no_size: 'bu reçete her etiket boyutu için çok uzun: talimatları ve uyarıları kısaltın',
  label_hidden_only: 'reçetenin bir alanında görünür karakter yok: alanı yeniden doldurun',
}
