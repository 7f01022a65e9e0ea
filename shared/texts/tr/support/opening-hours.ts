// Opening hours of a pharmacy, in Turkish.
import type { OpeningHoursTexts } from '../../en/support/opening-hours.ts'

export const openingHoursTr: OpeningHoursTexts = {
  title: 'Çalışma saatleri',
  of: (name) => `${name} çalışma saatleri`,
  change: 'Değiştir',
  from: { set: 'personel belirledi', learnt: 'öğrenildi', unknown: 'henüz bilinmiyor' },
  closedNow: 'şu an kapalı',
  closedDay: 'kapalı',
  allDay: 'tüm gün',
  lead: 'Bu saatlerin dışında kapalı olan bir bilgisayar sorun olarak değil, eczane kapalı diye gösterilir. Bekleyen bir etiket ve açık bir bilgisayarda duran bir yazıcı her zaman gösterilir.',
  source: {
    set: 'Bu saatleri personel belirledi.',
    learnt:
      'Bu saatler öğrenildi: son haftaların çoğunda bilgisayarların en az yarısı bu saatlerde bağlıydı. Her gece yeniden öğrenilir.',
    unknown:
      'Saatler bilinmiyor: bilgisayarlar iki hafta bağlı kalınca öğrenilir. O zamana kadar eczane açık sayılır.',
  },
  timeZone: 'Saat dilimi',
  timeZoneHint: 'Europe/Istanbul gibi',
  spanFrom: (day, n) => `${day}, ${n}. aralık, başlangıç`,
  spanTo: (day, n) => `${day}, ${n}. aralık, bitiş`,
  hint: 'Eczanenin kapalı olduğu günü boş bırakın. İkinci aralık aradan sonrası içindir; bitiş olarak 00:00 gece yarısıdır.',
  save: 'Bu saatleri kaydet',
  learn: 'Öğrenilen saatleri kullan',
  zoneFault: 'Böyle bir saat dilimi yok.',
  weekFault: 'Her aralığın bir başlangıcı ve daha geç bir bitişi olmalı; bir günün aralıkları çakışmamalı.',
}
