// Reasons about support tasks as people read them, in Turkish.
import type { ReasonTexts } from '../../../reasons/reason-text.ts'
import type { SupportReasonCode } from '../../../reasons/support-reason-codes.ts'

export const supportReasonsTr: Pick<ReasonTexts, SupportReasonCode> = {
  task_claimed_by: ({ who }) => `bu görev ${who} üzerinde: ona sorun ya da geri verilmesini bekleyin`,
  task_is_free: 'bu görev kimsenin üzerinde değil: önce üstlenin',
  task_is_done: 'bu görev tamamlandı: önce yeniden açın',
  task_is_removed: 'bu görev kaldırıldı',
  task_new_owner_unknown: 'bu hesapla bilinen bir destek çalışanı yok: başka birini seçin',
  task_has_new_words: ({ count }) => `eczane görmediğiniz ${count} ileti yazdı: önce okuyun, sonra gönderin`,
  task_message_differs: 'bu numarayla daha önce başka bir ileti gönderildi',
  file_not_allowed: "yalnızca PNG ve JPEG resimleri, PDF ve 2 MB'a kadar metin alınır",
  file_differs: 'dosya gönderildiği gibi ulaşmadı: yeniden gönderin',
  task_files_full: ({ max }) => `bu görevde ${max} dosya var: yeni bir görev açın`,
  answer_title_taken: 'bu başlıkta başka bir hazır yanıt var ya da izin verilen sayıya ulaşıldı',
  task_full: ({ max }) => `bu görevde ${max} ileti var: yeni bir görev açın`,
  help_too_many: ({ max }) => `eczanenin zaten ${max} açık görevi var: birine yazın`,
  help_too_often: 'eczane bu saat içinde sık sık yardım istedi: açık olan göreve yazın ya da telefon edin',
  help_over: 'bu görev bir süre önce tamamlandı: yeniden yardım isteyin',
  help_kept_full: ({ max }) =>
    `bu bilgisayar, desteğe henüz gönderilmemiş ${max} istek ve iletiyi saklıyor: daha fazlası sığmıyor`,
}
