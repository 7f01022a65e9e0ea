// What is sent to people by mail and SMS, in German.
import type { Texts } from '../en/index.ts'

export const messagesDe: Texts['messages'] = {
  passwordSubject: 'Ihr neues Passwort',
  passwordText: ({ link, minutes }) =>
    `Jemand, wahrscheinlich Sie, hat ein neues Passwort für Pharmacy Relay angefordert. Wählen Sie es hier innerhalb von ${minutes} Minuten:\n\n${link}\n\nWaren Sie es nicht, tun Sie nichts: Ihr Passwort bleibt, wie es ist.`,
  invitationSubject: 'Willkommen bei Pharmacy Relay',
  invitationText: ({ link, minutes }) =>
    `Für Sie wurde ein Konto bei Pharmacy Relay angelegt. Wählen Sie hier innerhalb von ${minutes} Minuten Ihr Passwort:\n\n${link}\n\nSpäter fordern Sie auf der Anmeldeseite einen neuen Link an.`,
  /** After the link that a Pharmacist gets. */
  pharmacistSignsIn: 'Mit ihm melden Sie sich im Shop an und im Fenster eines Rechners Ihrer Apotheke.',
  linkSms: ({ link, minutes }) =>
    `Pharmacy Relay: Wählen Sie innerhalb von ${minutes} Minuten Ihr neues Passwort: ${link}`,
  emailSubject: 'Bestätigen Sie die Änderung Ihrer E-Mail-Adresse',
  emailText: ({ link, hours, email }) =>
    `Die E-Mail-Adresse eines Kontos bei Pharmacy Relay soll sich in ${email} ändern. Bestätigen Sie das hier innerhalb von ${hours} Stunden; auch die andere Adresse wird gefragt:\n\n${link}\n\nWaren Sie es nicht, tun Sie nichts und sagen Sie es einem Admin.`,
  pairingCodeSms: ({ code, pharmacy, minutes }) =>
    `Pharmacy Relay: Mit dem Kopplungscode ${code} kommt ein Rechner in ${pharmacy} hinein, ${minutes} Minuten lang. Geben Sie ihn niemandem, der nicht danach gefragt hat.`,
  incidentSms: ({ task, pharmacies, problem }) =>
    `Pharmacy Relay: ${pharmacies} Apotheken binnen zehn Minuten: ${problem}. Vorfall ${task} im Panel.`,
  refundSms: ({ amount, order }) =>
    `Apothekenshop: ${amount} Ihrer Bestellung ${order} gehen zurück auf die Karte, mit der bezahlt wurde. Das kann einige Tage dauern.`,
  storeCodeSms: ({ code, minutes }) =>
    `${code} ist Ihr Code für den Apotheken-Shop. Er gilt ${minutes} Minuten. Geben Sie ihn niemandem, wer auch fragt.`,
  patientSms: {
    ready: ({ pharmacy, hours, link }) => `${pharmacy}: Ihre Arznei ist da. Offen ${hours}. SMS aus: ${link}`,
    refill: ({ pharmacy, hours, link }) => `${pharmacy}: Nachschub nötig? Offen ${hours}. SMS aus: ${link}`,
    closed: ({ pharmacy, hours, link }) =>
      `${pharmacy}: Wir haben zu. Wieder offen ${hours}. SMS aus: ${link}`,
  },
  resetSubject: 'Ihr zweiter Faktor soll zurückgesetzt werden',
  resetText: ({ link, hours }) =>
    `Ein Admin hat beantragt, den zweiten Faktor Ihres Kontos bei Pharmacy Relay zurückzusetzen: Authentifizierungs-App, Passkeys und Wiederherstellungscodes werden entfernt, und Sie melden sich mit Ihrem Passwort an, bis Sie neue einrichten. Es geschieht in ${hours} Stunden oder sobald ein anderer Admin es bestätigt.\n\nHaben Sie nicht darum gebeten, widersprechen Sie hier:\n\n${link}`,
  resetSms: ({ link, hours }) =>
    `Pharmacy Relay: Ihr zweiter Faktor wird in ${hours} Stunden zurückgesetzt, oder wenn ein anderer Admin es bestätigt. Nicht von Ihnen? Widersprechen: ${link}`,
  resetDoneSubject: 'Ihr zweiter Faktor wurde zurückgesetzt',
  resetDoneText:
    'Der zweite Faktor Ihres Kontos bei Pharmacy Relay wurde zurückgesetzt, und Sie wurden überall abgemeldet. Melden Sie sich mit Ihrem Passwort an, und richten Sie eine Authentifizierungs-App oder einen Passkey ein.\n\nHaben Sie nicht darum gebeten, sagen Sie es sofort einem Admin.',
  resetDoneSms:
    'Pharmacy Relay: Ihr zweiter Faktor wurde zurückgesetzt. Melden Sie sich an, und richten Sie einen neuen ein. Nicht von Ihnen? Sagen Sie es sofort einem Admin.',
}
