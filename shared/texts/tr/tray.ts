// What people read in the menu and the notifications of the icon near the clock, in Turkish.
import { byCount } from './language.ts'
import type { TrayTexts } from '../en/tray.ts'

const minutes = (n: number) => (n % 60 === 0 ? `${n / 60} saatliğine` : `${n} dakikalığına`)

export const trayTr: TrayTexts = {
  tooltip: (product, level, text) => `${product}: ${level}. ${text}`,
  lastLabel: (n, state, time) => `${n} numaralı etiket, ${time}: ${state}`,
  noLabel: 'Henüz etiket gelmedi',
  reprint: (n) => `${n} numaralı etiketi yeniden yazdır`,
  nothingToReprint: 'Son etiketi yeniden yazdır',
  reprintRefused: {
    state_conflict: (n) =>
      `${n} numaralı etiket şu anda yeniden yazdırılamıyor. Etiketin durumuna ve yapılabileceklere bakın.`,
    not_found: (n) => `${n} numaralı etiket artık bilinmiyor: kayıtlardan silinmiş.`,
    unavailable: (n) =>
      `Program bunu şu anda yapamadı. Yeniden denemeden önce ${n} numaralı etiketin durumuna bakın.`,
  },
  pause: 'Duraklat',
  pauseFor: (n) => minutes(n),
  test: 'Deneme etiketi yazdır',
  open: 'Pharmacy Relay’i aç',
  quit: 'Çık (etiketler çıkmaya devam eder)',
  quitStops: 'Çık ve etiket almayı durdur',
  printed: (n, state) => `${n} numaralı etiket: ${state}`,
  notDone: 'Bu işlem yapılamadı',
  paused: (time) => `Saat ${time} olana kadar duraklatıldı. Etiketler saklanıyor ve bekliyor.`,
  goesOn: 'Etiketler yeniden çıkıyor.',
  failedSince: (n) =>
    byCount(
      n,
      'Bir etiket çıkmadı. Hangisi olduğuna bakın ve yeniden yazdırın.',
      `${n} etiket çıkmadı. Hangileri olduğuna bakın ve yeniden yazdırın.`,
    ),
  notSaved: 'Dosya kaydedilemedi',
  closed: 'Pencere yanıt vermediği için kapatıldı. Etiketler çıkmaya devam ediyor; simgeden yeniden açın.',
}
