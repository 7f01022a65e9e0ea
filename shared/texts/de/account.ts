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
}
