// What people read of the search from anywhere in the panel. In Turkish.
import { number } from '../language.ts'
import type { SearchTexts } from '../../en/support/search.ts'

export const searchTr: SearchTexts = {
  title: 'Arama',
  label: 'Eczane, bilgisayar, adres, telefon veya numara',
  hint: 'Adın bir parçası, P-1042 gibi bir eczane numarası, bir adres, telefon numarası, destek numarası ya da bir yazıcının seri numarası.',
  keys: 'Ok tuşları seçer, Enter açar, Esc kapatır.',
  slash: '/ tuşu burayı açar',
  shortcut: 'Ara (/ veya Ctrl+K)',
  button: 'Ara',
  close: 'Kapat',
  pharmacies: 'Eczaneler',
  computers: 'Bilgisayarlar',
  morePharmacies: 'Eşleşen tüm eczaneler',
  moreComputers: 'Eşleşen tüm bilgisayarlar',
  supportNumber: (number) => `Destek numarası ${number}`,
  tooShort: 'En az iki karakter yazın.',
  nothing: (q) => `Adında, numarasında veya adresinde “${q}” geçen bir şey yok.`,
  found: (n, hasMore) => `${number(n)} sonuç${hasMore ? '; daha fazlası da var' : ''}.`,
  failed: 'Arama yanıt vermedi. Yeniden denemek için yazmaya devam edin.',
}
