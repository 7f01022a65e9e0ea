// The log of messages that the pharmacy API has, in Turkish.
import type { MessageLogTexts } from '../en/message-log.ts'

export const messageLogTr: MessageLogTexts = {
  logs: 'SMS kayıtları',
  all: 'Tüm iletiler',
  ours: 'Müşterilere ve hastalara',
  intro:
    'Eczanelerin ve mağazanın göndermek istedikleri, en yenisi üstte; tutulanlar da burada. Metinler saklanmaz; numaranın son iki rakamı saklanır.',
  none: 'Henüz ileti yok.',
  template: 'Ne için',
  pharmacy: 'Eczane',
  parts: 'Parça',
  partsHint: 'telefonların saydığı ve sağlayıcıların ücretlendirdiği gibi',
  updatedAt: 'Son değişiklik',
  templates: {
    store_code: 'mağaza kodu',
    ready: 'ilaç hazır',
    refill: 'ilaç yenileme zamanı',
    closed: 'eczane kapalı',
    other: 'daha yeni bir şey',
  },
  states: {
    queued: 'bekliyor',
    handed_over: 'sağlayıcıya verildi',
    delivered: 'ulaştı',
    failed: 'gönderilmedi',
    unknown: 'bilinmiyor',
    suppressed: 'tutuldu',
  },
  reasons: {
    phone_not_checked:
      'Store API’ye bir dakika boyunca ulaşılamadı: numaranın bir müşteriye ait olup olmadığını kimse söyleyemedi.',
    ceiling: 'Bir saat içinde çok fazla kod gitti: birinin binlerce kod isteyip istemediğine bakın.',
    no_consent: 'Hasta SMS almayı kabul etmemişti ya da onayını geri aldı.',
    one_a_day: 'Hasta o gün başka bir ileti aldı.',
    too_late: 'Hizmet bir geceden uzun süre çalışmadı; göndermek için geç kalındı.',
    erased: 'Hasta silindi.',
    refused: 'İleti yolda reddedildi.',
    not_set_up: 'SMS sağlayıcısı kurulmamış.',
    no_answer: 'Yanıt gelmedi. İleti gitmiş olabilir ve yeniden gönderilmez.',
    interrupted: 'İleti yoldayken hizmet sona erdi. İleti gitmiş olabilir ve yeniden gönderilmez.',
    other: 'Bu sürümün bilmediği bir nedenle.',
  },
}
