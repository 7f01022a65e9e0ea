// Signing in with a code, links, and the page of one's own account, in German.
import type { accountEn } from '../en/account.ts'

export const accountDe: typeof accountEn = {
  code: {
    title: 'Code eingeben',
    intro: 'Ihr Passwort stimmt. Dieses Konto verlangt zusätzlich einen Code.',
    field: 'Code',
    hint: 'Sechs Ziffern aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
    noCode: 'Das ist kein Code: Er hat sechs Ziffern, ein Wiederherstellungscode zehn Zeichen.',
    again: 'Neu beginnen, mit einem anderen Konto',
    over: 'Diese Anmeldung ist zu Ende: Fünf Codes waren falsch, oder fünf Minuten sind um. Beginnen Sie neu mit Ihrem Passwort.',
  },
  confirm: {
    title: 'Bestätigen Sie, dass Sie es sind',
    intro:
      'Dieser Schritt verlangt eine Anmeldung der letzten zehn Minuten. Noch ist nichts geändert, und Ihre Eingaben sind erhalten.',
    submit: 'Bestätigen',
    doneTitle: 'Danke: Sie sind es',
    doneIntro:
      'Noch ist nichts geändert. Ihre Eingaben sind erhalten: Machen Sie weiter, um es jetzt zu tun.',
    goOn: 'Weitermachen',
    leave: 'Alles lassen, wie es ist',
  },
  password: {
    newPassword: 'Neues Passwort',
    repeat: 'Neues Passwort noch einmal',
    rules: 'Ein neues Passwort',
    ruleLength: (min, max) => `hat ${min} bis ${max} Zeichen;`,
    ruleGuess: 'ist schwer zu erraten: Gut sind vier oder fünf Wörter, die nichts miteinander zu tun haben;',
    ruleOwn: 'ist mehr als Ihr Name, Ihre E-Mail-Adresse oder der Name dieses Produkts;',
    ruleStolen: 'steht in keiner Liste gestohlener Passwörter.',
    missing: 'Geben Sie ein neues Passwort ein.',
    differ: 'Das ist nicht dasselbe wie oben.',
    save: 'Neues Passwort speichern',
  },
  links: {
    passwordTitle: 'Passwort wählen',
    passwordSet: 'Ihr Passwort ist gespeichert. Melden Sie sich damit an.',
    overTitle: 'Dieser Link gilt nicht mehr',
    passwordOver:
      'Er wurde benutzt, durch einen neueren ersetzt oder ist älter als 30 Minuten. Fordern Sie mit Ihrer E-Mail-Adresse einen neuen an.',
    emailOver:
      'Er wurde benutzt, durch einen neueren ersetzt oder ist älter als 24 Stunden. Beginnen Sie die Änderung auf der Seite Ihres Kontos neu.',
    askNew: 'Neuen Link anfordern',
    forgotTitle: 'Passwort vergessen?',
    forgotIntro:
      'Wer diese E-Mail-Adresse hat, bekommt einen Link für ein neues Passwort. Er gilt 30 Minuten.',
    forgotSent:
      'Wenn ein Konto diese Adresse hat, ist ein Link unterwegs. Ein Konto bekommt höchstens drei in einer Stunde.',
    forgotSubmit: 'Link senden',
    emailTitle: 'Änderung Ihrer E-Mail-Adresse',
    emailIntro: 'Bestätigen Sie, dass sich die E-Mail-Adresse Ihres Kontos ändern soll.',
    emailSubmit: 'Änderung bestätigen',
    emailHalf:
      'Bestätigt. Auch die andere Adresse hat einen Link bekommen: Geändert wird, sobald dort ebenfalls bestätigt ist.',
    emailDone: 'Die E-Mail-Adresse ist geändert. Melden Sie sich ab jetzt mit der neuen an.',
  },
}
