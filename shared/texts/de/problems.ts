// What every code of a failure says to people, in German.
import type { ProblemTexts } from '../problem-texts.ts'

export const problems: ProblemTexts = {
  request_refused: {
    title: 'Die Anfrage war nicht lesbar',
    advice: 'Gehen Sie zurück und versuchen Sie es erneut.',
  },
  token_missing: {
    title: 'Bitte melden Sie sich an',
    advice: 'Diese Seite ist für angemeldete Mitarbeitende.',
  },
  token_invalid: { title: 'Ihre Anmeldung ist abgelaufen', advice: 'Melden Sie sich erneut an.' },
  role_not_allowed: {
    title: 'Ihre Rolle erlaubt das nicht',
    advice: 'Bitten Sie um eine andere Rolle, wenn Sie es brauchen.',
  },
  sign_in_again: {
    title: 'Bitte bestätigen Sie, dass Sie es sind',
    advice: 'Dieser Schritt fragt erneut nach Ihrem Passwort, wenn das letzte Mal über zehn Minuten her ist.',
  },
  stamp_and_key: { title: 'Abgelehnt', advice: 'Diese Anfrage darf nicht von außen kommen.' },
  not_found: {
    title: 'Nicht gefunden',
    advice: 'Vielleicht wurde es entfernt, oder die Adresse enthält einen Tippfehler.',
  },
  request_timeout: {
    title: 'Die Anfrage hat zu lange gedauert',
    advice: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  },
  state_conflict: {
    title: 'Im aktuellen Zustand nicht möglich',
    advice: 'Gehen Sie zurück, sehen Sie noch einmal nach und wiederholen Sie es.',
  },
  device_offline: {
    title: 'Der Rechner ist offline',
    advice: 'Versuchen Sie es erneut, wenn er verbunden ist.',
  },
  version_stale: {
    title: 'Jemand anderes hat das inzwischen geändert',
    advice: 'Laden Sie die aktuellen Werte und tragen Sie Ihre Änderung erneut ein.',
  },
  too_large: {
    title: 'Das ist zu viel auf einmal',
    advice: 'Kürzen Sie die Eingaben und versuchen Sie es erneut.',
  },
  target_too_long: { title: 'Die Adresse ist zu lang', advice: 'Verwenden Sie kürzere Filter.' },
  invalid: { title: 'Einige Eingaben sind ungültig', advice: 'Gehen Sie zurück und korrigieren Sie sie.' },
  version_required: {
    title: 'Die Anfrage war unvollständig',
    advice: 'Öffnen Sie die Seite neu und wiederholen Sie die Änderung.',
  },
  rate_limited: {
    title: 'Zu viele Anfragen',
    advice: 'Warten Sie einen Moment und versuchen Sie es erneut.',
  },
  head_too_large: {
    title: 'Die Anfrage war zu groß',
    advice: 'Löschen Sie die Cookies dieser Seite und melden Sie sich erneut an.',
  },
  internal: {
    title: 'Bei uns ist etwas schiefgegangen',
    advice: 'Versuchen Sie es erneut. Bleibt es dabei, geben Sie die Referenz unten weiter.',
  },
  not_supported: { title: 'Nicht unterstützt', advice: 'Diese Funktion ist nicht verfügbar.' },
  upstream_unavailable: {
    title: 'Ein Dienst hat nicht geantwortet',
    advice: 'Meist ist er innerhalb einer Minute zurück. Versuchen Sie es erneut.',
  },
  unavailable: {
    title: 'Im Moment nicht verfügbar',
    advice: 'Meist dauert es weniger als eine Minute. Versuchen Sie es erneut.',
  },
  device_timeout: {
    title: 'Der Rechner hat nicht rechtzeitig geantwortet',
    advice: 'Prüfen Sie, ob er wach ist, und versuchen Sie es erneut.',
  },
  upstream_timeout: {
    title: 'Ein Dienst hat nicht rechtzeitig geantwortet',
    advice: 'Versuchen Sie es gleich erneut.',
  },
}
