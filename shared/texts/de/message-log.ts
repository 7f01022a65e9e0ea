// The log of messages that the pharmacy API has, in German.
import type { MessageLogTexts } from '../en/message-log.ts'

export const messageLogDe: MessageLogTexts = {
  logs: 'Protokolle der SMS',
  all: 'Alle SMS',
  ours: 'An Kunden und Patienten',
  intro:
    'Was Apotheken und Shop senden wollten, das Neueste oben, auch was zurückgehalten wurde. Texte werden nicht aufbewahrt, von der Nummer die letzten zwei Ziffern.',
  none: 'Noch keine SMS.',
  template: 'Wofür',
  pharmacy: 'Apotheke',
  parts: 'Teile',
  partsHint: 'wie Telefone sie zählen und Anbieter sie berechnen',
  updatedAt: 'Letzte Änderung',
  templates: {
    store_code: 'Code des Shops',
    ready: 'Arznei liegt bereit',
    refill: 'Zeit für Nachschub',
    closed: 'Apotheke ist geschlossen',
    other: 'etwas Neueres',
  },
  states: {
    queued: 'wartet',
    handed_over: 'dem Anbieter übergeben',
    delivered: 'zugestellt',
    failed: 'nicht gesendet',
    unknown: 'nicht bekannt',
    suppressed: 'zurückgehalten',
  },
  reasons: {
    phone_not_checked:
      'Die Store-API war eine Minute lang nicht zu erreichen: Niemand konnte sagen, ob ein Kunde die Nummer hat.',
    ceiling:
      'Innerhalb einer Stunde gingen zu viele Codes hinaus: Prüfen Sie, ob jemand sie zu Tausenden anfordert.',
    no_consent: 'Der Patient hatte SMS nicht zugestimmt oder seine Zustimmung zurückgenommen.',
    one_a_day: 'Der Patient hatte an diesem Tag schon eine SMS.',
    too_late: 'Der Dienst war länger als eine Nacht nicht da; zum Senden war es zu spät.',
    erased: 'Der Patient wurde gelöscht.',
    refused: 'Sie wurde unterwegs abgelehnt.',
    not_set_up: 'Es ist kein SMS-Anbieter eingerichtet.',
    no_answer: 'Es kam keine Antwort. Die SMS kann hinausgegangen sein und wird nicht noch einmal gesendet.',
    interrupted:
      'Der Dienst endete, während sie unterwegs war. Sie kann hinausgegangen sein und wird nicht noch einmal gesendet.',
    other: 'Aus einem Grund, den diese Version nicht kennt.',
  },
}
