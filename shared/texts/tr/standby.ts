// What people read about the standby printer of a pharmacy in the panel, in Turkish.
import type { StandbyTexts } from '../en/standby.ts'

const others = (n: number) => ` ve ${n} bilgisayarın daha`

export const standbyTr: StandbyTexts = {
  title: 'Yedek yazıcı',
  role: 'Yedek yazıcısı olan istemci',
  means: (computer, printerComputer) =>
    `${computer}, ${printerComputer} üzerinden yazdırır. O yazıcı yokken bütün bilgisayarların etiketleri ${computer} bilgisayarında çıkar.`,
  endsWithClient: 'Eczanenin o zaman yedek yazıcısı olmaz.',
  offline: (computer) =>
    `${computer} çevrimdışı. Yedek yazıcı için çevrimiçi olması gerekir, çünkü ona yazıcıları sorulur.`,
  after: 'Şu kadar sonra kullan (saniye)',
  afterHint: 'İlk yazıcı ya da bilgisayarı bu süre boyunca aralıksız yok olmalı: 15 ile 3600 arası.',
  afterFault: '15 ile 3600 saniye arası olabilir.',
  back: 'İlk yazıcıya dönüş',
  auto: 'kendiliğinden, 30 saniyedir yeniden var olunca',
  manual: 'biri bunun düğmesine basınca',
  shown: (printer, computer) => `${computer} bilgisayarında ${printer}`,
  settings: {
    auto: (n) => `${n} sn sonra, kendiliğinden döner`,
    manual: (n) => `${n} sn sonra, elle dönülür`,
  },
  none: 'Yok. Eczaneye bir tane vermek için bir istemcinin rolünü değiştirin.',
  used: (computer, more, at) =>
    `${computer}${more === 0 ? '' : others(more)} etiketleri ${at} (yedek yazıcı) üzerinden çıkıyor.`,
  printsAt: (computer) => `${computer} bilgisayarında yazdırıyor (yedek yazıcı)`,
  mark: 'yedek yazıcı',
  since: 'Başlangıç:',
  why: {
    computer_away: 'İlk yazıcının bilgisayarına ulaşılamıyor.',
    printer_away: 'İlk yazıcı kapalı ya da ona ulaşılamıyor.',
  },
  useFirst: (printerComputer) => `${printerComputer} yazıcısını yeniden kullan`,
  toldFirst: 'Bilgisayarlara ilk yazıcıyı yeniden kullanmaları söyleniyor.',
}
