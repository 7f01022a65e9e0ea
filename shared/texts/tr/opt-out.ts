// The page where a patient ends the text messages of a pharmacy, in Turkish.
import type { OptOutTexts } from '../en/opt-out.ts'

export const optOutTr: OptOutTexts = {
  title: 'Eczanenizden gelen SMS’ler',
  asked: (pharmacy) => `${pharmacy}, bu bağlantının geldiği telefona SMS gönderiyor.`,
  means: 'Düğmeye basınca SMS’ler hemen sona erer, bekleyenler de gönderilmez. Başka eczaneler etkilenmez.',
  submit: 'Bana artık SMS gönderilmesin',
  done: (pharmacy) => `${pharmacy}, bu bağlantının geldiği telefona artık SMS göndermeyecek.`,
  again: 'Yola çıkmış bir SMS yine de gelebilir. Yeniden SMS almak isterseniz eczaneye söyleyin.',
  over: 'Bu bağlantı bilinmiyor ya da 13 aydan eski. Daha yeni bir SMS’teki bağlantıyı açın ya da artık SMS istemediğinizi eczaneye söyleyin.',
}
