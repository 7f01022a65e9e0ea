// What is sent to people by mail and SMS, in German.
import type { Texts } from '../en/index.ts'

export const messagesDe: Texts['messages'] = {
  passwordSubject: 'Ihr neues Passwort',
  passwordText: ({ link, minutes }) =>
    `Jemand, wahrscheinlich Sie, hat ein neues Passwort für Pharmacy Relay angefordert. Wählen Sie es hier innerhalb von ${minutes} Minuten:\n\n${link}\n\nWaren Sie es nicht, tun Sie nichts: Ihr Passwort bleibt, wie es ist.`,
  invitationSubject: 'Willkommen bei Pharmacy Relay',
  invitationText: ({ link, minutes }) =>
    `Für Sie wurde ein Konto bei Pharmacy Relay angelegt. Wählen Sie hier innerhalb von ${minutes} Minuten Ihr Passwort:\n\n${link}\n\nSpäter fordern Sie auf der Anmeldeseite einen neuen Link an.`,
  linkSms: ({ link, minutes }) =>
    `Pharmacy Relay: Wählen Sie innerhalb von ${minutes} Minuten Ihr neues Passwort: ${link}`,
  emailSubject: 'Bestätigen Sie die Änderung Ihrer E-Mail-Adresse',
  emailText: ({ link, hours, email }) =>
    `Die E-Mail-Adresse eines Kontos bei Pharmacy Relay soll sich in ${email} ändern. Bestätigen Sie das hier innerhalb von ${hours} Stunden; auch die andere Adresse wird gefragt:\n\n${link}\n\nWaren Sie es nicht, tun Sie nichts und sagen Sie es einem Admin.`,
}
