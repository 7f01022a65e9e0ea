// Reasons about accounts as people read them, in German.
import type { ReasonTexts } from '../../../reasons/reason-text.ts'
import type { AccountReasonCode } from '../../../reasons/account-reason-codes.ts'

export const accountReasonsDe: Pick<ReasonTexts, AccountReasonCode> = {
  password_too_short: ({ min }) => `das Passwort ist zu kurz: Es braucht mindestens ${min} Zeichen`,
  password_too_long: ({ max }) => `das Passwort ist zu lang: Es darf höchstens ${max} Zeichen haben`,
  password_characters:
    'das Passwort hat Zeichen, die nicht überall getippt werden können: Lassen Sie sie weg',
  password_guessable:
    'das Passwort ist leicht zu erraten: Besser sind vier oder fünf Wörter, die nichts miteinander zu tun haben',
  password_own_words: 'das Passwort ist kaum mehr als Ihr Name oder Ihre E-Mail-Adresse',
  password_breached: 'das Passwort steht in einer Liste gestohlener Passwörter: Wählen Sie ein anderes',
  password_unchanged: 'das ist das Passwort, das Sie schon haben',
  password_old_wrong: 'das jetzige Passwort stimmt nicht',
  last_admin: 'das ist der letzte aktive Admin: Machen Sie zuerst jemand anderen zum Admin',
  user_needs_pharmacy: 'diese Rolle gehört zu einer Apotheke: Wählen Sie, zu welcher',
  user_without_pharmacy: 'Mitarbeitende gehören zu keiner Apotheke',
  email_taken: 'diese E-Mail-Adresse hat schon jemand',
  user_disabled: 'dieses Konto ist deaktiviert: Aktivieren Sie es zuerst',
  no_way_to_send:
    'es gibt keinen Weg für einen Link: Für dieses Konto sind weder E-Mail noch SMS eingerichtet',
  link_over: 'dieser Link ist benutzt, durch einen neueren ersetzt oder zu alt: Fordern Sie einen neuen an',
  code_needed: 'dieses Konto verlangt auch einen Code Ihrer Authentifizierungs-App',
  code_wrong:
    'dieser Code stimmt nicht: Nehmen Sie den neuesten, und prüfen Sie, ob die Uhr Ihres Telefons richtig geht',
  code_used: 'dieser Code wurde schon benutzt: Warten Sie auf den nächsten',
  code_clock_off: ({ off }) =>
    `die Uhr Ihres Telefons geht um ${off} falsch: Stellen Sie sie auf automatische Zeit, und nehmen Sie dann den neuesten Code`,
  factor_none: 'für dieses Konto wird gerade keine Authentifizierungs-App eingerichtet',
  factor_locked:
    'der Code kann nicht geprüft werden, weil der Dienst mit einem anderen Schlüssel wiederhergestellt wurde: Benutzen Sie einen Wiederherstellungscode, und sagen Sie es einem Admin',
  factor_last: 'das ist der einzige zweite Faktor dieses Kontos: Richten Sie zuerst einen anderen ein',
  passkey_needed: 'dieses Konto verlangt auch Ihren Passkey oder einen Wiederherstellungscode',
  passkey_none: 'dieses Konto hat keinen Passkey',
  device_not_known:
    'dieser Rechner ist nicht als einer Ihrer Apotheke bekannt: lassen Sie ihn dort koppeln, und melden Sie sich dann erneut an',
  gateway_unknown:
    'diesem Rechner wurde nicht gesagt, wo sich Apotheker anmelden: fragen Sie das Support-Team nach der Adresse des Gateways',
  sign_in_refused: 'E-Mail oder Passwort ist nicht richtig, oder das ist kein Apotheker dieser Apotheke',
  sign_in_over: 'diese Anmeldung ist abgelaufen: beginnen Sie noch einmal mit Ihrem Passwort',
  not_signed_in: 'hier ist niemand mehr angemeldet',
  passkey_refused:
    'dieser Passkey wurde nicht angenommen: Versuchen Sie es noch einmal, oder melden Sie sich anders an',
  passkey_exists: 'dieser Passkey ist schon eingerichtet',
  passkey_too_many: ({ max }) => `ein Konto hat höchstens ${max} Passkeys: Entfernen Sie zuerst einen`,
  passkey_alone:
    'Sie haben einen Passkey und keine Wiederherstellungscodes: Fügen Sie einen weiteren Passkey hinzu oder erstellen Sie Wiederherstellungscodes, damit sein Verlust Sie nicht aussperrt',
  passkeys_need_name:
    'Browser erstellen Passkeys nur für einen Namen: Das Panel muss über https oder als localhost erreichbar sein, nicht über eine Adresse aus Zahlen',
  reset_own: 'den eigenen zweiten Faktor setzt niemand selbst zurück: Bitten Sie einen anderen Admin',
  reset_nothing: 'dieses Konto hat keinen zweiten Faktor',
  reset_open: 'für dieses Konto ist schon ein Zurücksetzen beantragt: Ein anderer Admin kann es bestätigen',
  reset_none: 'für dieses Konto ist kein Zurücksetzen beantragt',
  reset_objected:
    'der Inhaber dieses Kontos hat dem Zurücksetzen widersprochen: Sprechen Sie mit ihm, bevor es jemand erneut beantragt',
  reset_waits: ({ left }) =>
    `ein anderer Admin bestätigt dieses Zurücksetzen, oder es geschieht von selbst in ${left}`,
  reset_untold:
    'der Inhaber dieses Kontos konnte nicht benachrichtigt werden, darum muss ein anderer Admin das Zurücksetzen bestätigen',
  sms_not_set_up: 'es ist kein SMS-Anbieter eingerichtet',
  sms_key_used: 'dieser Schlüssel wurde für eine andere Nachricht benutzt',
  phone_unreadable: 'das ist keine Telefonnummer mit der Vorwahl ihres Landes, etwa +49 30 901820',
  sms_code_over:
    'dieser Code stimmt nicht, ist benutzt oder zu alt: Fordern Sie einen neuen an, wenn er nicht funktioniert',
  phone_ticket_over:
    'dieser Nachweis des Telefons ist benutzt, zu alt oder gehört zu einem anderen Telefon: Fordern Sie einen neuen Code an',
}
