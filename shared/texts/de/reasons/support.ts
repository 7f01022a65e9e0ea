// Reasons about support tasks as people read them, in German.
import { byCount } from '../language.ts'
import type { ReasonTexts } from '../../../reasons/reason-text.ts'
import type { SupportReasonCode } from '../../../reasons/support-reason-codes.ts'

export const supportReasonsDe: Pick<ReasonTexts, SupportReasonCode> = {
  task_claimed_by: ({ who }) =>
    `diese Aufgabe hat ${who}: dort fragen oder warten, bis sie zurückgegeben wird`,
  task_is_free: 'diese Aufgabe hat niemand: zuerst übernehmen',
  task_is_done: 'diese Aufgabe ist erledigt: zuerst wieder öffnen',
  task_is_removed: 'diese Aufgabe wurde entfernt',
  task_new_owner_unknown: 'unter diesem Konto ist niemand aus dem Team bekannt: jemand anderen wählen',
  task_has_new_words: ({ count }, { count: n }) =>
    byCount(
      n,
      'die Apotheke hat eine Nachricht geschrieben, die Sie noch nicht gesehen haben: erst lesen, dann senden',
      `die Apotheke hat ${count} Nachrichten geschrieben, die Sie noch nicht gesehen haben: erst lesen, dann senden`,
    ),
  task_message_differs: 'unter dieser Nummer wurde bereits eine andere Nachricht gesendet',
  file_not_allowed: 'angenommen werden nur PNG- und JPEG-Bilder, PDF und Text bis 2 MB',
  file_differs: 'die Datei kam nicht so an, wie sie gesendet wurde: noch einmal senden',
  task_files_full: ({ max }) => `diese Aufgabe hat ${max} Dateien: eine andere Aufgabe anlegen`,
  answer_title_taken: 'eine andere Antwortvorlage heißt so, oder es gibt so viele, wie es geben darf',
  task_full: ({ max }) => `diese Aufgabe hat ${max} Nachrichten: eine neue anlegen`,
  help_too_many: ({ max }) => `die Apotheke hat schon ${max} offene Aufgaben: in eine davon schreiben`,
  help_too_often:
    'die Apotheke hat in dieser Stunde schon oft um Hilfe gebeten: in die offene Aufgabe schreiben oder anrufen',
  help_over: 'das wurde vor längerer Zeit erledigt: noch einmal um Hilfe bitten',
  help_kept_full: ({ max }) =>
    `dieser Rechner bewahrt schon ${max} Anfragen und Nachrichten an den Support auf, die noch nicht gesendet sind: mehr passen nicht hinein`,
}
