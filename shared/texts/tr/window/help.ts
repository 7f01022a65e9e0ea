// The window's page on which people ask support for help, in Turkish. A group of the catalogue.
import { byCount } from '../language.ts'
import type { WindowHelpTexts } from '../../en/window/help.ts'

const answers = (n: number) => `${n} yeni yanıt`

export const windowHelpTr: WindowHelpTexts = {
  askTitle: 'Yardım isteyin',
  askAgain: 'Başka bir konuda yardım isteyin',
  askText:
    'Destek, bu bilgisayarın denetiminin bulduğunu görür: etiketleri hangi yerin durdurduğunu. Birkaç söz ekleyebilirsiniz, ama zorunlu değildir.',
  words: 'Sorun nedir? (isteğe bağlı)',
  wordsHint: 'Lütfen hasta adı yazmayın.',
  wordsFault: 'Bu çok uzun: en çok 4.000 harf.',
  ask: 'Yardım iste',
  asking: 'İsteğiniz saklanıyor…',
  unpaired:
    'Bu bilgisayar henüz hiçbir eczaneye ait değil, bu yüzden destek onu göremez. Önce eşleştirin ya da telefon edin.',
  toPairing: 'Eşleştirme koduna git',
  noConnection: 'Şu anda bağlantı yok. Yazdığınız saklanır ve bağlantı gelir gelmez gönderilir.',

  askedAt: 'Yardım istediniz',
  withoutWords: 'Söz yazmadan yardım istediniz. Bu bilgisayarın denetimi destekte.',
  notSent: 'Henüz gönderilmedi: bağlantı yok. Bağlantı gelir gelmez gönderilir.',
  urgent: 'Acilse desteğe telefon edin.',
  beingSent: 'Gönderiliyor…',
  delayed: 'Destek bunu şu anda almıyor; yeniden deneniyor:',
  refused: 'Destek bunu almadı:',
  sendAgain: 'Yeniden gönder',
  drop: 'Gönderme',
  states: {
    new: 'İsteğiniz destekte. Henüz kimse üstlenmedi.',
    claimed: (name: string) => `${name} ilgileniyor.`,
    claimedByNobody: 'Biri ilgileniyor.',
    released: 'İsteğiniz destekte. Şu anda kimse ilgilenmiyor.',
    done: 'Destek, bunun tamamlandığını söylüyor.',
    removed: 'Destek bu isteği kaldırdı.',
  },
  talk: 'Destekle konuşma',
  you: 'Bu bilgisayar',
  support: 'Destek',
  supportWrites: 'Destek yazıyor…',
  erased: 'Bu sözler kaldırıldı.',
  write: 'Desteğe yazın',
  writeAfterEnd: 'Yeniden yazarsanız istek yeniden açılır',
  send: 'Gönder',
  bundleText:
    'Destek paketi bu bilgisayarın durumunu, ayarlarını ve kayıtlarını içerir. Etiketlerde yazanlar ve bu bilgisayarınki dışında adlar içinde yoktur.',
  bundleSee: 'Önce görün',
  bundleSend: 'Destek paketini gönder',
  bundleMaking: 'Hazırlanıyor…',
  label: {
    title: 'Destek için',
    text: 'Destek şu anda size yardım ediyor. Bu etiketin düzenini gösteren bir resim alabilir: her harf bir X olur, resimler çıkarılır.',
    show: 'Neyin gönderileceğini göster',
    alt: (n: string) => `${n} numaralı etiketin maskelenmiş resmi`,
    consent: 'Desteğin tam olarak bu resmi almasını kabul ediyorum.',
    tickFirst: 'Lütfen önce kutuyu işaretleyin.',
    send: 'Desteğe gönder',
    sent: 'İsteğinizle birlikte desteğe gider.',
    toTalk: 'Görüşmeye git',
    notSent: 'Gönderilmedi. Yeniden gösterin ve bir daha deneyin.',
  },
  solvedQuestion: 'Çözüldü mü?',
  solved: 'Evet, çözüldü',
  notSolved: 'Hayır, çözülmedi',
  saidSolved: 'Çözüldüğünü söylediniz. Teşekkürler.',
  saidNotSolved: 'Çözülmediğini söylediniz. İstek yeniden açık.',
  others: 'Diğer istekleriniz',
  noSubject: 'Sözsüz istek',
  done: 'tamamlandı',

  unread: answers,
  news: (n: number) => `Destek size yazdı: ${answers(n)}.`,
  read: 'Oku',
  askHere: 'Destekten yardım isteyin',

  menu: 'Destekten yardım iste…',
  menuUnread: (n: number) => `Destek yazdı: ${answers(n)}`,
  noticeTitle: (product: string) => `${product}: destek yazdı`,
  notice: (n: number) =>
    `Sizin için ${byCount(n, 'yeni bir yanıt', `${n} yeni yanıt`)} var. Okumak için tıklayın.`,
}
